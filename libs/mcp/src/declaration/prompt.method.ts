import type { GovernedFacts, GovernedMethod } from '@toolgate/tool-runtime';
import { completionProblems } from './completion-problems.js';
import type { CompletionSource } from './completion.options.js';
import * as messages from './declaration.messages.js';
import { PROMPT_KIND } from './kinds.js';
import type { PromptOptions } from './prompt.options.js';
import { promptShape } from './prompt.shape.js';
import { propertiesOf } from './schema-properties.js';

/** What only this module knows of a prompt. */
export class PromptDetails {
  constructor(readonly complete: Readonly<Record<string, CompletionSource>>) {}
}

/** A prompt, as the runtime takes it. */
export function promptMethod(options: PromptOptions): GovernedMethod {
  const { complete = {}, ...governance } = options;
  return {
    kind: PROMPT_KIND,
    decorator: '@Prompt',
    options: { ...governance, readOnly: true },
    details: new PromptDetails(complete),
    shape: promptShape,
    check: (facts) => [...textProblems(facts), ...completionProblems(complete, facts)],
  };
}

const FROM_TEXT: ReadonlySet<unknown> = new Set(['number', 'integer', 'boolean']);

/** Clients send text; what repair makes of it may be a number or a boolean, and what is richer has no form for a person to fill in. */
function textProblems({ inputSchema, repairs }: GovernedFacts): string[] {
  return [...propertiesOf(inputSchema)].flatMap(([name, { type }]) => {
    if (type === undefined) return [];
    const types: readonly unknown[] = Array.isArray(type) ? type : [type];
    if (types.includes('string')) return [];
    const named = types.join(' or ');
    if (!types.some((one) => FROM_TEXT.has(one))) return [messages.argumentNotText(name, named)];
    return repairs ? [] : [messages.argumentNotRepaired(name, named)];
  });
}
