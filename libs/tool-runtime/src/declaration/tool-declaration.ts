import type { GovernedMethod } from './governed-method.js';
import type { ToolOptions, ToolParamOptions } from './tool-options.js';

/** One parameter of a tool method. */
export type ToolParameter =
  | {
      /** `@ToolParam(name)`: one argument. */
      readonly kind: 'param';
      readonly index: number;
      /** What callers write. */
      readonly name: string;
      readonly options: ToolParamOptions;
      /** The type TypeScript recorded, if it recorded one. */
      readonly designType: unknown;
    }
  | {
      /** `@ToolInput()`: all arguments together. */
      readonly kind: 'input';
      readonly index: number;
      readonly designType: unknown;
    }
  | {
      /**
       * `context`: `@ToolCtx()`. `custom`: a decorator of the host's own, made with `createParamDecorator`. `foreign`: a decorator
       * for which a tool call has no value, such as `@Query()`. `undeclared`: no decorator.
       */
      readonly kind: 'context' | 'custom' | 'foreign' | 'undeclared';
      readonly index: number;
    };

/** What a method decorated with `@Tool`, or declared to be of another kind, says about itself. */
export interface ToolDeclaration {
  /** `Class.method`, as messages name it. */
  readonly label: string;
  readonly options: ToolOptions;
  /** What makes it more than a tool; absent for a tool. */
  readonly governed?: GovernedMethod;
  /** By index, without gaps. */
  readonly parameters: readonly ToolParameter[];
  /** Why the declaration makes no sense as it stands; complete sentences for the boot error. */
  readonly problems: readonly string[];
}
