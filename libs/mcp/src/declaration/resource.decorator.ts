import { governedMethod } from '@toolgate/tool-runtime';
import { resourceMethod } from './resource.method.js';
import type { ResourceOptions } from './resource.options.js';

/**
 * Makes a method of a provider a resource: something clients read by its URI. It is listed, authorised, limited and audited like a tool, as `resource:<name>`.
 *
 * The method takes nothing but `@ToolCtx()`. It returns a text, bytes (`Uint8Array`), any other JSON, or `{ contents: […] }` to say everything itself; nothing at all
 * means that there is no such resource. To say no, it throws a `ToolError` or an `HttpException`.
 *
 * @throws TypeError when it is used on anything but a method of instances with a textual name
 *
 * @example
 * ```ts
 * @Resource({ uri: 'docs://refund-policy', name: 'refund_policy', description: 'When refunds are given', mimeType: 'text/markdown' })
 * refundPolicy() {
 *   return this.documents.read('refund-policy.md');
 * }
 * ```
 */
export const Resource = (options: ResourceOptions): MethodDecorator =>
  governedMethod(resourceMethod(options));
