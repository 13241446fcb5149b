import { Injectable } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import { Tool, ToolContext, ToolCtx, ToolParam, ToolResult } from '@toolgate/tool-runtime';
import type { ToolRuntimeOptions } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';
import { DirectExchange } from '../direct/direct-exchange.js';
import { McpEventEmitter } from '../events/mcp-event.emitter.js';
import { MCP_FEATURE_PROVIDERS } from '../features/features.providers.js';
import type { McpOptions } from '../mcp.options.js';
import { resolveMcpExtras, resolveMcpOptions } from '../mcp.options.resolver.js';
import { MCP_NOTIFICATION_PROVIDERS } from '../notifications/notifications.providers.js';
import { MCP_MODULE_EXTRAS, MCP_OPTIONS } from '../mcp.tokens.js';
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  PROTOCOL_VERSION_KEY,
} from '../protocol/meta-keys.js';
import { JsonRpcService } from './json-rpc.service.js';
import type { JsonRpcNotification, JsonRpcResponse } from './json-rpc.types.js';
import type { McpExchange, McpHeaders } from './mcp-exchange.js';

/** A server without a network, and what a test looks at. */
export interface RunningServer extends RunningRuntime {
  readonly mcp: JsonRpcService;
}

/** Boots the dispatcher of a server around a real runtime. Close `app` when done. */
export async function bootServer(
  tools: Provider[],
  options: Partial<McpOptions> = {},
  runtime: ToolRuntimeOptions = {},
): Promise<RunningServer> {
  const running = await bootRuntime({
    options: { rateLimit: false, ...runtime },
    providers: [
      ...tools,
      {
        provide: MCP_OPTIONS,
        useValue: resolveMcpOptions({ serverInfo: { name: 'desk', version: '1.2.3' }, ...options }),
      },
      McpEventEmitter,
      JsonRpcService,
      { provide: MCP_MODULE_EXTRAS, useValue: resolveMcpExtras({}) },
      ...MCP_NOTIFICATION_PROVIDERS,
      ...MCP_FEATURE_PROVIDERS,
    ],
  });
  return { ...running, mcp: running.app.get(JsonRpcService) };
}

/** A caller who may do everything. */
export const ann = ToolContext.mcp({ principal: 'ann', scopes: ['*'] });

/** A legacy request. */
export const legacy = (method: string, params?: object, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

/** The envelope of a modern request. */
export const ENVELOPE = {
  [PROTOCOL_VERSION_KEY]: '2026-07-28',
  [CLIENT_CAPABILITIES_KEY]: {},
  [CLIENT_INFO_KEY]: { name: 'test', version: '1' },
};

/** A modern request. */
export const modern = (
  method: string,
  params: Record<string, unknown> = {},
  meta: Record<string, unknown> = {},
  id: unknown = 1,
) => ({ jsonrpc: '2.0', id, method, params: { ...params, _meta: { ...ENVELOPE, ...meta } } });

/** The result of a response that must be a success. */
export function resultOf(response: JsonRpcResponse | null): Record<string, unknown> {
  if (!response || !('result' in response))
    throw new Error(`No result: ${JSON.stringify(response)}`);
  return response.result as Record<string, unknown>;
}

/** The error of a response that must be a failure. */
export function errorOf(response: JsonRpcResponse | null) {
  if (!response || !('error' in response)) throw new Error(`No error: ${JSON.stringify(response)}`);
  return response.error;
}

/** An exchange that remembers what was sent over it. */
export function listening(
  options: ConstructorParameters<typeof DirectExchange>[0] = {},
): DirectExchange & { readonly heard: JsonRpcNotification[] } {
  const heard: JsonRpcNotification[] = [];
  return Object.assign(
    new DirectExchange({ ...options, notify: (message) => void heard.push(message) }),
    { heard },
  );
}

/** An HTTP exchange with these headers. */
export function overHttp(
  headers: Readonly<Record<string, string>>,
  rest: Partial<McpExchange> = {},
): McpExchange {
  const map = new Map(Object.entries(headers));
  const read: McpHeaders = { get: (name) => map.get(name)?.trim() };
  return {
    transport: 'http',
    pushes: false,
    notify: () => undefined,
    signal: undefined,
    headers: read,
    ...rest,
  };
}

/** Resolves when a test says so. */
export function gate<T = void>(): {
  readonly opened: Promise<T>;
  readonly open: (value: T) => void;
} {
  let open!: (value: T) => void;
  const opened = new Promise<T>((resolve) => (open = resolve));
  return { opened, open };
}

/** Tools with every kind of result. */
@Injectable()
export class DeskTools {
  readonly calls: unknown[] = [];
  /** Waited for by `wait`, by name. */
  readonly gates = new Map<string, { readonly opened: Promise<unknown> }>();

  @Tool({
    name: 'echo',
    description: 'Say it again',
    readOnly: true,
    icons: [{ src: 'https://desk.example/echo.png', theme: 'dark' }],
    _meta: { 'example.desk/owner': 'support' },
  })
  echo(@ToolParam('text', { description: 'What to say' }) text: string) {
    this.calls.push(text);
    return `Echo: ${text}`;
  }

  @Tool({
    name: 'order',
    description: 'One order',
    title: 'Order',
    version: '2.0.0',
    tags: ['orders'],
    readOnly: true,
    output: {
      type: 'object',
      properties: { id: { type: 'string' }, total: { type: 'number' } },
      required: ['id'],
    },
  })
  order(@ToolParam('id', { description: 'Order number' }) id: string) {
    return { id, total: 42 };
  }

  @Tool({
    name: 'tags',
    description: 'All tags',
    readOnly: true,
    output: { type: 'array', items: { $ref: '#/$defs/tag' }, $defs: { tag: { type: 'string' } } },
  })
  tags() {
    return ['a', 'b'];
  }

  @Tool({ name: 'refund', description: 'Refund an order', mutating: true, confirm: true })
  refund(@ToolParam('id', { description: 'Order number' }) id: string) {
    this.calls.push(id);
    return { refunded: id };
  }

  @Tool({ name: 'admin', description: 'Only for some', scopes: ['admin:read', 'admin:all'] })
  admin() {
    return 'secret';
  }

  @Tool({ name: 'fail', description: 'Fails' })
  fail() {
    throw new Error('postgres://user:pw@host is down');
  }

  @Tool({ name: 'picture', description: 'A picture' })
  picture() {
    return ToolResult.content([
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'resource_link', uri: 'file:///a', name: 'a' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
    ]);
  }

  @Tool({ name: 'work', description: 'Reports as it goes' })
  work(@ToolCtx() context: ToolContext) {
    for (let done = 0; done <= 10; done++)
      context.reportProgress({ progress: done, total: 10, message: `step ${done}` });
    context.log('debug', 'details');
    context.log('info', { token: 'hunter2', step: 'half' }, 'desk');
    context.log('error', 'trouble');
    return 'done';
  }

  @Tool({ name: 'wait', description: 'Waits' })
  async wait(
    @ToolParam('gate', { description: 'Which' }) name: string,
    @ToolCtx() context: ToolContext,
  ) {
    this.calls.push(name);
    await this.gates.get(name)?.opened;
    return { principal: context.principal, aborted: context.signal.aborted };
  }

  @Tool({ name: 'who', description: 'Who calls' })
  who(@ToolCtx() context: ToolContext) {
    const { principal, channel, requestId, extra } = context;
    return { principal, channel, requestId, extra };
  }
}
