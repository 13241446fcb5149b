import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { McpListName } from './mcp-event-bus.js';
import type { McpNotifications } from './mcp-notifications.js';

/** Something that says when some of its kind were added or removed. */
export interface ChangingList {
  readonly list: McpListName;
  readonly changes: { onDidChange(listener: () => void): () => void };
}

/** Tells clients that a list has changed, once per tick, whoever changed it. */
export class ChangeAnnouncer implements OnApplicationBootstrap, OnModuleDestroy {
  private stops: readonly (() => void)[] = [];

  constructor(
    private readonly lists: readonly ChangingList[],
    private readonly notifications: Pick<McpNotifications, 'listChanged'>,
  ) {}

  onApplicationBootstrap(): void {
    this.stops = this.lists.map(({ list, changes }) =>
      changes.onDidChange(() => this.notifications.listChanged(list)),
    );
  }

  onModuleDestroy(): void {
    for (const stop of this.stops) stop();
  }
}
