import { governedMethod, governedParameter } from '@toolgate/tool-runtime';
import type { ParameterPipe, ToolParamOptions } from '@toolgate/tool-runtime';
import { promptMethod } from './prompt.method.js';
import type { PromptOptions } from './prompt.options.js';

/**
 * Makes a method of a provider a prompt: messages that a person chooses to start or to go on with. It is listed, authorised, limited and audited like a tool, as
 * `prompt:<name>`.
 *
 * What goes in is said as with tools: `@PromptArg()` on each parameter, `@ToolInput()` with a DTO, or the `input` option. Clients send text; numbers and booleans are made of it.
 * The method returns a text, a message `{ role, content }`, a list of them, or `{ description, messages }`.
 *
 * @throws TypeError when it is used on anything but a method of instances with a textual name
 *
 * @example
 * ```ts
 * @Prompt({ name: 'triage', description: 'Triage an order that a customer complains about' })
 * triage(@PromptArg('order_id', { description: 'The order' }) orderId: string) {
 *   return `Look at the order ${orderId}: what went wrong, and what do we owe the customer?`;
 * }
 * ```
 */
export const Prompt = (options: PromptOptions): MethodDecorator =>
  governedMethod(promptMethod(options));

/**
 * One argument of a prompt. Everything is as with `@ToolParam()`; whether it is required is published.
 *
 * @param name what clients show and send
 * @param options what the schema says about it
 * @param pipes run on the checked value
 */
export const PromptArg = (
  name: string,
  options: ToolParamOptions = {},
  ...pipes: readonly ParameterPipe[]
): ParameterDecorator => governedParameter('@PromptArg()', name, options, pipes);
