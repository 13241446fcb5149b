/** Several problems as one text, numbered so that none is overlooked. */
export const problemList = (headline: string, problems: readonly string[]) =>
  [headline, ...problems.map((problem, index) => `  ${index + 1}. ${problem}`)].join('\n');

// Options

export const badOption = (path: string, expected: string, got: unknown) =>
  `${path} must be ${expected}, got ${shown(got)}.`;

/** Without the secrets. */
export const badSecrets = (path: string): string =>
  `${path} must be an array of at least one secret of at least 32 characters.`;

export const unknownOption = (path: string, known: readonly string[]) =>
  `${path} is not an option. Known here: ${known.join(', ')}.`;

export const pathNotServable = (path: unknown) =>
  `path must be a plain URL path such as 'mcp' or 'ai/mcp', without parameters, wildcards, empty segments or a query, got ${shown(path)}.`;

// Modules

/** Reads as the object of "Nest can't resolve dependencies of the …". */
export const runtimeRequired = () =>
  'McpModule, which needs ToolRuntimeModule.forRoot() in the root module and, with isGlobal: false, in its own imports too';

export const serverNameTaken = (server: string, times: number) =>
  `McpModule is imported ${times} times with the server name ${shown(server)}. Import a server once, or give each its own name and path: McpModule.forRoot({ server: 'admin', path: 'admin/mcp', … }).`;

export const pathTaken = (path: string, first: string, second: string) =>
  `The servers ${shown(first)} and ${shown(second)} both answer at ${path}. Give one of them another path.`;

// Where the application listens

const place = (address: string) => (address === '' ? 'an address that is not known' : address);

export const unauthenticatedExposure = (server: string, address: string) =>
  `The MCP server ${shown(server)} would serve anybody: it has neither auth nor guards, and the application listens on ${place(address)}, which is not loopback. Listen on 127.0.0.1, configure auth or guards, or set http.allowUnauthenticated to true if anybody may call.`;

export const hostsUnknown = (server: string, address: string) =>
  `The MCP server ${shown(server)} does not know the host names it is asked for, and the application listens on ${place(address)}, which is not loopback. Set http.allowedHosts to the names clients use, for example ['api.example.com'].`;

export const platformUnknown = (type: string) =>
  `McpModule knows the HTTP platforms Express and Fastify, not ${shown(type)}. Bodies are taken as that platform's parser leaves them.`;

// While it runs

/** @param reason what is known of the fault, without secrets */
export const requestFailed = (reason: string) =>
  `A request could not be served and was answered with 503.\n${reason}`;

/** The one line of a server at boot. */
export const serving = (
  server: string,
  path: string,
  facts: { readonly eras: string; readonly callers: string; readonly sessions: boolean },
) =>
  `MCP server ${shown(server)} answers at ${path}: ${ERAS.get(facts.eras) ?? facts.eras}, ${facts.callers}${facts.sessions ? ', legacy sessions' : ''}`;

const ERAS: ReadonlyMap<string, string> = new Map([
  ['both', '2026-07-28 and legacy'],
  ['modern', '2026-07-28'],
  ['legacy', 'legacy revisions'],
]);

export const nobodyMayCall = (server: string) =>
  `The MCP server ${shown(server)} has neither auth nor guards, so every caller is anonymous, and the policy of the channel "mcp" refuses anonymous callers: no tool can be listed or called. Configure auth or guards, or let anybody in: ToolRuntimeModule.forRoot({ channels: { mcp: {} } }).`;

// What an operator should know about a refusal

export const hostRefused = (server: string, host: string) =>
  `MCP server ${shown(server)} refused a request for the host ${shown(host)}. If clients really use that name, add it to http.allowedHosts. Further refusals are logged as debug.`;

export const originRefused = (server: string, origin: string) =>
  `MCP server ${shown(server)} refused a browser at ${shown(origin)}. If it may call, add it to http.allowedOrigins. Further refusals are logged as debug.`;

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
const LONGEST_SHOWN = 80;

/** A short form of any value that stays on its line, whoever wrote it. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  const bounded = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
  return bounded.replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
