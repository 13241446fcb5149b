import { Inject, Injectable } from '@nestjs/common';
import { isPromiseLike } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import { PolicyGate } from '../policy/policy-gate.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { RegisteredTools } from './registered-tools.js';
import type { ToolDefinition } from './tool-definition.js';

/** Which tools to list; every member that is given must match. */
export interface ToolFilter {
  /** The name starts with this. */
  readonly prefix?: string;
  /** One of the tool's tags. */
  readonly tag?: string;
  /** Found in name, title or description, without regard to case. */
  readonly text?: string;
}

/** Who may see which tools: the same decision that a call would get. */
@Injectable()
export class ToolListing {
  constructor(
    private readonly tools: RegisteredTools,
    private readonly policy: PolicyGate,
    @Inject(TOOL_RUNTIME_OPTIONS) private readonly options: ResolvedToolRuntimeOptions,
  ) {}

  /** What this caller sees: {@link callableBy}, or with `visibility: 'all'` every tool that is not hidden. */
  listFor(
    context: ToolContext,
    filter: ToolFilter = {},
    catalog: RegisteredTools = this.tools,
  ): Awaitable<readonly ToolDefinition[]> {
    return this.options.visibility === 'all'
      ? this.listed(filter, catalog)
      : this.callableBy(context, filter, catalog);
  }

  /** The tools that this caller could call, in the order they were registered, hidden ones left out. A decision that fails hides its tool. */
  callableBy(
    context: ToolContext,
    filter: ToolFilter = {},
    catalog: RegisteredTools = this.tools,
  ): Awaitable<readonly ToolDefinition[]> {
    const candidates = this.listed(filter, catalog);
    const callable: ToolDefinition[] = [];
    const verdicts: Awaitable<boolean>[] = [];
    let isLate = false;
    for (const tool of candidates) {
      const verdict = this.mayCall(context, tool);
      verdicts.push(verdict);
      if (verdict === true) callable.push(tool);
      else if (verdict !== false) isLate = true;
    }
    if (!isLate) return callable;
    return Promise.all(verdicts.map((verdict) => Promise.resolve(verdict))).then((allowed) =>
      candidates.filter((_, index) => allowed[index]),
    );
  }

  private listed(filter: ToolFilter, catalog: RegisteredTools): readonly ToolDefinition[] {
    return catalog.all().filter((tool) => !tool.hidden && matches(tool, filter));
  }

  /** Whether a call of this caller would be let through, as far as that can be said without arguments. A decision that fails says no. */
  mayCall(context: ToolContext, tool: ToolDefinition): Awaitable<boolean> {
    try {
      const decision = this.policy.decide({ context, tool, purpose: 'list' });
      return isPromiseLike(decision)
        ? Promise.resolve(decision).then(
            ({ allowed }) => allowed === true,
            () => false,
          )
        : decision.allowed === true;
    } catch {
      return false;
    }
  }
}

function matches(tool: ToolDefinition, { prefix, tag, text }: ToolFilter): boolean {
  if (prefix !== undefined && !tool.localName.startsWith(prefix)) return false;
  if (tag !== undefined && !tool.tags.includes(tag)) return false;
  if (text === undefined) return true;
  const haystack = `${tool.localName}\n${tool.title ?? ''}\n${tool.description}`.toLowerCase();
  return haystack.includes(text.toLowerCase());
}
