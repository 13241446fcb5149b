// Where the time of a server goes: node bench/http/profile.mjs "Toolgate, Fastify" call [--tools 1] [--requests 40000] [--raw FILE]
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fire } from './lib/load.mjs';
import { pinToClientCore } from './lib/pinning.mjs';
import { selfTimes } from './lib/self-times.mjs';
import { startServer } from './lib/server-process.mjs';
import { SERVERS } from './lib/servers.mjs';
import { markdownTable } from './lib/tables.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tools: { type: 'string' },
    raw: { type: 'string' },
    requests: { type: 'string', default: '40000' },
    rows: { type: 'string', default: '40' },
  },
});
const [name, operation] = positionals;
pinToClientCore();
const kind = SERVERS[name];
const server = await startServer(kind, {
  tools: Number(values.tools ?? (operation === 'list' ? 100 : 1)),
});
try {
  const url = server.origin + kind.paths[operation];
  await fire(url, operation, 30_000);
  await server.ask('profile');
  await fire(url, operation, Number(values.requests));
  const profile = await server.ask('profiled');
  if (values.raw) writeFileSync(values.raw, JSON.stringify(profile));
  const { byFunction, byPackage } = selfTimes(profile);
  const table = (rows) => rows.map(([what, share]) => [what, `${(share * 100).toFixed(1)} %`]);
  const rows = Number(values.rows);
  console.log(markdownTable(['package', 'self time'], table(byPackage.slice(0, rows))), '\n');
  console.log(markdownTable(['function', 'self time'], table(byFunction.slice(0, rows))));
} finally {
  await server.stop();
}
