import type { GovernedMethod, JsonSchema } from '@toolgate/tool-runtime';
import type { CompletesOptions } from './completion.options.js';
import { completionShape } from './completion.shape.js';
import * as messages from './declaration.messages.js';
import { COMPLETION_KIND, PROMPT_KIND, RESOURCE_KIND } from './kinds.js';
import { ResourceDetails } from './resource.method.js';
import { propertiesOf } from './schema-properties.js';

/** Longest beginning of a value that is completed, characters. */
const LONGEST_VALUE = 4096;

const INPUT: JsonSchema = Object.freeze({
  type: 'object',
  properties: {
    value: { type: 'string', maxLength: LONGEST_VALUE },
    arguments: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['value', 'arguments'],
  additionalProperties: false,
});

/** Of what something is a completion. */
export interface CompletionTarget {
  readonly kind: typeof PROMPT_KIND | typeof RESOURCE_KIND;
  /** Of the prompt or template. */
  readonly name: string;
  readonly argument: string;
}

/** The one name that the completion of an argument has. */
export function completionName({ kind, name, argument }: CompletionTarget): string {
  return `${kind}:${name}#${argument}`;
}

/** A completion, as the runtime takes it. */
export function completionMethod(options: CompletesOptions): GovernedMethod {
  const { prompt, resourceTemplate, argument, description, ...governance } = options;
  const target: CompletionTarget = {
    kind: prompt === undefined ? RESOURCE_KIND : PROMPT_KIND,
    name: prompt ?? resourceTemplate ?? '',
    argument,
  };
  const isOne = (prompt === undefined) !== (resourceTemplate === undefined) && Boolean(argument);
  return {
    kind: COMPLETION_KIND,
    decorator: '@Completes',
    namePattern: /^/,
    options: {
      ...governance,
      name: completionName(target),
      description:
        description ?? `Suggestions for ${argument} of the ${target.kind} ${target.name}`,
      readOnly: true,
      hidden: true,
      input: INPUT,
    },
    follows: { kind: target.kind, name: target.name },
    shape: completionShape,
    check: () => (isOne ? [] : [messages.completionNeedsOneTarget()]),
    checkReferences: (find) => {
      if (!isOne) return [];
      const found = find(target.kind, target.name);
      if (!found || !canBeCompleted(target.kind, found.details))
        return [messages.completionOfNothing(wordOf(target.kind), target.name)];
      return propertiesOf(found.inputSchema).has(argument)
        ? []
        : [messages.completionOfNoArgument(wordOf(target.kind), target.name, argument)];
    },
  };
}

function canBeCompleted(kind: string, details: unknown): boolean {
  return (
    kind === PROMPT_KIND || (details instanceof ResourceDetails && details.template !== undefined)
  );
}

function wordOf(kind: string): string {
  return kind === PROMPT_KIND ? 'prompt' : 'resource template';
}
