import { orderOf } from '../../lib/measure.mjs';
import { summarise } from '../../lib/statistics.mjs';
import { startServer } from './server-process.mjs';
import { SERVERS } from './servers.mjs';

/**
 * What a server needs to get going.
 *
 * @typedef {object} Boot
 * @property {string} name
 * @property {import('../../lib/statistics.mjs').Summary} bootMs from the start of the process until it listened
 * @property {import('../../lib/statistics.mjs').Summary} slowdown time of a boot divided by that of the reference in the same round
 * @property {number} rssMiB right after, median
 */

/**
 * Boots servers in turns, each time in a new process.
 *
 * @param {readonly string[]} names the first is the reference
 * @param {{ tools: number, rounds: number }} options
 * @returns {Promise<Boot[]>} in the order given
 */
export async function boots(names, { tools, rounds }) {
  // The first boots only bring the files into the cache of the system.
  for (const name of names) await boot(name, tools);
  const found = names.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const index of orderOf(round, names.length))
      found[index].push(await boot(names[index], tools));
  return names.map((name, index) => ({
    name,
    bootMs: summarise(found[index].map(({ bootMs }) => bootMs)),
    slowdown: summarise(found[index].map(({ bootMs }, round) => bootMs / found[0][round].bootMs)),
    rssMiB: summarise(found[index].map(({ rss }) => rss)).median / 2 ** 20,
  }));
}

async function boot(name, tools) {
  const server = await startServer(SERVERS[name], { tools });
  try {
    const { rss } = await server.ask('usage');
    return { bootMs: server.bootMs, rss };
  } finally {
    await server.stop();
  }
}
