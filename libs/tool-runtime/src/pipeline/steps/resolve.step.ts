import { deepFreeze } from '../../common/deep-freeze.js';
import type { JsonObject } from '../../common/json.js';
import type { ToolCatalog } from '../../registry/tool-catalog.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { ToolResult } from '../../result/tool-result.js';
import type { ArgumentLimits } from '../../schema/argument-limits.js';
import { snapshotArguments } from '../../schema/argument-snapshot.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { notFound } from '../pipeline.messages.js';
import { active } from '../step.descriptions.js';

/** Finds the tool by its exact name. */
export class ResolveStep implements InvocationStep {
  readonly kind = 'resolve';
  readonly role = 'guard';

  constructor(
    private readonly catalog: ToolCatalog,
    private readonly limits: ArgumentLimits,
  ) {}

  describe(tool: ToolDefinition) {
    return active(
      'The registry looks the tool up by its exact name.',
      { tool: tool.name, owner: tool.owner },
      // Whoever can describe the tool has found it.
      { open: false },
    );
  }

  run(invocation: Invocation) {
    const { name, known, catalog = this.catalog } = invocation;
    const tool = known && !known.has(name) ? undefined : catalog.get(name);
    if (!tool) {
      this.keepArguments(invocation);
      return invocation.end(
        'not_found',
        ToolResult.error(notFound(invocation), null, { code: 'TOOL_NOT_FOUND' }),
      );
    }
    invocation.tool = tool;
  }

  /** Whoever probes for tools leaves a trace of what was sent. */
  private keepArguments(invocation: Invocation): void {
    const snapshot = snapshotArguments(invocation.rawArgs, this.limits);
    if (snapshot.ok) invocation.args = deepFreeze(snapshot.value) as JsonObject;
  }
}
