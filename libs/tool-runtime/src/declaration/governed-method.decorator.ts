import { markMethod } from './marked-method.js';
import type { GovernedMethod } from './governed-method.js';
import { readParameterMetadata, toolParameterDecorator } from './parameter-metadata.js';
import { INPUT_TYPE } from './route-arguments.js';
import type { ParameterPipe } from './route-arguments.js';
import type { ToolParamOptions } from './tool-options.js';

const GOVERNED_KEY = 'toolgate:governed';

/**
 * Makes the decorator of a {@link GovernedMethod}. One method may be several things, a tool among them.
 * @throws TypeError when it is used on anything but a method of instances with a textual name
 *
 * @example
 * ```ts
 * export const Prompt = (options: PromptOptions): MethodDecorator => governedMethod(promptMethod(options));
 * ```
 */
export function governedMethod(method: GovernedMethod): MethodDecorator {
  return (target, name, descriptor) => {
    const handler = markMethod(method.decorator, target, name, descriptor);
    // Decorators of parameters have run by now, and so has the compiler's own.
    const own = withImpliedInput(method, declaresArguments(target, name));
    const others = readGovernedMethods(handler);
    Reflect.defineMetadata(GOVERNED_KEY, [own, ...others], handler);
  };
}

/**
 * Makes the decorator of one argument, under a name of its own in messages; everything else is as with `@ToolParam()`.
 * @param decorator as it is written: `@PromptArg()`
 */
export function governedParameter(
  decorator: string,
  name: string,
  options: ToolParamOptions,
  pipes: readonly ParameterPipe[],
): ParameterDecorator {
  return toolParameterDecorator(
    decorator,
    { kind: 'param', name, options },
    INPUT_TYPE,
    name,
    pipes,
  );
}

/** What a method is besides a tool, in the order it is written. */
export function readGovernedMethods(method: unknown): readonly GovernedMethod[] {
  return typeof method === 'function'
    ? ((Reflect.getMetadata(GOVERNED_KEY, method) as readonly GovernedMethod[] | undefined) ?? [])
    : [];
}

/** An argument, or a DTO for all of them; a bare object type says only where the arguments arrive. */
function declaresArguments(target: object, name: string | symbol): boolean {
  const types = Reflect.getMetadata('design:paramtypes', target, name) as
    readonly unknown[] | undefined;
  return [...readParameterMetadata(target.constructor, name)].some(
    ([index, { kind }]) =>
      kind === 'param' || (kind === 'input' && (types?.[index] ?? Object) !== Object),
  );
}

/** A method without arguments of its own takes those its kind implies. */
export function withImpliedInput(method: GovernedMethod, declares: boolean): GovernedMethod {
  const { options, impliedInput } = method;
  if (declares || impliedInput === undefined || options.input !== undefined) return method;
  return { ...method, options: { ...options, input: impliedInput } };
}
