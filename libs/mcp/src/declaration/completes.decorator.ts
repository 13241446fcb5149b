import { governedMethod } from '@toolgate/tool-runtime';
import { completionMethod } from './completion.method.js';
import type { CompletesOptions } from './completion.options.js';

/**
 * Makes a method of a provider suggest values for an argument of a prompt or a variable of a resource template, while a person types. Who may not use the prompt or the
 * template gets no suggestions. Audited and limited as `completion:<prompt|resource>:<name>#<argument>`.
 *
 * The method receives `({ value, arguments }, ctx)` and returns a list of texts, or `{ values, total, hasMore }`; the first 100 are sent.
 *
 * @throws TypeError when it is used on anything but a method of instances with a textual name
 *
 * @example
 * ```ts
 * @Completes({ prompt: 'triage', argument: 'order_id' })
 * orderIds({ value }: CompletionRequest) {
 *   return this.orders.idsBeginningWith(value);
 * }
 * ```
 */
export const Completes = (options: CompletesOptions): MethodDecorator =>
  governedMethod(completionMethod(options));
