import type { INestApplicationContext } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import { ToolContext } from '@toolgate/tool-runtime';
import type { Awaitable } from '@toolgate/tool-runtime';
import type { Readable, Writable } from 'node:stream';
import { McpConfigurationError } from '../mcp-configuration.error.js';
import { guardedStdout } from './guard/stdout-guard.js';
import type { LineSink } from './line-writer.js';
import { resolveStdioOptions } from './mcp-stdio.options.resolver.js';
import type {
  McpStdioHandle,
  McpStdioOptions,
  ResolvedMcpStdioOptions,
} from './mcp-stdio.options.js';
import { openApplication } from './stdio-application.js';
import type { McpStdioSource } from './stdio-application.js';
import { findStdioServer } from './stdio-server.finder.js';
import { StdioServing } from './stdio-serving.js';
import { notAContext, serving, terminalInput } from './stdio.messages.js';

/** Serves an application over standard input and output, to the client that started the process. */
export class McpStdio {
  /**
   * Serves until the client closes standard input or stops reading, or the process gets SIGTERM or SIGINT. Then: no more messages; running calls
   * may finish within `shutdownTimeoutMs` and are cancelled after that (a signal meanwhile cancels them at once); the application is closed;
   * what is still to be said is written.
   *
   * Given a module, this creates the application and owns the process. At most two seconds after the calls have ended the process exits with
   * code 0, whatever timers and sockets are open. An uncaught exception or an unhandled rejection is printed to standard error and ends the
   * process in the same order with code 1, without waiting for calls; an application that handles `uncaughtException` itself decides instead.
   *
   * Given an application, this closes it at the end and leaves the process alone; use `app.enableShutdownHooks()` for signals.
   *
   * From the moment this is called, nothing else gets to standard output ({@link guardStdout}). A promise of the module lets even its import
   * happen behind the guard.
   *
   * @param source a module, an application context, or a promise of either
   * @returns once it serves
   * @throws McpConfigurationError when an option is wrong or the application has no such server
   * @throws whatever creating the application throws
   *
   * @example
   * ```ts
   * await McpStdio.serve(import('./app.module.js').then(({ AppModule }) => AppModule));
   * ```
   */
  static async serve(
    source: Awaitable<McpStdioSource>,
    options: McpStdioOptions = {},
  ): Promise<McpStdioHandle> {
    const resolved = resolveStdioOptions(options);
    const output = resolved.stdout ? unguarded(resolved.stdout) : guardedStdout();
    const input = resolved.stdin ?? process.stdin;
    const { app, isOurs } = await openApplication(await source, resolved);
    try {
      const server = findStdioServer(app, resolved.server);
      const context = await contextOf(app, resolved);
      announce(server.name, input);
      const connection = server.connect(context, input, output, resolved);
      const exit = resolved.exit ?? (isOurs ? endProcess : undefined);
      const handle = new StdioServing(app, server, connection, resolved.shutdownTimeoutMs, exit);
      handle.begin({ ownsProcess: isOurs && !resolved.stdin });
      return handle;
    } catch (error) {
      if (isOurs) await app.close();
      throw error;
    }
  }
}

function endProcess(code: number): void {
  process.exit(code);
}

function unguarded(stream: Writable): LineSink {
  return { stream, write: (text, done) => stream.write(text, done) };
}

async function contextOf(
  app: INestApplicationContext,
  { context = ToolContext.stdio() }: ResolvedMcpStdioOptions,
): Promise<ToolContext> {
  const caller = typeof context === 'function' ? await context(app) : context;
  if (!ToolContext.is(caller)) throw new McpConfigurationError([notAContext()]);
  return caller;
}

function announce(server: string, input: Readable): void {
  const logger = new Logger('McpStdio');
  logger.log(serving(server));
  if ('isTTY' in input && input.isTTY) logger.warn(terminalInput());
}
