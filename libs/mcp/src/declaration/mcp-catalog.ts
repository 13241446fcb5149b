import { Injectable } from '@nestjs/common';
import { ToolRegistry } from '@toolgate/tool-runtime';
import type { Awaitable, InputOf, ToolContext } from '@toolgate/tool-runtime';
import { PROMPT_KIND, RESOURCE_KIND } from './kinds.js';
import { promptMethod } from './prompt.method.js';
import type { PromptOptions } from './prompt.options.js';
import { resourceMethod, resourceTemplateMethod } from './resource.method.js';
import type { ResourceOptions, ResourceTemplateOptions } from './resource.options.js';

/** Whether something may take the place of what has its name. Calls that run already end on the old one. */
interface Behaviour {
  readonly replace?: boolean;
}

/** What a handler of a template receives: its own schema's output, or the variables as texts. */
type VariablesOf<Schema> = Schema extends undefined
  ? Readonly<Record<string, string>>
  : InputOf<Schema>;

/**
 * Adds and removes prompts and resources while the application runs; they are governed like declared ones, and clients that listen hear of it once per tick. Prompts and
 * resources belong to the application: every server shows what its view lets through.
 *
 * Every `register…` throws a `ToolBootError` when the declaration is wrong, and a `ToolAlreadyRegisteredError` when name or URI is taken.
 *
 * @example
 * ```ts
 * catalog.registerResource({ uri: 'status://today', name: 'status', description: 'How things are' }, () => this.status.text());
 * ```
 */
@Injectable()
export class McpCatalog {
  constructor(private readonly registry: ToolRegistry) {}

  /** @param handler receives the validated arguments and the caller's context, and returns what a method with `@Prompt()` may return */
  registerPrompt<Schema extends PromptOptions['input'] = undefined>(
    options: PromptOptions & { readonly input?: Schema },
    handler: (input: InputOf<Schema>, context: ToolContext) => Awaitable<unknown>,
    behaviour?: Behaviour,
  ): void {
    this.registry.ofKind(PROMPT_KIND).register(promptMethod(options), handler, behaviour);
  }

  /** @param handler receives the caller's context, and returns what a method with `@Resource()` may return */
  registerResource(
    options: ResourceOptions,
    handler: (context: ToolContext) => Awaitable<unknown>,
    behaviour?: Behaviour,
  ): void {
    this.registry
      .ofKind(RESOURCE_KIND)
      .register(resourceMethod(options), (_nothing, context) => handler(context), behaviour);
  }

  /** @param handler receives the validated variables and the caller's context */
  registerResourceTemplate<Schema extends ResourceTemplateOptions['input'] = undefined>(
    options: ResourceTemplateOptions & { readonly input?: Schema },
    handler: (variables: VariablesOf<Schema>, context: ToolContext) => Awaitable<unknown>,
    behaviour?: Behaviour,
  ): void {
    this.registry
      .ofKind(RESOURCE_KIND)
      .register(resourceTemplateMethod(options), handler, behaviour);
  }

  /** @returns false when there was none of this name */
  unregisterPrompt(name: string): boolean {
    return this.registry.ofKind(PROMPT_KIND).unregister(name);
  }

  /** A resource or a template. @returns false when there was none of this name */
  unregisterResource(name: string): boolean {
    return this.registry.ofKind(RESOURCE_KIND).unregister(name);
  }
}
