import type { DynamicModule, INestApplication, Provider, Type } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { McpModule } from '@toolgate/mcp';
import type { McpHttpOptions, McpModuleExtras, McpOptions } from '@toolgate/mcp';
import { ToolRuntimeModule } from '@toolgate/tool-runtime';
import type { ToolRuntimeOptions } from '@toolgate/tool-runtime';
import { LogRecorder } from '../support/log-recorder.js';
import { httpClient } from './http-client.js';
import type { HttpClient } from './http-client.js';
import { WorkshopTools } from './workshop.fixture.js';

/** The HTTP platforms a server has to behave the same on. */
export const ADAPTERS = [
  { platform: 'Express', createAdapter: () => new ExpressAdapter() },
  { platform: 'Fastify', createAdapter: () => new FastifyAdapter() },
] as const;

/** What a test wants of a server. */
export interface ServerSetup {
  readonly options?: Partial<McpOptions>;
  readonly http?: McpHttpOptions;
  readonly extras?: McpModuleExtras;
  readonly runtime?: Parameters<typeof ToolRuntimeModule.forRoot>[0];
  /** In place of one server with the options above. */
  readonly servers?: readonly DynamicModule[];
  readonly imports?: readonly (Type | DynamicModule)[];
  readonly providers?: readonly Provider[];
  /** Between making the application and starting it, as a `main.ts` does. */
  readonly prepare?: (app: INestApplication) => void;
  /** @default listens on 127.0.0.1 */
  readonly listen?: (app: INestApplication) => Promise<unknown>;
}

/** A server that listens, and a client that talks to it. */
export interface RunningServer {
  readonly app: INestApplication;
  readonly tools: WorkshopTools;
  readonly url: string;
  readonly port: number;
  readonly client: HttpClient;
  readonly log: LogRecorder;
}

export const serverInfo = { name: 'workshop', version: '1.2.3' };
/** Lets anybody call, which the channel does not do by itself. */
export const ANYBODY: ToolRuntimeOptions = { channels: { mcp: {} } };

/** Boots an application with the tools of the workshop and an MCP server, and listens. Close `app` when done. */
export async function startServer(
  { createAdapter }: (typeof ADAPTERS)[number],
  setup: ServerSetup = {},
): Promise<RunningServer> {
  const { options, http, extras, runtime = ANYBODY, imports = [], providers = [] } = setup;
  const { listen = (app) => app.listen(0, '127.0.0.1') } = setup;
  const log = new LogRecorder();
  const server = McpModule.forRoot({ serverInfo, ...options, ...extras, ...(http && { http }) });
  const module = await Test.createTestingModule({
    imports: [ToolRuntimeModule.forRoot(runtime), ...imports, ...(setup.servers ?? [server])],
    providers: [WorkshopTools, ...providers],
  })
    .setLogger(log)
    .compile();
  const app = module.createNestApplication(createAdapter());
  setup.prepare?.(app);
  try {
    await listen(app);
  } catch (error) {
    await app.close();
    throw error;
  }
  const { port } = app.getHttpServer().address() as { port: number };
  return {
    app,
    tools: app.get(WorkshopTools),
    url: `http://127.0.0.1:${port}`,
    port,
    client: httpClient(port),
    log,
  };
}

/** A legacy request. */
export const legacy = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

/** A modern request. */
export const modern = (method: string, params: object = {}, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params: {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    },
  },
});

/** The headers a modern request must bring. */
export const modernHeaders = (method: string, name?: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  'mcp-name': name,
});

/** A call of a tool on either era: message and headers. */
export const CALLS = {
  legacy: (name: string, args: object = {}, id: unknown = 1) =>
    [legacy('tools/call', { name, arguments: args }, id), {}] as const,
  modern: (name: string, args: object = {}, id: unknown = 1) =>
    [
      modern('tools/call', { name, arguments: args }, id),
      modernHeaders('tools/call', name),
    ] as const,
};
