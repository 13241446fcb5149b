import { orderOf } from '../../lib/measure.mjs';
import { summarise } from '../../lib/statistics.mjs';
import { fire } from './load.mjs';
import { checkAnswer } from './requests.mjs';
import { startServer } from './server-process.mjs';
import { SERVERS } from './servers.mjs';

/**
 * @typedef {object} RaceOptions
 * @property {'call' | 'list'} operation
 * @property {number} tools
 * @property {number} rounds
 * @property {number} requests of one turn
 * @property {number} warmUp requests before the first turn, enough for the engine to have optimised everything
 */

/**
 * What was found out about one server.
 *
 * @typedef {object} Runner
 * @property {string} name
 * @property {number} bytes of an answer
 * @property {import('../../lib/statistics.mjs').Summary} perSecond
 * @property {import('../../lib/statistics.mjs').Summary} cpuMicros of the server, per request
 * @property {import('../../lib/statistics.mjs').Summary} p99 milliseconds
 * @property {import('../../lib/statistics.mjs').Summary} capacity requests per second of processor time, as a share of the reference's in the same round
 * @property {number} rssMiB after the last turn
 * @property {number} busy share of a core that the server used while it was asked
 */

/**
 * Lets servers answer the same requests in turns. All of them run for the whole time, on one core, and only the one whose turn it is has work: what slows the machine down
 * for a while meets neighbours alike and cancels out of the ratio of a round.
 *
 * @param {readonly string[]} names the first is the reference
 * @param {RaceOptions} options
 * @returns {Promise<Runner[]>} in the order given
 */
export async function race(names, { operation, tools, rounds, requests, warmUp }) {
  const servers = [];
  try {
    for (const name of names) {
      const server = await startServer(SERVERS[name], { tools });
      servers.push(server);
      server.url = server.origin + SERVERS[name].paths[operation];
      server.bytes = await checkAnswer(server.url, operation, tools);
      await fire(server.url, operation, warmUp);
    }
    const turns = servers.map(() => []);
    for (let round = 0; round < rounds; round++)
      for (const index of orderOf(round, servers.length))
        turns[index].push(await turn(servers[index], operation, requests));
    const rss = [];
    for (const server of servers) rss.push((await server.ask('usage')).rss / 2 ** 20);
    return names.map((name, index) => ({
      name,
      bytes: servers[index].bytes,
      rssMiB: rss[index],
      ...evaluate(turns[index], turns[0]),
    }));
  } finally {
    for (const server of servers) await server.stop();
  }
}

async function turn(server, operation, amount) {
  const before = await server.ask('usage');
  const begun = performance.now();
  const { requests, perSecond, p99 } = await fire(server.url, operation, amount);
  const took = performance.now() - begun;
  const after = await server.ask('usage');
  if (after.audited !== undefined && operation === 'call')
    if (after.audited - before.audited < requests)
      throw new Error(
        `${server.url}: only ${after.audited - before.audited} of ${requests} calls were audited.`,
      );
  const cpu = after.cpuMicros - before.cpuMicros;
  return { perSecond, p99, cpuMicros: cpu / requests, busy: cpu / 1000 / took };
}

function evaluate(own, reference) {
  const of = (member) => summarise(own.map((sample) => sample[member]));
  return {
    perSecond: of('perSecond'),
    cpuMicros: of('cpuMicros'),
    p99: of('p99'),
    busy: of('busy').median,
    capacity: summarise(own.map(({ cpuMicros }, round) => reference[round].cpuMicros / cpuMicros)),
  };
}
