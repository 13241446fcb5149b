import { Injectable } from '@nestjs/common';
import { OnToolExecuted, OnToolExecuting } from '@toolgate/tool-runtime';
import type { ToolExecutedEvent, ToolExecutingEvent, ToolResult } from '@toolgate/tool-runtime';

const MOST_ENTRIES = 200;

/** Answers a search that was made before. The event's cache key keeps one caller's answers from another. */
@Injectable()
export class ArticleCacheListener {
  private readonly answers = new Map<string, ToolResult>();
  private readonly keys = new WeakMap<object, string>();

  @OnToolExecuting()
  serve(event: ToolExecutingEvent): void {
    if (event.name !== 'search_articles') return;
    const known = this.answers.get(event.cacheKey);
    if (known) event.slot.shortCircuit(known);
    else this.keys.set(event.args, event.cacheKey);
  }

  @OnToolExecuted()
  remember(event: ToolExecutedEvent): void {
    const key = this.keys.get(event.args);
    if (!key || event.cacheServed || !event.result.success) return;
    if (this.answers.size >= MOST_ENTRIES) this.answers.clear();
    this.answers.set(key, event.result);
  }
}
