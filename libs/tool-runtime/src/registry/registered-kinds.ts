import { Injectable } from '@nestjs/common';
import { TOOL_KIND } from '../declaration/governed-method.js';
import { RegisteredTools } from './registered-tools.js';
import type { ToolDefinition } from './tool-definition.js';

/** Everything governed, by kind. What is of one kind is never found in the catalog of another. */
@Injectable()
export class RegisteredKinds {
  private readonly kinds: Map<string, RegisteredTools>;

  constructor(tools: RegisteredTools) {
    this.kinds = new Map([[TOOL_KIND, tools]]);
  }

  /** The catalog of a kind; empty until something of it is registered. */
  of(kind: string): RegisteredTools {
    const known = this.kinds.get(kind);
    if (known) return known;
    const made = new RegisteredTools(kind);
    this.kinds.set(kind, made);
    return made;
  }

  /** Every catalog there is, that of tools first. */
  all(): readonly RegisteredTools[] {
    return [...this.kinds.values()];
  }

  /**
   * Adds to the catalog of its kind.
   * @throws ToolAlreadyRegisteredError when its name or address is taken
   */
  add(tool: ToolDefinition, behaviour: { readonly replace?: boolean } = {}): void {
    this.of(tool.kind).add(tool, behaviour);
  }
}
