import type { ToolContext, ToolResult } from '@toolgate/tool-runtime';
import { notAskedToConfirm } from './testing.messages.js';
import { ToolExpectationError } from './tool-expectation.error.js';
import { toolsOf } from './tool-test-source.js';
import type { ToolTestSource } from './tool-test-source.js';

/**
 * Makes both calls of a tool that needs confirmation: the first asks with the arguments, the second redeems the token it was answered with.
 *
 * @returns how the second call ended, whatever that is
 * @throws ToolExpectationError when the first call is answered with anything but a token; a tool that runs at once has then run once
 */
export async function confirmAndCall<T = unknown>(
  source: ToolTestSource,
  tool: string,
  args: unknown,
  context: ToolContext,
): Promise<ToolResult<T>> {
  const { registry } = toolsOf(source);
  const asked = await registry.call(tool, args, context);
  const { confirmToken, success, code, error, message } = asked;
  if (asked.requiresConfirmation && confirmToken !== null)
    return registry.call<T>(tool, { confirm_token: confirmToken }, context);
  throw new ToolExpectationError(
    notAskedToConfirm(tool, context, { success, code, message: error ?? message }),
  );
}
