import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ToolContext, ToolRegistry } from '@toolgate/tool-runtime';
import type { ToolContextOptions, ToolResult } from '@toolgate/tool-runtime';
import { AppModule } from '../../src/app.module.js';
import { PEOPLE } from '../../src/identity/people.js';

/** The running support desk and a way to call its tools. */
export interface SupportDesk {
  readonly app: INestApplicationContext;
  readonly call: (tool: string, args: object, context: ToolContext) => Promise<ToolResult>;
}

/** Opens the desk with its data as it is at every start. Close `app` when done. */
export async function openSupportDesk(): Promise<SupportDesk> {
  const app = await NestFactory.createApplicationContext(AppModule, {
    logger: false,
    abortOnError: false,
  });
  const registry = app.get(ToolRegistry);
  return { app, call: (tool, args, context) => registry.call(tool, args, context) };
}

/** A context as the web edge of the desk makes it for the person behind a demo token. */
function callerFor(token: string): (options?: ToolContextOptions) => ToolContext {
  const person = PEOPLE.get(token);
  if (!person) throw new Error(`nobody has the token ${token}`);
  return (options = {}) =>
    ToolContext.web({ ...options, principal: person.id, scopes: person.scopes });
}

export const agent = callerFor('demo-agent');
export const manager = callerFor('demo-manager');
export const auditor = callerFor('demo-auditor');
