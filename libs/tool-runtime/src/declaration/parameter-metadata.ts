import * as messages from './declaration.messages.js';
import { writeRouteArgument } from './route-arguments.js';
import type { ParameterPipe } from './route-arguments.js';
import type { ToolParamOptions } from './tool-options.js';

const KEY = 'toolgate:parameters';

/** What one of our own parameter decorators recorded. */
export type ParameterMetadata =
  | {
      readonly kind: 'param';
      readonly name: string;
      readonly options: ToolParamOptions;
    }
  | { readonly kind: 'input' | 'context' };

/**
 * Makes a parameter decorator that Nest and the runtime both understand.
 * @param type Nest's number for the place the value comes from
 * @throws TypeError when it is used on anything but a parameter of a method
 */
export function toolParameterDecorator(
  decorator: string,
  metadata: ParameterMetadata,
  type: number,
  data: string | undefined,
  pipes: readonly ParameterPipe[],
): ParameterDecorator {
  return (target, method, index) => {
    if (method === undefined || typeof index !== 'number')
      throw new TypeError(
        messages.misplacedDecorator(
          decorator,
          `the constructor of ${(target as { name?: string }).name ?? 'a class'}`,
        ),
      );
    const host = target.constructor;
    writeRouteArgument(host, method, type, { index, data, pipes });
    const known = readParameterMetadata(host, method);
    Reflect.defineMetadata(KEY, new Map([...known, [index, metadata]]), host, method);
  };
}

/** What our own decorators say about the parameters of a method, by index; inherited where an override does not say otherwise. */
export function readParameterMetadata(
  host: object,
  method: string | symbol,
): ReadonlyMap<number, ParameterMetadata> {
  return (
    (Reflect.getMetadata(KEY, host, method) as
      ReadonlyMap<number, ParameterMetadata> | undefined) ?? new Map()
  );
}
