import { unusableNameReason } from './argument-names.js';
import * as messages from './declaration.messages.js';
import { readGovernedMethods } from './governed-method.decorator.js';
import type { GovernedMethod } from './governed-method.js';
import { readParameterMetadata } from './parameter-metadata.js';
import { readRouteArguments } from './route-arguments.js';
import { readToolOptions } from './tool.decorator.js';
import type { ToolDeclaration, ToolParameter } from './tool-declaration.js';
import type { ToolOptions } from './tool-options.js';

/**
 * Reads what a method declares as a tool. Runs no code of the host's.
 *
 * @param prototype of the provider's class; inherited methods count
 * @returns undefined for a method that is no tool
 */
export function readToolDeclaration(
  prototype: object,
  methodName: string,
): ToolDeclaration | undefined {
  const method = methodOf(prototype, methodName);
  const options = readToolOptions(method);
  if (method === undefined || options === undefined) return undefined;
  return declarationOf(prototype, methodName, method, options, '@Tool');
}

/** Reads everything a method declares: a tool, methods of other kinds, or several of them. */
export function readDeclarations(
  prototype: object,
  methodName: string,
): readonly ToolDeclaration[] {
  const method = methodOf(prototype, methodName);
  const tool = readToolDeclaration(prototype, methodName);
  const others = readGovernedMethods(method).map((governed: GovernedMethod) => ({
    ...declarationOf(prototype, methodName, method!, governed.options, governed.decorator),
    governed,
  }));
  return tool ? [tool, ...others] : others;
}

function declarationOf(
  prototype: object,
  methodName: string,
  method: (...args: never[]) => unknown,
  options: ToolOptions,
  decorator: string,
): ToolDeclaration {
  const host = prototype.constructor;
  const label = `${host.name || 'anonymous class'}.${methodName}`;
  const parameters = readParameters(prototype, host, methodName, method.length);
  const decorated = readParameterMetadata(host, methodName).size > 0;
  return {
    label,
    options,
    parameters,
    problems: [
      ...styleProblems(label, parameters, options.input !== undefined, decorator),
      ...parameterProblems(label, parameters, { decorated, length: method.length, options }),
      ...repeatedDecorators(label, host, methodName),
    ],
  };
}

function methodOf(prototype: object, name: string): ((...args: never[]) => unknown) | undefined {
  for (
    let level: object | null = prototype;
    level;
    level = Object.getPrototypeOf(level) as object | null
  ) {
    const descriptor = Object.getOwnPropertyDescriptor(level, name);
    // An accessor is not called: reading it could have effects.
    if (descriptor)
      return typeof descriptor.value === 'function'
        ? (descriptor.value as (...args: never[]) => unknown)
        : undefined;
  }
  return undefined;
}

function readParameters(
  prototype: object,
  host: object,
  methodName: string,
  length: number,
): readonly ToolParameter[] {
  const types = (Reflect.getMetadata('design:paramtypes', prototype, methodName) ??
    []) as readonly unknown[];
  const ours = readParameterMetadata(host, methodName);
  const stored = readRouteArguments(host, methodName);
  // What @Tool itself stores for an undecorated method says nothing about its parameters.
  const others = new Map(
    stored
      .filter(({ kind }) => kind === 'custom' || kind === 'foreign')
      .map(({ index, kind }) => [index, kind as 'custom' | 'foreign']),
  );
  const count = Math.max(
    length,
    types.length,
    ...[...ours.keys(), ...others.keys()].map((index) => index + 1),
  );
  return Array.from({ length: count }, (_none, index): ToolParameter => {
    const metadata = ours.get(index);
    const designType = types[index];
    if (metadata?.kind === 'param')
      return { kind: 'param', index, name: metadata.name, options: metadata.options, designType };
    if (metadata?.kind === 'input') return { kind: 'input', index, designType };
    return { kind: metadata ? 'context' : (others.get(index) ?? 'undeclared'), index };
  });
}

function styleProblems(
  label: string,
  parameters: readonly ToolParameter[],
  hasSchema: boolean,
  decorator: string,
): readonly string[] {
  const problems: string[] = [];
  const inputs = parameters.filter(({ kind }) => kind === 'input').map(({ index }) => index);
  const styles: string[] = [];
  if (parameters.some(({ kind }) => kind === 'param')) styles.push('@ToolParam() on parameters');
  // A schema says what goes in, @ToolInput() then only where it arrives.
  if (hasSchema) styles.push(`the input option of ${decorator}`);
  else if (inputs.length > 0) styles.push('@ToolInput() with a DTO');
  if (styles.length > 1) problems.push(messages.twoInputStyles(label, styles));
  if (inputs.length > 1) problems.push(messages.severalInputs(label, inputs));
  return problems;
}

function parameterProblems(
  label: string,
  parameters: readonly ToolParameter[],
  method: {
    readonly decorated: boolean;
    readonly length: number;
    readonly options: { readonly input?: unknown };
  },
): readonly string[] {
  const problems: string[] = [];
  const seen = new Map<string, number>();
  const receivesInput =
    !method.decorated &&
    method.options.input !== undefined &&
    parameters.every(({ kind }) => kind === 'undeclared');
  for (const parameter of parameters) {
    const { index } = parameter;
    if (parameter.kind === 'param') {
      const reason = unusableNameReason(parameter.name, true);
      const first = seen.get(parameter.name);
      if (reason !== undefined)
        problems.push(messages.badParameterName(label, index, parameter.name, reason));
      else if (first !== undefined)
        problems.push(messages.duplicateParameter(label, parameter.name, first, index));
      else seen.set(parameter.name, index);
    } else if (parameter.kind === 'foreign') problems.push(messages.foreignParameter(label, index));
    else if (parameter.kind === 'undeclared') {
      // Behind the parameters that `length` counts come those with a default of the language.
      const filled = (receivesInput && index < 2) || index >= method.length;
      if (!filled) problems.push(messages.undeclaredParameter(label, index));
    }
  }
  return problems;
}

function repeatedDecorators(label: string, host: object, methodName: string): readonly string[] {
  const counts = new Map<number, number>();
  for (const { index } of readRouteArguments(host, methodName))
    counts.set(index, (counts.get(index) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([index]) => messages.twiceDecorated(label, index));
}
