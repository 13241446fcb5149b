import type { Type } from '@nestjs/common';
import type { ModulesContainer } from '@nestjs/core';
import { pathTaken, serverNameTaken } from './mcp.messages.js';
import type { ResolvedMcpModuleExtras } from './mcp.options.js';
import { MCP_MODULE_EXTRAS } from './mcp.tokens.js';

/** What is wrong when the servers of an application cannot be told apart. Empty when each has a name and a path of its own. */
export function serverConflicts(modules: ModulesContainer, moduleClass: Type): string[] {
  const timesNamed = new Map<string, number>();
  const ownerOfPath = new Map<string, string>();
  const problems: string[] = [];
  for (const { server, path } of serversIn(modules, moduleClass)) {
    timesNamed.set(server, (timesNamed.get(server) ?? 0) + 1);
    const owner = ownerOfPath.get(path);
    if (owner === undefined) ownerOfPath.set(path, server);
    else if (owner !== server) problems.push(pathTaken(path, owner, server));
  }
  for (const [server, times] of timesNamed)
    if (times > 1) problems.push(serverNameTaken(server, times));
  return problems;
}

function serversIn(modules: ModulesContainer, moduleClass: Type): ResolvedMcpModuleExtras[] {
  return [...modules.values()]
    .filter(({ metatype }) => metatype === moduleClass)
    .map(({ providers }) => providers.get(MCP_MODULE_EXTRAS)?.instance as ResolvedMcpModuleExtras);
}
