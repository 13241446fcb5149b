import type { INestApplicationContext } from '@nestjs/common';
import type { NestFactory } from '@nestjs/core';
import type { Awaitable, ToolContext } from '@toolgate/tool-runtime';
import type { Readable, Writable } from 'node:stream';
import type { StdioEnd } from './stdio-connection.js';

/** What `NestFactory.createApplicationContext` accepts. */
export type StdioNestOptions = Pick<ContextOptions, keyof ContextOptions>;

type ContextOptions = NonNullable<Parameters<typeof NestFactory.createApplicationContext>[1]>;

/** Options of {@link McpStdio.serve}. */
export interface McpStdioOptions {
  /** Name of the server, when the application has several. */
  readonly server?: string;
  /**
   * Who the client is, decided once per connection: the process that started this one, trusted with everything its user may do. Narrow the
   * scopes here, or read them from the environment.
   * @default ToolContext.stdio()
   */
  readonly context?: ToolContext | ((app: INestApplicationContext) => Awaitable<ToolContext>);
  /** How long running calls may go on after the client has gone or the process was asked to end, milliseconds. @default 5000 */
  readonly shutdownTimeoutMs?: number;
  /** Longest message, bytes. A longer one is refused and skipped. @default 10485760 (10 MiB) */
  readonly maxLineBytes?: number;
  /** Most output that may wait for a client that does not read, UTF-16 code units; beyond it the client counts as gone. @default 134217728 (128 Mi) */
  readonly maxQueuedOutput?: number;
  /** Options of the application context that `serve` creates; its logger prints to standard error anyway. */
  readonly nest?: StdioNestOptions;
  /** @default process.stdin */
  readonly stdin?: Readable;
  /** A stream of your own is not guarded. @default process.stdout, guarded */
  readonly stdout?: Writable;
  /** Ends the process, once everything is over. @default process.exit for a module; nothing for an application of yours */
  readonly exit?: (code: number) => void;
}

/** {@link McpStdioOptions}, every default filled in. */
export interface ResolvedMcpStdioOptions extends McpStdioOptions {
  readonly shutdownTimeoutMs: number;
  readonly maxLineBytes: number;
  readonly maxQueuedOutput: number;
}

/** A server that serves. */
export interface McpStdioHandle {
  readonly app: INestApplicationContext;
  /** Resolves when everything is over: calls, application, output. Tells why it ended. */
  readonly closed: Promise<StdioEnd>;
  /** Ends it in order, as the end of the input does. */
  close(): Promise<void>;
}
