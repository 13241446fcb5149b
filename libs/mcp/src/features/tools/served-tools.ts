import { Logger } from '@nestjs/common';
import { ToolContext } from '@toolgate/tool-runtime';
import type { PolicyGate, Redactor, ToolDefinition, ToolRegistry } from '@toolgate/tool-runtime';
import type { McpToolView } from '../../mcp.options.js';
import { prepareTool } from './served-tool.js';
import type { PreparedTool, ServedTool } from './served-tool.js';
import { isInView } from './tool-view.js';
import { toolNotServed, viewFailed } from './tools.messages.js';

/** The tools of the registry that this server serves. Each is made ready once, the first time it is needed. */
export class ServedTools {
  private readonly logger = new Logger('McpTools');
  private readonly known = new WeakMap<ToolDefinition, ServedTool | 'not served'>();
  /** Whether a tool asks first depends on the channel alone. */
  private readonly anybody = ToolContext.mcp({ principal: null });
  private serials = 0;

  constructor(
    private readonly registry: Pick<ToolRegistry, 'getDefinition' | 'getDefinitions'>,
    private readonly policy: Pick<PolicyGate, 'requiresConfirmation'>,
    private readonly redactor: Pick<Redactor, 'describeError'>,
    private readonly view: McpToolView | undefined,
  ) {}

  /** The tool of exactly this name; undefined when there is none or this server does not serve it. */
  find(name: string): ServedTool | undefined {
    const definition = this.registry.getDefinition(name);
    return definition && this.of(definition);
  }

  /** A tool of the registry as this server serves it; undefined when it does not. */
  of(definition: ToolDefinition): ServedTool | undefined {
    const known = this.known.get(definition);
    if (known !== undefined) return known === 'not served' ? undefined : known;
    const served = this.prepareOrComplain(definition);
    this.known.set(definition, served ?? 'not served');
    return served;
  }

  /**
   * Makes every registered tool ready.
   * @returns what is wrong with them, in complete sentences
   */
  prepareAll(): readonly string[] {
    return this.registry.getDefinitions().flatMap((definition) => {
      const { served, problems } = this.prepare(definition);
      this.known.set(definition, served ?? 'not served');
      return problems;
    });
  }

  /** A tool that was registered at run time cannot stop the boot any more, so what is wrong with it is only logged. */
  private prepareOrComplain(definition: ToolDefinition): ServedTool | undefined {
    const { served, problems } = this.prepare(definition);
    if (problems.length > 0) this.logger.error(toolNotServed(definition.name, problems));
    return served;
  }

  private prepare(definition: ToolDefinition): PreparedTool {
    try {
      if (!isInView(this.view, definition)) return { served: undefined, problems: [] };
    } catch (error) {
      const problem = viewFailed(definition.name, this.redactor.describeError(error));
      return { served: undefined, problems: [problem] };
    }
    const asksFirst = this.policy.requiresConfirmation(this.anybody, definition);
    return prepareTool(definition, this.serials++, asksFirst);
  }
}
