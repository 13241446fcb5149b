import { Injectable } from '@nestjs/common';
import { TOOL_KIND } from '../declaration/governed-method.js';
import { RegisteredTools, ToolAlreadyRegisteredError } from './registered-tools.js';
import { toolAlreadyRegistered } from './registry.messages.js';
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

  /** Everything of every kind, tools first. */
  everything(): readonly ToolDefinition[] {
    return [...this.kinds.values()].flatMap((catalog) => catalog.all());
  }

  /**
   * Adds to the catalog of its kind.
   * @throws ToolAlreadyRegisteredError when its name or address is taken, the name by anything of any kind
   */
  add(tool: ToolDefinition, behaviour: { readonly replace?: boolean } = {}): void {
    const own = this.of(tool.kind);
    // A host may allow colons in the names of tools: then a tool could be called what a prompt is called in rules and records.
    for (const catalog of this.kinds.values()) {
      const namesake = catalog === own ? undefined : catalog.get(tool.name);
      if (namesake)
        throw new ToolAlreadyRegisteredError(
          tool.name,
          toolAlreadyRegistered(tool, namesake.owner),
        );
    }
    own.add(tool, behaviour);
  }
}
