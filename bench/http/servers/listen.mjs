import { Session } from 'node:inspector/promises';
import { performance } from 'node:perf_hooks';

/**
 * Listens on a port of the system's choosing and serves the harness, over the channel that `fork` opens: where the server is, how long its process took
 * to get there, and what it has used up whenever it is asked.
 *
 * @param {() => object} [facts] what else the harness should know
 */
export async function listen(app, facts = () => ({})) {
  await app.listen(0, '127.0.0.1');
  const answers = {
    usage: () => usage(facts),
    collect: () => {
      globalThis.gc?.();
      return usage(facts);
    },
    profile: startProfile,
    profiled: endProfile,
  };
  process.on('message', async (question) => process.send(await answers[question]()));
  process.on('disconnect', () => process.exit(0));
  const { port } = app.getHttpServer().address();
  process.send({ port, bootMs: performance.now() });
}

function usage(facts) {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  return { cpuMicros: user + system, rss, heapUsed, ...facts() };
}

const inspector = new Session();

async function startProfile() {
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.setSamplingInterval', { interval: 200 });
  await inspector.post('Profiler.start');
  return {};
}

async function endProfile() {
  const { profile } = await inspector.post('Profiler.stop');
  return profile;
}
