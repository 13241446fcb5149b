import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import { lastOfObservable } from './last-of-observable.js';
import { inputMember } from './parameter-layout.js';
import type { ParameterLayout } from './parameter-layout.js';

/** Any method of a provider. */
export type ToolMethod = (this: unknown, ...args: unknown[]) => unknown;

/** Calls a method with its arguments in place. */
export type DirectCall = (
  instance: object,
  context: ToolContext,
  input: unknown,
) => Awaitable<unknown>;

type Pick = (context: ToolContext, input: unknown) => unknown;

/**
 * Prepares the call of a method that nothing wraps. What is synchronous stays synchronous: without decorators that run
 * code, Nest's own machinery would add nothing but promises.
 */
export function directCall(method: ToolMethod, layout: ParameterLayout): DirectCall {
  const picks = layout.sources.map(pickOf);
  return (instance, context, input) => {
    const args: unknown[] = [];
    for (const pick of picks) args.push(pick(context, input));
    return lastOfObservable(method.apply(instance, args), context);
  };
}

function pickOf(source: ParameterLayout['sources'][number]): Pick {
  switch (source.from) {
    case 'context':
      return (context) => context;
    case 'input':
      return (_context, input) => input;
    case 'member':
      return (_context, input) => inputMember(input, source.name);
    default:
      return () => undefined;
  }
}
