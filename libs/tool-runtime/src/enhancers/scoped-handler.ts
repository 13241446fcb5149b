import { ContextIdFactory } from '@nestjs/core';
import type { ToolContext } from '../context/tool-context.js';
import type { ToolHandler } from '../registry/tool-handler.js';
import { directCall } from './direct-call.js';
import { livingMethod } from './living-method.js';
import { moduleRefOf } from './nest-enhancers.js';
import type { EnhancerTarget } from './nest-enhancers.js';
import { completeGuards } from './tool-binding.js';
import type { ToolBinding } from './tool-binding.js';

/**
 * Calls a provider that Nest makes per request: request-scoped, durable or transient, itself or through something it depends on.
 * Each call is a request of its own, whose `REQUEST` is its {@link ToolContext}.
 */
export function scopedHandler(binding: ToolBinding): ToolHandler {
  const { nest, layout, enhancers, isWrapped } = binding;
  // Weak, so that a call's instances go when its context goes.
  const resolved = new WeakMap<ToolContext, Promise<EnhancerTarget>>();
  const targetOf = (context: ToolContext): Promise<EnhancerTarget> => {
    const known = resolved.get(context);
    if (known) return known;
    const target = resolveTarget(binding, context);
    resolved.set(context, target);
    return target;
  };
  const invoke: ToolHandler['invoke'] = async (context, input) => {
    const target = await targetOf(context);
    return isWrapped
      ? nest.wrap(target)(context, input)
      : directCall(target.method, layout)(target.instance, context, input);
  };
  if (enhancers.guards.length === 0) return { enhancers, perCall: true, invoke };
  return {
    enhancers,
    perCall: true,
    invoke,
    canActivate: async (context, input) => {
      const target = await targetOf(context);
      return nest.activate(completeGuards(binding, target), target, context, input);
    },
  };
}

async function resolveTarget(binding: ToolBinding, context: ToolContext): Promise<EnhancerTarget> {
  const { wrapper, module, prototype, methodName } = binding;
  const moduleRef = moduleRefOf(module);
  const contextId = ContextIdFactory.getByRequest(context);
  // A durable provider outlives the call, so it must see what its callers share, never the first of them.
  moduleRef.registerRequestByContextId(
    wrapper.isDependencyTreeDurable() ? contextId.payload : context,
    contextId,
  );
  const instance = await moduleRef.resolve<object>(wrapper.token as never, contextId, {
    strict: true,
  });
  const method = livingMethod(instance, prototype, methodName);
  return { instance, method, methodName, wrapper, module, contextId };
}
