import { ConsoleLogger } from '@nestjs/common';
import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { McpConfigurationError } from '../mcp-configuration.error.js';
import type { McpStdioOptions } from './mcp-stdio.options.js';
import { notServable } from './stdio.messages.js';

/** What can be served: a module, or an application that exists already. */
export type McpStdioSource = Type | DynamicModule | INestApplicationContext;

/** An application to serve, and whether it was created for that. */
export interface StdioApplication {
  readonly app: INestApplicationContext;
  readonly isOurs: boolean;
}

/**
 * The application of a source, ready to be called.
 * @throws McpConfigurationError for what is neither module nor application
 * @throws whatever creating it throws
 */
export async function openApplication(
  source: McpStdioSource,
  { nest }: McpStdioOptions,
): Promise<StdioApplication> {
  if (isApplication(source)) return { app: await source.init(), isOurs: false };
  if (!isModule(source)) throw new McpConfigurationError([notServable(source)]);
  const app = await NestFactory.createApplicationContext(source, {
    logger: new ConsoleLogger(colours()),
    // The error belongs to whoever calls; Nest would end the process.
    abortOnError: false,
    ...nest,
  });
  return { app, isOurs: true };
}

/** Nest looks at the environment only, and the log of a client is rarely a terminal. */
function colours(): { readonly colors?: false } {
  return process.stderr.isTTY ? {} : { colors: false };
}

function isApplication(source: McpStdioSource): source is INestApplicationContext {
  return (
    typeof source === 'object' &&
    source !== null &&
    'get' in source &&
    'close' in source &&
    typeof source.close === 'function'
  );
}

function isModule(source: unknown): boolean {
  return (
    typeof source === 'function' ||
    (typeof source === 'object' && source !== null && 'module' in source)
  );
}
