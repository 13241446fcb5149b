import { CallerChoice } from './caller-choice.js';
import { ToolExpectation } from './tool-expectation.js';
import { toolsOf } from './tool-test-source.js';
import type { ToolTestSource } from './tool-test-source.js';

/**
 * Says who calls a tool and what is expected to become of it. The tool itself never runs.
 *
 * @param source the application or testing module; a registry alone is enough where arguments are given
 * @param tool its exact name
 * @throws ToolExpectationError when the application has no runtime
 *
 * @example
 * ```ts
 * await expectTool(app, 'refund_order').on('mcp').as('user:1', ['orders:read']).toBeDeniedBy('scope');
 * await expectTool(app, 'refund_order').as('user:2', ['orders:refund']).toNeedConfirmation();
 * ```
 */
export function expectTool(source: ToolTestSource, tool: string): CallerChoice<ToolExpectation> {
  const tools = toolsOf(source);
  return new CallerChoice((context) => new ToolExpectation(tools, tool, context));
}
