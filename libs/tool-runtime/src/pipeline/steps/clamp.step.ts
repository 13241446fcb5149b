import type { ToolDefinition } from '../../registry/tool-definition.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { active, skipped } from '../step.descriptions.js';

/**
 * Puts the bounded arguments in place. `validate` has computed them already, because validators that the schema cannot express
 * must judge what the method will see; from here on they are what policy, listeners, audit and confirmation see too.
 */
export class ClampStep implements InvocationStep {
  readonly kind = 'clamp';
  readonly role = 'transform';

  describe(tool: ToolDefinition) {
    const { clamps } = tool.input;
    if (clamps.length === 0) return skipped('The tool declares no clamps.');
    const facts = {
      clamps: clamps.map(({ path, ...bounds }) => ({ path: path.join('.'), ...bounds })),
    };
    const paths = facts.clamps.map(({ path }) => path).join(', ');
    return active(`The tool declares clamps that bring ${paths} into range.`, facts, {
      blocking: false,
      mutates: true,
    });
  }

  run(invocation: Invocation) {
    invocation.args = invocation.boundedArgs;
  }
}
