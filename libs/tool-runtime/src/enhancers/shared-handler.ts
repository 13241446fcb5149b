import type { ToolHandler } from '../registry/tool-handler.js';
import { directCall } from './direct-call.js';
import { livingMethod } from './living-method.js';
import { completeGuards } from './tool-binding.js';
import type { ToolBinding } from './tool-binding.js';

/** Calls a provider that lives as long as the application. Everything is looked up here, nothing per call. */
export function sharedHandler(binding: ToolBinding): ToolHandler {
  const { nest, wrapper, module, prototype, methodName, layout, enhancers, isWrapped } = binding;
  const instance = wrapper.instance as object;
  const method = livingMethod(instance, prototype, methodName);
  const target = { instance, method, methodName, wrapper, module };
  const call = directCall(method, layout);
  const invoke: ToolHandler['invoke'] = isWrapped
    ? nest.wrap(target)
    : (context, input) => call(instance, context, input);
  if (enhancers.guards.length === 0) return { enhancers, invoke };
  const guards = completeGuards(binding, target);
  return {
    enhancers,
    invoke,
    canActivate: (context, input) => nest.activate(guards, target, context, input),
  };
}
