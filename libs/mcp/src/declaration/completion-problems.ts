import type { GovernedFacts } from '@toolgate/tool-runtime';
import type { CompletionSource } from './completion.options.js';
import * as messages from './declaration.messages.js';
import { propertiesOf } from './schema-properties.js';

/** What is wrong with the `complete` option of a prompt or template. */
export function completionProblems(
  complete: Readonly<Record<string, CompletionSource>>,
  { inputSchema }: GovernedFacts,
): string[] {
  const properties = propertiesOf(inputSchema);
  return Object.entries(complete).flatMap(([name, source]) => [
    ...(properties.has(name)
      ? []
      : [messages.badMember(`complete.${name}`, 'an argument of the method', name)]),
    ...(typeof source === 'function' || Array.isArray(source)
      ? []
      : [messages.badMember(`complete.${name}`, 'a function or a list of texts', source)]),
  ]);
}
