import type { INestApplicationContext, Type } from '@nestjs/common';
import { ToolRegistry } from '@toolgate/tool-runtime';
import type { ToolDefinition } from '@toolgate/tool-runtime';
import { findReplacedHosts } from './replaced-hosts.js';
import { ToolExpectationError } from './tool-expectation.error.js';
import * as messages from './testing.messages.js';

/** Where tools are: a Nest application, context or testing module, what `toolTesting()` made of one, or its registry alone. */
export type ToolTestSource =
  INestApplicationContext | ToolRegistry | { readonly app: INestApplicationContext };

/** The registry of a source, and the application around it when that is known. */
export interface ToolsUnderTest {
  readonly registry: ToolRegistry;
  readonly app: INestApplicationContext | undefined;
}

/** @throws ToolExpectationError when there is no runtime in the application */
export function toolsOf(source: ToolTestSource): ToolsUnderTest {
  if (source instanceof ToolRegistry) return { registry: source, app: undefined };
  const app = 'app' in source ? source.app : source;
  return { registry: fromRuntime(app, ToolRegistry), app };
}

/**
 * A provider of the runtime.
 * @throws ToolExpectationError when there is none
 */
export function fromRuntime<T>(app: INestApplicationContext, token: Type<T> | symbol): T {
  try {
    return app.get<T>(token, { strict: false });
  } catch (cause) {
    throw new ToolExpectationError(messages.NO_RUNTIME, { cause });
  }
}

/**
 * A tool that must be there.
 * @throws ToolExpectationError saying why it probably is not
 */
export function existingTool(tools: ToolsUnderTest, name: string): ToolDefinition {
  const tool = tools.registry.getDefinition(name);
  if (tool) return tool;
  throw new ToolExpectationError(
    messages.noSuchTool(name, registeredNames(tools), replacedHostsOf(tools)),
  );
}

/** Names of every tool, hidden ones too, in the order of their registration. */
export function registeredNames({ registry }: ToolsUnderTest): readonly string[] {
  return registry.getDefinitions().map((tool) => tool.name);
}

/** Providers that a test has replaced, so that tools of theirs are missing. */
export function replacedHostsOf({ registry, app }: ToolsUnderTest) {
  return app ? findReplacedHosts(app, registry) : [];
}
