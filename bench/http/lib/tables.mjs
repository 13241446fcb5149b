/** @param {readonly string[]} head @param {readonly (readonly unknown[])[]} rows */
export function markdownTable(head, rows) {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/**
 * @param {string} title
 * @param {readonly import('./race.mjs').Runner[]} runners the first is the reference
 */
export function raceTable(title, runners) {
  const [reference] = runners;
  const table = markdownTable(
    [
      'server',
      'CPU per request',
      'capacity',
      'middle half',
      'requests/s',
      'p99',
      'core busy',
      'RSS',
      'body',
    ],
    runners.map((runner) => [
      runner.name,
      `${runner.cpuMicros.median.toFixed(1)} µs`,
      runner === reference ? '1 (reference)' : runner.capacity.median.toFixed(3),
      runner === reference ? '' : range(runner.capacity, 3),
      runner.perSecond.median.toFixed(0),
      `${runner.p99.median.toFixed(1)} ms`,
      `${(runner.busy * 100).toFixed(0)} %`,
      runner === reference
        ? `${runner.rssMiB.toFixed(0)} MiB`
        : `${runner.rssMiB.toFixed(0)} MiB (${(runner.rssMiB / reference.rssMiB).toFixed(2)})`,
      `${runner.bytes} B`,
    ]),
  );
  return `## ${title}\n\n${table}\n`;
}

/** @param {import('../../lib/statistics.mjs').Summary} summary */
export function range({ low, high }, digits = 0) {
  return `${low.toFixed(digits)} – ${high.toFixed(digits)}`;
}
