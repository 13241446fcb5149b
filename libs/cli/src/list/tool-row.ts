import type { JsonSchema, RateLimitRule, ToolEnhancers, ToolOwner } from '@toolgate/tool-runtime';
import type { SurveyedTool } from '../access/access-survey.js';
import type { AccessByChannel } from '../access/tool-access.js';

/** One tool of `list --json`. */
export interface ToolRow {
  readonly name: string;
  /** `tool`, or what else is governed like one: `prompt`, `resource`. */
  readonly kind: string;
  /** What callers know it by when that is not the name: the URI of a resource. */
  readonly address: string | null;
  readonly title: string | null;
  readonly description: string;
  readonly version: string | null;
  readonly tags: readonly string[];
  readonly owner: ToolOwner;
  readonly scopes: readonly string[];
  readonly scopesMode: 'any' | 'all';
  readonly mutating: boolean;
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly confirm: boolean;
  readonly hidden: boolean;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly rateLimit: RateLimitRule | null;
  readonly enhancers: ToolEnhancers;
  readonly fingerprint: string;
  readonly access: AccessByChannel;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | null;
}

/** Everything about a tool that a script may want to read. Plain JSON. */
export function toolRow({ tool, access }: SurveyedTool): ToolRow {
  return {
    name: tool.name,
    kind: tool.kind,
    address: tool.address ?? null,
    title: tool.title ?? null,
    description: tool.description,
    version: tool.version ?? null,
    tags: tool.tags,
    owner: tool.owner,
    scopes: tool.scopes,
    scopesMode: tool.scopesMode,
    mutating: tool.mutating,
    readOnly: tool.readOnly,
    idempotent: tool.idempotent,
    confirm: tool.confirm,
    hidden: tool.hidden,
    timeoutMs: tool.timeoutMs,
    rateLimit: tool.rateLimit ?? null,
    enhancers: tool.handler.enhancers,
    fingerprint: tool.fingerprint,
    access,
    inputSchema: tool.input.schema,
    outputSchema: tool.output?.schema ?? null,
  };
}
