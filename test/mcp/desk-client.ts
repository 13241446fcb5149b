import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from 'sdk-v1-old/client/index.js';
import { StdioClientTransport as OldStdioTransport } from 'sdk-v1-old/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from 'sdk-v1-old/client/streamableHttp.js';

/** Where a server is: at an address, or in a file to run. */
export type DeskAddress = { readonly endpoint: URL } | { readonly program: string };

export interface DeskTool {
  readonly name: string;
}

export interface DeskAnswer {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
}

export interface DeskCall {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export interface DeskCallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (update: { progress: number; total?: number }) => void;
}

/** An official client of any age, connected as one person. */
export interface DeskClient {
  tools(): Promise<readonly DeskTool[]>;
  call(call: DeskCall, options?: DeskCallOptions): Promise<DeskAnswer>;
  /** What the server process has printed to standard error; empty for a server at an address. */
  printed(): string;
  close(): Promise<void>;
}

export type ConnectDesk = (address: DeskAddress, token: string) => Promise<DeskClient>;

/** The official clients, by what they speak. */
export const CLIENTS: readonly { readonly which: string; readonly connect: ConnectDesk }[] = [
  {
    which: 'the client pinned to 2026-07-28',
    connect: (address, token) => connectClient(address, token, { mode: { pin: '2026-07-28' } }),
  },
  {
    which: 'the client of the legacy revisions',
    connect: (address, token) => connectClient(address, token, { mode: 'legacy' }),
  },
  { which: 'the client of early 2025', connect: connectOldClient },
];

const WHO = { name: 'test', version: '1' };

async function connectClient(
  address: DeskAddress,
  token: string,
  versionNegotiation: NonNullable<
    NonNullable<ConstructorParameters<typeof Client>[1]>['versionNegotiation']
  >,
): Promise<DeskClient> {
  const client = new Client(WHO, { versionNegotiation });
  const transport =
    'endpoint' in address
      ? new StreamableHTTPClientTransport(address.endpoint, withToken(token))
      : new StdioClientTransport(commandFor(address.program, token));
  await client.connect(transport);
  const printed = recordStderr(transport);
  return {
    tools: async () => (await client.listTools()).tools,
    call: ({ name, ...rest }, options) =>
      client.callTool({ name, arguments: { ...rest.arguments }, ...meta(rest) }, options),
    printed,
    close: () => client.close(),
  };
}

async function connectOldClient(address: DeskAddress, token: string): Promise<DeskClient> {
  const client = new OldClient(WHO);
  const transport =
    'endpoint' in address
      ? new OldHttpTransport(address.endpoint, withToken(token))
      : new OldStdioTransport(commandFor(address.program, token));
  await client.connect(transport);
  const printed = recordStderr(transport);
  return {
    tools: async () => (await client.listTools()).tools,
    call: async ({ name, ...rest }, options) =>
      (await client.callTool(
        { name, arguments: { ...rest.arguments }, ...meta(rest) },
        undefined,
        options,
      )) as unknown as DeskAnswer,
    printed,
    close: () => client.close(),
  };
}

function meta({ _meta }: Pick<DeskCall, '_meta'>): { _meta?: Record<string, unknown> } {
  return _meta ? { _meta: { ..._meta } } : {};
}

function withToken(token: string) {
  return { requestInit: { headers: { Authorization: `Bearer ${token}` } } };
}

function commandFor(program: string, token: string) {
  const env = { ...defined(process.env), DESK_TOKEN: token, NO_COLOR: '1' };
  return { command: process.execPath, args: [program], env, stderr: 'pipe' as const };
}

/** The test runner's own switches are not for the programs it starts. */
function defined({ NODE_OPTIONS: _switches, ...env }: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function recordStderr(transport: object): () => string {
  let text = '';
  if ('stderr' in transport)
    (transport.stderr as NodeJS.ReadableStream | null)?.on(
      'data',
      (chunk) => (text += String(chunk)),
    );
  return () => text;
}
