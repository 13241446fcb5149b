import { Injectable } from '@nestjs/common';
import { McpCatalog } from '@toolgate/mcp';
import { Tool, ToolRegistry } from '@toolgate/tool-runtime';

/** Tools that change what there is to list. */
@Injectable()
export class ChangingTools {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly catalog: McpCatalog,
  ) {}

  @Tool({
    name: 'test_trigger_tool_change',
    description: 'Adds a tool, or removes the one it has added',
    mutating: true,
  })
  changeTools() {
    const name = 'test_added_tool';
    if (this.registry.unregister(name)) return `Removed ${name}`;
    this.registry.register({ name, description: 'Was added while the server ran' }, () => 'Here');
    return `Added ${name}`;
  }

  @Tool({
    name: 'test_trigger_prompt_change',
    description: 'Adds a prompt, or removes the one it has added',
    mutating: true,
  })
  changePrompts() {
    const name = 'test_added_prompt';
    if (this.catalog.unregisterPrompt(name)) return `Removed ${name}`;
    this.catalog.registerPrompt(
      { name, description: 'Was added while the server ran' },
      () => 'Here',
    );
    return `Added ${name}`;
  }
}
