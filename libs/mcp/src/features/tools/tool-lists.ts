import { settle } from '@toolgate/tool-runtime';
import type { Awaitable, ToolContext, ToolDefinition, ToolRegistry } from '@toolgate/tool-runtime';
import type { CacheScope, McpCodec } from '../../protocol/mcp-codec.js';
import type { McpEra } from '../../protocol/protocol-versions.js';
import type { ServedTool } from './served-tool.js';
import type { ServedTools } from './served-tools.js';
import { readCursor, writeCursor } from './list-cursor.js';

/** Rendered lists that are kept. Callers with the same rights share one, so there are few. */
const MOST_LISTS = 64;

/** How lists are cut and how long clients may keep them. */
export interface ToolListOptions {
  /** Tools per page; undefined puts all on one. */
  readonly pageSize: number | undefined;
  /** Milliseconds. */
  readonly ttlMs: number;
  /** `public` when every caller sees the same list. */
  readonly scope: CacheScope;
}

/** Renders what callers see of the tools: once per era and set of visible tools, in the order of registration. */
export class ToolLists {
  /** By what is in them, the least recently used first. */
  private readonly lists = new Map<string, RenderedList>();

  constructor(
    private readonly registry: Pick<ToolRegistry, 'listFor'>,
    private readonly tools: ServedTools,
    private readonly options: ToolListOptions,
  ) {}

  /**
   * One page of the tools that the caller may see, as JSON text of a whole result.
   * @param cursor of the page; undefined for the first
   * @returns undefined for a cursor that no page of this caller has
   */
  page(context: ToolContext, codec: McpCodec, cursor: unknown): Awaitable<string | undefined> {
    return settle(this.registry.listFor(context), (visible) =>
      this.listOf(visible).page(codec, cursor),
    );
  }

  /** Lets go of everything rendered so far. */
  forget(): void {
    this.lists.clear();
  }

  private listOf(visible: readonly ToolDefinition[]): RenderedList {
    const tools: ServedTool[] = [];
    let key = '';
    for (const definition of visible) {
      const served = this.tools.of(definition);
      if (!served) continue;
      tools.push(served);
      key += `${served.serial},`;
    }
    const known = this.lists.get(key);
    this.lists.delete(key);
    const list = known ?? new RenderedList(tools, this.options);
    this.lists.set(key, list);
    if (this.lists.size > MOST_LISTS) this.lists.delete(this.lists.keys().next().value!);
    return list;
  }
}

/** One set of tools and its pages so far. */
class RenderedList {
  private readonly pages: Record<McpEra, Map<number, string>> = {
    legacy: new Map(),
    modern: new Map(),
  };

  constructor(
    private readonly tools: readonly ServedTool[],
    private readonly options: ToolListOptions,
  ) {}

  page(codec: McpCodec, cursor: unknown): string | undefined {
    const start = this.startOf(cursor);
    if (start === undefined) return undefined;
    const pages = this.pages[codec.era];
    const known = pages.get(start);
    if (known !== undefined) return known;
    const page = this.render(codec, start);
    // Only a client that mixes cursors of different lists asks for a page that starts anywhere else.
    if (start % (this.options.pageSize ?? 1) === 0) pages.set(start, page);
    return page;
  }

  private startOf(cursor: unknown): number | undefined {
    if (cursor === undefined) return 0;
    const { pageSize } = this.options;
    const after = pageSize === undefined ? undefined : readCursor(cursor);
    if (after === undefined) return undefined;
    const index = this.tools.findIndex(({ definition }) => definition.name === after);
    return index === -1 || index === this.tools.length - 1 ? undefined : index + 1;
  }

  private render(codec: McpCodec, start: number): string {
    const { pageSize = this.tools.length, ttlMs, scope } = this.options;
    const page = this.tools.slice(start, start + pageSize);
    const last = page.at(-1);
    const members = [`"tools":[${page.map(({ json }) => json[codec.era]).join(',')}]`];
    if (last && start + page.length < this.tools.length)
      members.push(`"nextCursor":${JSON.stringify(writeCursor(last.definition.name))}`);
    const cache = codec.cacheMembers(ttlMs, scope);
    if (cache) members.push(cache);
    return codec.completeJson(members.join(','));
  }
}
