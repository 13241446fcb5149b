import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { McpConfigurationError } from '../../mcp-configuration.error.js';

/** What is served of one kind, as far as its life is concerned. */
export interface ServedKind {
  readonly served: { prepareAll(): readonly string[] };
  /** Says when some were added or removed. */
  readonly changes: { onDidChange(listener: () => void): () => void };
  /** What was made of all of them, and must be made anew then. */
  readonly lists: readonly { forget(): void }[];
}

/** Makes everything ready before the first client comes, and lets go of lists when something comes or goes. */
export class ServedLifecycle implements OnApplicationBootstrap, OnModuleDestroy {
  private stops: readonly (() => void)[] = [];

  constructor(private readonly kinds: readonly ServedKind[]) {}

  /** @throws McpConfigurationError listing everything that MCP clients would refuse */
  onApplicationBootstrap(): void {
    const problems = this.kinds.flatMap(({ served }) => served.prepareAll());
    if (problems.length > 0) throw new McpConfigurationError(problems);
    this.stops = this.kinds.map(({ lists, changes }) =>
      changes.onDidChange(() => {
        for (const list of lists) list.forget();
      }),
    );
  }

  onModuleDestroy(): void {
    for (const stop of this.stops) stop();
  }
}
