import { CONTEXT_TYPE, INPUT_TYPE, ROUTE_ARGUMENTS_KEY } from '../declaration/route-arguments.js';
import type { DeclaredEnhancer } from './enhancer-metadata.js';

/** Where one parameter of a tool method takes its value from. */
export type ParameterSource =
  | { readonly from: 'context' }
  | { readonly from: 'input' }
  /** A member of the input, by its wire name. */
  | { readonly from: 'member'; readonly name: string }
  /** A decorator made with `createParamDecorator`. */
  | { readonly from: 'custom' }
  /** No decorator, or one for which a tool call has no value. */
  | { readonly from: 'nothing' };

/** What the parameters of a tool method receive, decided at boot. */
export interface ParameterLayout {
  readonly sources: readonly ParameterSource[];
  readonly pipes: readonly DeclaredEnhancer[];
}

interface ParameterMetadata {
  readonly index: number;
  readonly data?: unknown;
  readonly pipes?: readonly DeclaredEnhancer[];
  /** Present when the decorator was made with `createParamDecorator`. */
  readonly factory?: unknown;
}

/**
 * Reads the parameter decorators of a method.
 * @param parametersHost the class on which they are stored
 */
export function readParameterLayout(parametersHost: object, methodName: string): ParameterLayout {
  const metadata = Reflect.getMetadata(ROUTE_ARGUMENTS_KEY, parametersHost, methodName) as
    Readonly<Record<string, ParameterMetadata>> | undefined;
  const entries = Object.entries(metadata ?? {}).toSorted(([, a], [, b]) => a.index - b.index);
  const length = Math.max(0, ...entries.map(([, { index }]) => index + 1));
  const sources: ParameterSource[] = Array.from({ length }, () => ({ from: 'nothing' }));
  for (const [key, entry] of entries) sources[entry.index] = sourceOf(key, entry);
  return { sources, pipes: entries.flatMap(([, { pipes }]) => pipes ?? []) };
}

/** True when arguments can be laid out without running anybody's code. */
export function isPlain({ sources, pipes }: ParameterLayout): boolean {
  return pipes.length === 0 && sources.every(({ from }) => from !== 'custom');
}

/** The member of an input that belongs to a parameter: never anything inherited, so no name reaches a prototype. */
export function inputMember(input: unknown, name: string): unknown {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, name)
    ? (input as Record<string, unknown>)[name]
    : undefined;
}

function sourceOf(key: string, { data, factory }: ParameterMetadata): ParameterSource {
  if (factory !== undefined) return { from: 'custom' };
  switch (Number(key.split(':')[0])) {
    case CONTEXT_TYPE:
      return { from: 'context' };
    case INPUT_TYPE:
      return typeof data === 'string' ? { from: 'member', name: data } : { from: 'input' };
    default:
      return { from: 'nothing' };
  }
}
