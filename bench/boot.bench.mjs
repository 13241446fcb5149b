// How long an application takes to boot, by the number of its tools. Each boot is a process of its own.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { environment } from './lib/report.mjs';
import { summarise } from './lib/statistics.mjs';

const BOOTS = 5;
const SIZES = [0, 100, 1_000];

if (process.argv[2] === 'boot') {
  const { boot, toolClass } = await import('./fixtures/applications.mjs');
  const tools = Number(process.argv[3]);
  const providers = Array.from({ length: tools / 10 }, (_, n) =>
    toolClass(n * 10, 10, { distinct: true }),
  );
  const begun = performance.now();
  const { app } = await boot(providers, { discovery: { requireTools: false } });
  console.log(performance.now() - begun);
  await app.close();
} else {
  const { node, cpu, load } = environment();
  console.log('## Boot with tools of distinct schemas\n');
  console.log('| tools | median | middle half |\n| --- | --- | --- |');
  for (const size of SIZES) {
    const times = Array.from({ length: BOOTS }, () => {
      const self = fileURLToPath(import.meta.url);
      const { stdout, stderr } = spawnSync(process.execPath, [self, 'boot', String(size)]);
      const ms = Number(String(stdout).trim());
      if (!Number.isFinite(ms) || ms === 0) throw new Error(String(stderr));
      return ms;
    });
    const { median, low, high } = summarise(times);
    console.log(
      `| ${size.toLocaleString('en-US')} | ${median.toFixed(0)} ms | ${low.toFixed(0)} – ${high.toFixed(0)} ms |`,
    );
  }
  console.log(`\nNode ${node}, ${cpu}, load ${load}.`);
}
