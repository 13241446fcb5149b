import type { PipeTransform, Type } from '@nestjs/common';

/** Nest's key for parameter decorators. Its scanner binds parameter pipes, and its creators run custom parameter decorators, for this key only. */
export const ROUTE_ARGUMENTS_KEY = '__routeArguments__';
/** Nest's `@Body()`: the type whose parameters its validation pipes do not skip. */
export const INPUT_TYPE = 3;
/**
 * A type of ours beside Nest's own: pipes take it for custom, and where the method is a route as well the router has no value for it.
 * Nest's `@Response()` in its place would make such a route wait for somebody to answer.
 */
export const CONTEXT_TYPE = 1000;
/** Part of the keys under which `createParamDecorator` stores. */
const CUSTOM_MARK = '__customRouteArgs__';

/** A pipe as Nest takes it. */
export type ParameterPipe = Type<PipeTransform> | PipeTransform;

interface RouteArgument {
  readonly index: number;
  readonly data: string | undefined;
  readonly pipes: readonly ParameterPipe[];
}

/** What a stored parameter decorator is, as far as a tool can tell. */
export type RouteArgumentKind = 'input' | 'context' | 'custom' | 'foreign';

/** Records a parameter decorator where Nest looks for it. An override that decorates a parameter again replaces what its parent said of it. */
export function writeRouteArgument(
  host: object,
  method: string | symbol,
  type: number,
  argument: RouteArgument,
): void {
  const inherited = readEntries(Object.getPrototypeOf(host) as object, method);
  const kept = Object.entries(readEntries(host, method)).filter(
    ([key, entry]) => entry.index !== argument.index || entry !== inherited[key],
  );
  Reflect.defineMetadata(
    ROUTE_ARGUMENTS_KEY,
    { ...Object.fromEntries(kept), [`${type}:${argument.index}`]: argument },
    host,
    method,
  );
}

/** Every decorated parameter of a method, inherited ones included; one parameter appears as often as it is decorated. */
export function readRouteArguments(
  host: object,
  method: string,
): readonly { readonly index: number; readonly kind: RouteArgumentKind }[] {
  return Object.entries(readEntries(host, method)).map(([key, { index }]) => ({
    index,
    kind: kindOf(key),
  }));
}

function kindOf(key: string): RouteArgumentKind {
  if (key.includes(CUSTOM_MARK)) return 'custom';
  const type = Number(key.split(':')[0]);
  if (type === INPUT_TYPE) return 'input';
  return type === CONTEXT_TYPE ? 'context' : 'foreign';
}

function readEntries(host: object, method: string | symbol): Record<string, RouteArgument> {
  return (
    (Reflect.getMetadata(ROUTE_ARGUMENTS_KEY, host, method) as
      Record<string, RouteArgument> | undefined) ?? {}
  );
}
