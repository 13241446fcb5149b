import { availableParallelism, cpus, loadavg } from 'node:os';

/**
 * Where the numbers come from: numbers of two machines, or of two versions of Node, do not compare.
 */
export function environment() {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    load: Math.round(loadavg()[0] * 100) / 100,
  };
}

/**
 * Nanoseconds in the unit a person would choose.
 *
 * @param {number} ns
 */
export function formatTime(ns) {
  const [value, unit] =
    ns < 1e3
      ? [ns, 'ns']
      : ns < 1e6
        ? [ns / 1e3, 'µs']
        : ns < 1e9
          ? [ns / 1e6, 'ms']
          : [ns / 1e9, 's'];
  return `${value.toPrecision(3)} ${unit}`;
}

/**
 * Measurements as a Markdown table, with what a reader needs to judge them.
 *
 * @param {string} title
 * @param {readonly import('./measure.mjs').Measurement[]} measurements
 */
export function formatReport(title, measurements) {
  const { node, platform, cpu, cores, load } = environment();
  const rows = measurements.map(({ name, reference, ns, ratio, noisy }) => [
    name.replaceAll('|', '\\|'),
    formatTime(ns.median),
    `${formatTime(ns.low)} – ${formatTime(ns.high)}`,
    Math.round(1e9 / ns.median).toLocaleString('en-US'),
    reference ? '1 (reference)' : ratio.median.toFixed(2),
    reference ? '' : `${ratio.low.toFixed(2)} – ${ratio.high.toFixed(2)}`,
    noisy ? 'noisy' : '',
  ]);
  const head = ['candidate', 'median', 'middle half', 'per second', 'ratio', 'middle half', ''];
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [
    `## ${title}`,
    '',
    ...table,
    '',
    `Node ${node}, ${platform}, ${cpu}, ${cores} cores, load ${load}.`,
    '',
  ].join('\n');
}

/**
 * Prints {@link formatReport}, or with `BENCH_JSON=1` one line of JSON for a script that keeps history.
 *
 * @param {string} title
 * @param {readonly import('./measure.mjs').Measurement[]} measurements
 */
export function report(title, measurements) {
  const json = process.env['BENCH_JSON'] === '1';
  const text = json
    ? JSON.stringify({ title, environment: environment(), measurements })
    : formatReport(title, measurements);
  process.stdout.write(`${text}\n`);
}
