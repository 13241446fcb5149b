// What MCP over HTTP costs with the whole pipeline on: against a controller that does nothing but answer, and against the closest peer.
import { environment } from '../lib/report.mjs';
import { boots } from './lib/boots.mjs';
import { idleMemory } from './lib/idle-memory.mjs';
import { pinToClientCore } from './lib/pinning.mjs';
import { race } from './lib/race.mjs';
import { markdownTable, raceTable, range } from './lib/tables.mjs';

const CALLS = { operation: 'call', tools: 1, rounds: 12, requests: 6_000, warmUp: 25_000 };
const LISTS = { operation: 'list', tools: 100, rounds: 12, requests: 2_000, warmUp: 8_000 };
/** The peer takes twenty to a hundred times as long over a list, so its races are shorter. */
const LISTS_BESIDE_PEER = { ...LISTS, rounds: 5, requests: 500, warmUp: 2_000 };

// Before this process is left with one core.
const { node, cpu, cores, load } = environment();
pinToClientCore();

for (const platform of ['Fastify', 'Express']) {
  const bare = `bare Nest, ${platform}`;
  const toolgate = `Toolgate, ${platform}`;
  const peer = `MCP-Nest, ${platform}`;
  const others =
    platform === 'Fastify' ? ['Toolgate, Fastify, bearer token'] : ['bare Nest, Express with ETag'];
  console.log(
    raceTable(`tools/call, ${platform}`, await race([bare, toolgate, ...others, peer], CALLS)),
  );
  console.log(
    raceTable(`tools/list of 100 tools, ${platform}`, await race([bare, toolgate], LISTS)),
  );
  console.log(
    raceTable(
      `tools/list of 100 tools beside the peer, ${platform}`,
      await race([peer, toolgate], LISTS_BESIDE_PEER),
    ),
  );
}

console.log('## Boot with 100 tools\n');
const booted = await boots(['bare Nest, Fastify', 'Toolgate, Fastify', 'MCP-Nest, Fastify'], {
  tools: 100,
  rounds: 9,
});
console.log(
  markdownTable(
    ['server', 'until it listens', 'slowdown', 'middle half', 'RSS'],
    booted.map(({ name, bootMs, slowdown, rssMiB }) => [
      name,
      `${bootMs.median.toFixed(0)} ms`,
      slowdown.median.toFixed(2),
      range(slowdown, 2),
      `${rssMiB.toFixed(0)} MiB`,
    ]),
  ),
);

const { session, stream } = await idleMemory('Toolgate, Fastify', {
  sessions: 5_000,
  streams: 500,
});
console.log('\n## Heap of a client that does nothing\n');
console.log(
  markdownTable(
    ['what', 'heap'],
    [
      ['legacy session', `${(session / 1024).toFixed(2)} KiB`],
      ['open stream, with its connection', `${(stream / 1024).toFixed(1)} KiB`],
    ],
  ),
);

console.log(`\nNode ${node}, ${cpu}, ${cores} cores, load ${load} at the start.`);
