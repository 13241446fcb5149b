import type { CanActivate } from '@nestjs/common';
import type { ToolEnhancers } from '../registry/tool-handler.js';
import type { ToolOwner } from '../registry/tool-definition.js';
import { guardNotRunning } from '../tool-runtime.messages.js';
import type {
  EnhancerTarget,
  NestEnhancers,
  ProviderModule,
  ProviderWrapper,
} from './nest-enhancers.js';
import type { ParameterLayout } from './parameter-layout.js';

/** Everything known at boot about how one tool method is reached. */
export interface ToolBinding {
  readonly nest: NestEnhancers;
  readonly wrapper: ProviderWrapper;
  readonly module: ProviderModule;
  readonly prototype: object;
  readonly methodName: string;
  readonly owner: ToolOwner;
  readonly layout: ParameterLayout;
  readonly enhancers: ToolEnhancers;
  /** Something besides guards runs around the method. */
  readonly isWrapped: boolean;
}

/**
 * The guards of a tool, complete or not at all: Nest leaves out a guard it cannot find, and a tool must not run with fewer guards than it declares.
 * @throws Error naming the tool when one is missing
 */
export function completeGuards(binding: ToolBinding, target: EnhancerTarget): CanActivate[] {
  const guards = binding.nest.guards(target);
  if (guards.length !== binding.enhancers.guards.length)
    throw new Error(guardNotRunning(binding.owner, binding.enhancers.guards));
  return guards;
}
