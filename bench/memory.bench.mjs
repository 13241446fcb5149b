// What a million strangers leave behind: run with --expose-gc.
import { ToolContext, ToolRegistry } from '@toolgate/tool-runtime';
import { Tool } from '@toolgate/tool-runtime';
import { boot, decorateMethod } from './fixtures/applications.mjs';
import { environment } from './lib/report.mjs';

const STRANGERS = 1_000_000;
if (!globalThis.gc) throw new Error('Run this with node --expose-gc.');

class Tools {
  read() {}
  confirm() {}
}
decorateMethod(Tools, 'read', [], [Tool({ name: 'read', description: 'Reads' })]);
decorateMethod(
  Tools,
  'confirm',
  [],
  [Tool({ name: 'confirm', description: 'Asks', confirm: true, rateLimit: false })],
);

const { app } = await boot([Tools], { rateLimit: { limit: 100 } });
const registry = app.get(ToolRegistry);
const heapMiB = () => {
  globalThis.gc();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

async function callAs(tool, principalOf, codes = new Map()) {
  for (let number = 0; number < STRANGERS; number++) {
    const context = ToolContext.web({ principal: principalOf(number) });
    const { code = 'ok' } = await registry.call(tool, {}, context);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  return [...codes].map(([code, count]) => `${count.toLocaleString('en-US')} ${code}`).join(', ');
}

await registry.call('read');
const baseline = heapMiB();
console.log('## Heap after a million\n');
console.log('| what | heap | how the calls ended |\n| --- | --- | --- |');
console.log(`| nothing yet | ${baseline.toFixed(1)} MiB | |`);
for (const [what, tool, principalOf] of [
  ['distinct principals, one call each', 'read', (n) => `stranger:${n}`],
  ['tokens nobody redeems, one principal', 'confirm', () => 'one'],
  ['tokens nobody redeems, distinct principals', 'confirm', (n) => `stranger:${n}`],
  ['unknown tools', `no_such_tool`, (n) => `stranger:${n}`],
]) {
  const ended = await callAs(tool, principalOf);
  console.log(`| ${String(what)} | ${heapMiB().toFixed(1)} MiB | ${ended} |`);
}
const { node, cpu } = environment();
console.log(`\nNode ${node}, ${cpu}.`);
await app.close();
