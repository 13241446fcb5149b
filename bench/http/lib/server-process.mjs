import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const SERVER_CORE = process.env.SERVER_CORE ?? '0';
export const CLIENT_CORE = process.env.CLIENT_CORE ?? '1';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));

/**
 * A server in a process of its own, on a core of its own.
 *
 * @typedef {object} RunningServer
 * @property {string} origin
 * @property {number} bootMs from the start of the process until it listened
 * @property {(question: 'usage' | 'collect' | 'profile' | 'profiled') => Promise<any>} ask `usage`: what the process has used so far; `collect`: likewise, after a
 *   garbage collection if it was started with --expose-gc; `profile` begins a CPU profile and `profiled` ends and returns it
 * @property {() => Promise<void>} stop
 */

/**
 * @param {import('./servers.mjs').ServerKind} kind
 * @param {{ tools?: number, env?: Record<string, string>, nodeArguments?: readonly string[] }} [options]
 * @returns {Promise<RunningServer>} once it listens
 */
export async function startServer({ file, env }, options = {}) {
  const { tools = 1, nodeArguments = [] } = options;
  const child = spawn(
    'taskset',
    ['-c', SERVER_CORE, process.execPath, ...nodeArguments, `${FOLDER}${file}`],
    {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        TOOLS: String(tools),
        ...env,
        ...options.env,
      },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    },
  );
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const { port, bootMs } = await reply(child, exited, file);
  return {
    origin: `http://127.0.0.1:${port}`,
    bootMs,
    ask: (question) => {
      const answer = reply(child, exited, file);
      child.send(question);
      return answer;
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}

function reply(child, exited, file) {
  return Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    exited.then((code) => {
      throw new Error(`${file} ended with ${code}.`);
    }),
  ]);
}
