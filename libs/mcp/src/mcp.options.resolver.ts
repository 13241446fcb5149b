import { McpConfigurationError } from './mcp-configuration.error.js';
import {
  absoluteUrl,
  anyText,
  functionValue,
  listOfClasses,
  listOfHosts,
  listOfIcons,
  listOfOrigins,
  listOfSecrets,
  listOfStrings,
  listOfUrls,
  milliseconds,
  millisecondsOrNone,
  nonEmptyText,
  oneOf,
  orFalse,
  positiveInteger,
  section,
  trueOrFalse,
} from './mcp.option-checks.js';
import type { OptionCheck } from './mcp.option-checks.js';
import type {
  McpAskingOptions,
  McpAuthOptions,
  McpHttpOptions,
  McpModuleExtras,
  McpOptions,
  McpServerInfo,
  McpSessionOptions,
  McpSubscriptionOptions,
  McpToolView,
  ResolvedMcpHttpOptions,
  ResolvedMcpModuleExtras,
  ResolvedMcpOptions,
} from './mcp.options.js';
import { pathNotServable } from './mcp.messages.js';

type Checks<T> = Required<Record<keyof T, OptionCheck>>;

const SERVER_INFO: Checks<McpServerInfo> = {
  name: nonEmptyText,
  version: nonEmptyText,
  title: nonEmptyText,
  description: anyText,
  websiteUrl: nonEmptyText,
  icons: listOfIcons,
};
const VIEW: Checks<McpToolView> = {
  tags: listOfStrings,
  include: listOfClasses,
  filter: functionValue,
};
const SESSIONS: Checks<McpSessionOptions> = {
  idleMs: milliseconds,
  maxSessions: positiveInteger,
  maxPerPrincipal: positiveInteger,
  resumeForMs: millisecondsOrNone,
  pollAfterMs: millisecondsOrNone,
  retryMs: milliseconds,
};
const ASKING: Checks<McpAskingOptions> = {
  keys: listOfSecrets,
  ttlMs: milliseconds,
  timeoutMs: milliseconds,
};
const SUBSCRIPTIONS: Checks<McpSubscriptionOptions> = {
  maxPerPrincipal: positiveInteger,
  maxTotal: positiveInteger,
  maxResources: positiveInteger,
};
const HTTP: Checks<McpHttpOptions> = {
  maxBodyBytes: positiveInteger,
  allowedHosts: listOfHosts,
  allowedOrigins: listOfOrigins,
  allowUnauthenticated: trueOrFalse,
  sessions: orFalse(section(SESSIONS)),
  keepAliveMs: milliseconds,
  drainMs: millisecondsOrNone,
};
const AUTH: Checks<McpAuthOptions> = {
  publicUrl: absoluteUrl,
  authorizationServers: listOfUrls,
  scopesSupported: listOfStrings,
};
const OPTIONS: Checks<McpOptions> = {
  serverInfo: section(SERVER_INFO, ['name', 'version']),
  instructions: anyText,
  eras: oneOf('both', 'modern', 'legacy'),
  tools: section(VIEW),
  prompts: section(VIEW),
  resources: section(VIEW),
  pageSize: positiveInteger,
  listTtlMs: millisecondsOrNone,
  asking: section(ASKING),
  subscriptions: section(SUBSCRIPTIONS),
  http: section(HTTP),
  auth: section(AUTH, ['publicUrl', 'authorizationServers']),
};
const checkOptions = section(OPTIONS, ['serverInfo']);

/** Segments that every router takes literally. */
const PLAIN_PATH = /^\/?[A-Za-z0-9._~-]+(?:\/[A-Za-z0-9._~-]+)*\/?$/;

/**
 * Decides every option: what the host wrote, else the default.
 * @throws McpConfigurationError listing everything that is wrong
 */
export function resolveMcpOptions(written: McpOptions): ResolvedMcpOptions {
  const problems = checkOptions('', written);
  if (problems.length > 0) throw new McpConfigurationError(problems);
  return Object.freeze({
    ...withoutGaps(written),
    eras: written.eras ?? 'both',
    listTtlMs: written.listTtlMs ?? 0,
    asking: Object.freeze({
      keys: written.asking?.keys ?? [],
      ttlMs: written.asking?.ttlMs ?? 600_000,
      timeoutMs: written.asking?.timeoutMs ?? 300_000,
    }),
    subscriptions: resolveSubscriptions(written.subscriptions ?? {}),
    http: resolveHttp(written.http ?? {}),
  });
}

/**
 * Decides what stands beside the options.
 * @throws McpConfigurationError when the path cannot be served or the server has no name
 */
export function resolveMcpExtras(extras: McpModuleExtras): ResolvedMcpModuleExtras {
  const { path = 'mcp', server = 'default', guards, principalFrom } = extras;
  const problems = [
    ...(typeof path === 'string' && PLAIN_PATH.test(path) ? [] : [pathNotServable(path)]),
    ...nonEmptyText('server', server),
    ...(principalFrom === undefined ? [] : functionValue('principalFrom', principalFrom)),
  ];
  if (problems.length > 0) throw new McpConfigurationError(problems);
  return Object.freeze({
    path: `/${path.replace(/^\/|\/$/g, '')}`,
    server,
    hasOwnGuards: guards !== undefined && guards.length > 0,
    principalFrom,
  });
}

function resolveHttp(written: McpHttpOptions): ResolvedMcpHttpOptions {
  return Object.freeze({
    ...withoutGaps(written),
    maxBodyBytes: written.maxBodyBytes ?? 4 * 1024 * 1024,
    allowUnauthenticated: written.allowUnauthenticated ?? false,
    sessions: resolveSessions(written.sessions),
    keepAliveMs: written.keepAliveMs ?? 15_000,
    drainMs: written.drainMs ?? 5000,
  });
}

function resolveSessions(written: McpHttpOptions['sessions']): ResolvedMcpHttpOptions['sessions'] {
  if (!written) return false;
  return Object.freeze({
    idleMs: written.idleMs ?? 30 * 60_000,
    maxSessions: written.maxSessions ?? 10_000,
    maxPerPrincipal: written.maxPerPrincipal ?? 100,
    resumeForMs: written.resumeForMs ?? 60_000,
    pollAfterMs: written.pollAfterMs ?? 0,
    retryMs: written.retryMs ?? 1_000,
  });
}

function resolveSubscriptions(
  written: McpSubscriptionOptions,
): ResolvedMcpOptions['subscriptions'] {
  return Object.freeze({
    maxPerPrincipal: written.maxPerPrincipal ?? 16,
    maxTotal: written.maxTotal ?? 10_000,
    maxResources: written.maxResources ?? 100,
  });
}

/** `undefined` counts as left out, so that `{ pageSize: process.env.X ? … : undefined }` gets the default. */
function withoutGaps<T extends object>(written: T): T {
  return Object.fromEntries(
    Object.entries(written).filter(([, value]) => value !== undefined),
  ) as T;
}
