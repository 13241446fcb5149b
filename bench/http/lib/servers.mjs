const FASTIFY = { ADAPTER: 'fastify' };
const TOKEN = { CALLER: 'token' };

/**
 * How a server is started and asked.
 *
 * @typedef {object} ServerKind
 * @property {string} file
 * @property {Record<string, string>} [env]
 * @property {{ call: string, list: string }} paths
 */

const MCP = { call: '/mcp', list: '/mcp' };
const BARE = { call: '/call', list: '/list' };

/** @type {Readonly<Record<string, ServerKind>>} */
export const SERVERS = {
  'bare Nest, Fastify': { file: 'servers/bare-nest.mjs', env: FASTIFY, paths: BARE },
  'Toolgate, Fastify': { file: 'servers/toolgate.mjs', env: FASTIFY, paths: MCP },
  'Toolgate, Fastify, bearer token': {
    file: 'servers/toolgate.mjs',
    env: { ...FASTIFY, ...TOKEN },
    paths: MCP,
  },
  'MCP-Nest, Fastify': { file: 'peer/mcp-nest.mjs', env: FASTIFY, paths: MCP },
  'bare Nest, Express': { file: 'servers/bare-nest.mjs', paths: BARE },
  'bare Nest, Express with ETag': {
    file: 'servers/bare-nest.mjs',
    env: { ETAG: 'on' },
    paths: BARE,
  },
  'Toolgate, Express': { file: 'servers/toolgate.mjs', paths: MCP },
  'MCP-Nest, Express': { file: 'peer/mcp-nest.mjs', paths: MCP },
};
