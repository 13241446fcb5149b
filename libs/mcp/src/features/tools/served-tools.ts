import { ToolContext } from '@toolgate/tool-runtime';
import type { PolicyGate, Redactor, ToolRegistry } from '@toolgate/tool-runtime';
import type { McpToolView } from '../../mcp.options.js';
import { ServedDefinitions } from '../served/served-definitions.js';
import { prepareTool } from './served-tool.js';
import type { ServedTool } from './served-tool.js';

/** The tools of the registry that this server serves. */
export class ServedTools extends ServedDefinitions<ServedTool> {
  constructor(
    private readonly registry: Pick<ToolRegistry, 'getDefinition' | 'getDefinitions'>,
    policy: Pick<PolicyGate, 'requiresConfirmation'>,
    redactor: Pick<Redactor, 'describeError'>,
    view: McpToolView | undefined,
  ) {
    // Whether a tool asks first depends on the channel alone.
    const anybody = ToolContext.mcp({ principal: null });
    super({
      all: () => registry.getDefinitions(),
      view,
      section: 'tools',
      redactor,
      prepare: (definition) =>
        prepareTool(definition, policy.requiresConfirmation(anybody, definition)),
    });
  }

  /** The tool of exactly this name; undefined when there is none or this server does not serve it. */
  find(name: string): ServedTool | undefined {
    const definition = this.registry.getDefinition(name);
    return definition && this.of(definition);
  }
}
