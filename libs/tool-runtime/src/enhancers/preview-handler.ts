import type { ToolHandler } from '../registry/tool-handler.js';
import { previewCannotCall } from '../tool-runtime.messages.js';
import type { ToolBinding } from './tool-binding.js';

/** In preview no provider has been constructed: a tool can be looked at, not called. */
export function previewHandler({ owner, enhancers }: ToolBinding, perCall: boolean): ToolHandler {
  const refuse = () => {
    throw new Error(previewCannotCall(owner));
  };
  return enhancers.guards.length === 0
    ? { enhancers, perCall, invoke: refuse }
    : { enhancers, perCall, invoke: refuse, canActivate: refuse };
}
