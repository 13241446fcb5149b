import http from 'node:http';
import { startServer } from './server-process.mjs';
import { SERVERS } from './servers.mjs';

const LEGACY = '2025-11-25';
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': LEGACY,
};
const INITIALIZE = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: LEGACY,
    capabilities: {},
    clientInfo: { name: 'bench', version: '1.0.0' },
  },
});

/**
 * What clients that do nothing keep on the heap of a server.
 *
 * @param {string} name of a server that keeps sessions when `SESSIONS` is `on`
 * @param {{ sessions: number, streams: number }} counts every stream belongs to a session of its own
 * @returns {Promise<{ session: number, stream: number }>} bytes of the heap for each
 */
export async function idleMemory(name, { sessions, streams }) {
  const server = await startServer(SERVERS[name], {
    env: { SESSIONS: 'on' },
    nodeArguments: ['--expose-gc'],
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  const open = [];
  try {
    // Code and buffers that the first sessions and streams bring with them are not counted.
    const [first] = await begin(server.origin, agent, 100);
    open.push(await listen(server.origin, first));
    const before = await heapOf(server);
    const ids = await begin(server.origin, agent, sessions);
    const withSessions = await heapOf(server);
    for (const id of ids.slice(0, streams)) open.push(await listen(server.origin, id));
    const withStreams = await heapOf(server);
    return {
      session: (withSessions - before) / sessions,
      stream: (withStreams - withSessions) / streams,
    };
  } finally {
    for (const response of open) response.destroy();
    agent.destroy();
    await server.stop();
  }
}

async function heapOf(server) {
  // What the first collection finalises only goes with the second.
  await server.ask('collect');
  return (await server.ask('collect')).heapUsed;
}

/** @returns {Promise<string[]>} ids */
async function begin(origin, agent, count) {
  const ids = [];
  for (let number = 0; number < count; number++) {
    const response = await send(
      `${origin}/mcp`,
      { method: 'POST', headers: HEADERS, agent },
      INITIALIZE,
    );
    const id = response.headers['mcp-session-id'];
    if (response.statusCode !== 200 || !id)
      throw new Error(`No session began: ${response.statusCode}.`);
    for await (const _chunk of response);
    ids.push(id);
  }
  return ids;
}

async function listen(origin, id) {
  const headers = { ...HEADERS, accept: 'text/event-stream', 'mcp-session-id': id };
  const response = await send(`${origin}/mcp`, { method: 'GET', headers, agent: false });
  if (response.statusCode !== 200) throw new Error(`No stream opened: ${response.statusCode}.`);
  response.on('error', () => {});
  return response.resume();
}

function send(url, options, body) {
  return new Promise((resolve, reject) => {
    http.request(url, options, resolve).on('error', reject).end(body);
  });
}
