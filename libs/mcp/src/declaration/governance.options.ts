import type { ContentAnnotations, ToolOptions } from '@toolgate/tool-runtime';
import type { CacheScope } from '../protocol/mcp-codec.js';

/** What prompts and resources say about themselves in the same words as tools, with the same meaning. */
export type GovernanceOptions = Pick<
  ToolOptions,
  | 'name'
  | 'description'
  | 'title'
  | 'scopes'
  | 'scopesMode'
  | 'timeoutMs'
  | 'timeoutMode'
  | 'maxResultBytes'
  | 'rateLimit'
  | 'tags'
  | 'version'
  | 'hidden'
  | 'icons'
  | '_meta'
>;

/** How long and for whom a modern client may keep what it has read. */
export interface CacheOptions {
  /** Milliseconds. @default 0 */
  readonly ttlMs?: number;
  /** `public` only for what everybody may see: a cache on the way may serve it to other callers. @default 'private' */
  readonly scope?: CacheScope;
}

/** Who a resource is for and how much it matters, as MCP spells it. */
export type ResourceAnnotations = ContentAnnotations;
