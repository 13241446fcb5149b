import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { ToolRegistry } from '@toolgate/tool-runtime';
import { McpConfigurationError } from '../../mcp-configuration.error.js';
import type { ServedTools } from './served-tools.js';
import type { ToolLists } from './tool-lists.js';

/** Makes the tools ready before the first client comes, and lets go of lists when tools come or go. */
export class ServedToolsLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private stopWatching: (() => void) | undefined;

  constructor(
    private readonly registry: Pick<ToolRegistry, 'onDidChange'>,
    private readonly tools: ServedTools,
    private readonly lists: ToolLists,
  ) {}

  /** @throws McpConfigurationError listing every tool that MCP clients would refuse */
  onApplicationBootstrap(): void {
    const problems = this.tools.prepareAll();
    if (problems.length > 0) throw new McpConfigurationError(problems);
    this.stopWatching = this.registry.onDidChange(() => this.lists.forget());
  }

  onModuleDestroy(): void {
    this.stopWatching?.();
  }
}
