import { settle } from '@toolgate/tool-runtime';
import type { Awaitable, ToolContext, ToolDefinition } from '@toolgate/tool-runtime';
import { invalidParams } from '../../json-rpc/mcp-failures.js';
import type { McpReply } from '../../json-rpc/mcp-reply.js';
import type { McpRequest } from '../../json-rpc/mcp-request.js';
import { RenderedResult } from '../../json-rpc/rendered-result.js';
import type { CacheScope, McpCodec } from '../../protocol/mcp-codec.js';
import type { McpEra } from '../../protocol/protocol-versions.js';
import { readCursor, writeCursor } from './list-cursor.js';

/** Rendered lists that are kept. Callers with the same rights share one, so there are few. */
const MOST_LISTS = 64;

/** One entry of a list, made ready once. */
export interface ListedItem {
  readonly definition: ToolDefinition;
  /** The entry as JSON text. */
  readonly json: Readonly<Record<McpEra, string>>;
}

/** What a list is made of. */
export interface ListSource {
  /** What a caller sees, in order. */
  listFor(context: ToolContext): Awaitable<readonly ToolDefinition[]>;
  /** One of them as this server shows it; undefined when it does not, or not in this list. */
  of(definition: ToolDefinition): ListedItem | undefined;
}

/** How lists are cut and how long clients may keep them. */
export interface ListOptions {
  /** Member of the result that holds the list: `tools`. */
  readonly member: string;
  /** Entries per page; undefined puts all on one. */
  readonly pageSize: number | undefined;
  /** Milliseconds. */
  readonly ttlMs: number;
  /** `public` when every caller sees the same list. */
  readonly scope: CacheScope;
}

/** Renders what callers see of one list of the protocol: once per era and set of visible entries, in the order of registration. */
export class ServedLists {
  /** The most recently used first. */
  private readonly lists: RenderedList[] = [];

  constructor(
    private readonly source: ListSource,
    private readonly options: ListOptions,
  ) {}

  /** The page a request asks for. */
  reply(request: McpRequest): Awaitable<McpReply> {
    const { id, context, codec, params } = request;
    return settle(this.page(context, codec, params['cursor']), (rendered) =>
      rendered === undefined
        ? invalidParams(request, '"cursor" is not one of this list')
        : { id, resultJson: rendered.json, rendered },
    );
  }

  /**
   * One page of what the caller may see.
   * @param cursor of the page; undefined for the first
   * @returns undefined for a cursor that no page of this caller has
   */
  page(
    context: ToolContext,
    codec: McpCodec,
    cursor: unknown,
  ): Awaitable<RenderedResult | undefined> {
    return settle(this.source.listFor(context), (visible) =>
      this.listOf(visible).page(codec, cursor),
    );
  }

  /** Lets go of everything rendered so far. */
  forget(): void {
    this.lists.length = 0;
  }

  private listOf(visible: readonly ToolDefinition[]): RenderedList {
    const [latest] = this.lists;
    if (latest?.isOf(visible)) return latest;
    const place = this.lists.findIndex((list) => list.isOf(visible));
    const [list = this.newList(visible)] = place === -1 ? [] : this.lists.splice(place, 1);
    this.lists.unshift(list);
    if (this.lists.length > MOST_LISTS) this.lists.pop();
    return list;
  }

  private newList(visible: readonly ToolDefinition[]): RenderedList {
    const items = visible.flatMap((definition) => this.source.of(definition) ?? []);
    return new RenderedList(visible, items, this.options);
  }
}

/** One set of entries and its pages so far. */
class RenderedList {
  private readonly pages: Record<McpEra, Map<number, RenderedResult>> = {
    legacy: new Map(),
    modern: new Map(),
  };

  constructor(
    private readonly visible: readonly ToolDefinition[],
    /** Those of {@link visible} that this server shows in this list. */
    private readonly items: readonly ListedItem[],
    private readonly options: ListOptions,
  ) {}

  /** Definitions never change, so the same ones make the same list. */
  isOf(visible: readonly ToolDefinition[]): boolean {
    const { length } = visible;
    if (length !== this.visible.length) return false;
    for (let index = 0; index < length; index++)
      if (visible[index] !== this.visible[index]) return false;
    return true;
  }

  page(codec: McpCodec, cursor: unknown): RenderedResult | undefined {
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
    const index = this.items.findIndex(({ definition }) => definition.name === after);
    return index === -1 || index === this.items.length - 1 ? undefined : index + 1;
  }

  private render(codec: McpCodec, start: number): RenderedResult {
    const { member, pageSize = this.items.length, ttlMs, scope } = this.options;
    const page = this.items.slice(start, start + pageSize);
    const last = page.at(-1);
    const members = [`"${member}":[${page.map(({ json }) => json[codec.era]).join(',')}]`];
    if (last && start + page.length < this.items.length)
      members.push(`"nextCursor":${JSON.stringify(writeCursor(last.definition.name))}`);
    const cache = codec.cacheMembers(ttlMs, scope);
    if (cache) members.push(cache);
    return new RenderedResult(codec.completeJson(members.join(',')));
  }
}
