import type { INestApplicationContext } from '@nestjs/common';
import { McpConfigurationError } from '../mcp-configuration.error.js';
import { StdioServer } from './stdio-server.js';
import { noServer, serverAmbiguous, serverUnknown } from './stdio.messages.js';

/**
 * The server with this name, or the only one.
 * @throws McpConfigurationError when there is none, or several and no name
 */
export function findStdioServer(
  app: INestApplicationContext,
  name: string | undefined,
): StdioServer {
  const servers = serversOf(app);
  const names = servers.map((server) => server.name);
  if (servers.length === 0) throw new McpConfigurationError([noServer()]);
  if (name === undefined) {
    if (servers.length > 1) throw new McpConfigurationError([serverAmbiguous(names)]);
    return servers[0]!;
  }
  const server = servers.find((candidate) => candidate.name === name);
  if (!server) throw new McpConfigurationError([serverUnknown(name, names)]);
  return server;
}

function serversOf(app: INestApplicationContext): StdioServer[] {
  try {
    return app.get(StdioServer, { strict: false, each: true });
  } catch {
    // Nest throws for a provider that nobody has.
    return [];
  }
}
