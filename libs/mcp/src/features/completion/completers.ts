import type { KindRegistry, ToolContext, ToolDefinition } from '@toolgate/tool-runtime';
import { completionMethod, completionName } from '../../declaration/completion.method.js';
import type { CompletionRequest, CompletionSource } from '../../declaration/completion.options.js';
import { PROMPT_KIND, RESOURCE_KIND } from '../../declaration/kinds.js';
import { PromptDetails } from '../../declaration/prompt.method.js';
import { ResourceDetails } from '../../declaration/resource.method.js';
import { propertiesOf } from '../../declaration/schema-properties.js';

/**
 * Finds who completes an argument: a method with `@Completes()`, else what the declaration of the prompt or template gives, else the values its schema allows. The
 * latter two become methods of the runtime when they are first needed, so that they are governed like the first.
 */
export class Completers {
  constructor(private readonly registry: Pick<KindRegistry, 'get' | 'register'>) {}

  /** Whether an argument of one of these has suggestions. */
  isAny(targets: readonly ToolDefinition[]): boolean {
    return targets.some((target) =>
      [...propertiesOf(target.input.schema).keys()].some(
        (argument) => this.registry.get(nameFor(target, argument)) ?? sourceOf(target, argument),
      ),
    );
  }

  /** @returns the name of the completion; undefined when nobody completes this argument */
  nameOf(target: ToolDefinition, argument: string): string | undefined {
    const { kind, localName } = target;
    const name = nameFor(target, argument);
    const existing = this.registry.get(name);
    // What was made for a prompt that has been replaced since is not for its successor.
    if (existing && (!(existing.details instanceof MadeFor) || existing.details.target === target))
      return name;
    const source = sourceOf(target, argument);
    if (!source) return undefined;
    const { scopes, scopesMode } = target;
    const method = completionMethod({
      scopes,
      scopesMode,
      argument,
      ...(kind === PROMPT_KIND ? { prompt: localName } : { resourceTemplate: localName }),
    });
    this.registry.register({ ...method, details: new MadeFor(target) }, asFunction(source), {
      replace: true,
    });
    return name;
  }
}

/** Marks a completer that no method declares. */
class MadeFor {
  constructor(readonly target: ToolDefinition) {}
}

function nameFor({ kind, localName }: ToolDefinition, argument: string): string {
  return completionName({
    kind: kind === PROMPT_KIND ? PROMPT_KIND : RESOURCE_KIND,
    name: localName,
    argument,
  });
}

function sourceOf(target: ToolDefinition, argument: string): CompletionSource | undefined {
  const { details } = target;
  if (details instanceof PromptDetails || details instanceof ResourceDetails) {
    const { complete } = details;
    if (Object.hasOwn(complete, argument)) return complete[argument];
  }
  return allowedValues(propertiesOf(target.input.schema).get(argument));
}

function allowedValues(
  property: Readonly<Record<string, unknown>> | undefined,
): readonly string[] | undefined {
  if (property?.['type'] === 'boolean') return ['true', 'false'];
  const values = property?.['enum'];
  return Array.isArray(values) ? values.map(String) : undefined;
}

function asFunction(
  source: CompletionSource,
): (request: CompletionRequest, context: ToolContext) => unknown {
  if (typeof source === 'function') return source;
  return ({ value }) => {
    const begun = value.toLowerCase();
    return source.filter((candidate) => candidate.toLowerCase().startsWith(begun));
  };
}
