import type { ToolInput } from '../schema/tool-input.js';
import type { ToolOutput } from '../schema/tool-output.js';
import type { ToolHandler } from './tool-handler.js';

/** Where a tool was declared, for messages and listings. */
export interface ToolOwner {
  /** Name of the Nest module; absent for a tool registered at run time. */
  readonly module?: string;
  readonly class?: string;
  readonly method?: string;
}

/** How often one caller may use one tool. */
export interface RateLimitRule {
  /** Cost units per window. */
  readonly limit: number;
  /** Length of the sliding window, milliseconds. */
  readonly windowMs: number;
  /** What one executed call costs. */
  readonly cost: number;
}

/** What happens when a call outlives its deadline: `abort` ends it with TIMEOUT, `soft` returns the result and says that it overran. */
export type TimeoutMode = 'abort' | 'soft';

/** The facts policy decides on. */
export interface ToolGovernance {
  readonly name: string;
  readonly scopes: readonly string[];
  /** Whether one scope is enough or every scope is needed. */
  readonly scopesMode: 'any' | 'all';
  readonly mutating: boolean;
  readonly confirm: boolean;
}

/** A tool as the runtime knows it: everything resolved, compiled and frozen before the first call. */
export interface ToolDefinition extends ToolGovernance {
  readonly title: string | undefined;
  readonly description: string;
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  /** Deadline of one execution, milliseconds. */
  readonly timeoutMs: number;
  readonly timeoutMode: TimeoutMode;
  /** Largest serialised result, bytes of UTF-8. */
  readonly maxResultBytes: number;
  readonly version: string | undefined;
  readonly tags: readonly string[];
  /** Callable, but in no listing. */
  readonly hidden: boolean;
  /** `undefined`: calls of this tool are not limited. */
  readonly rateLimit: RateLimitRule | undefined;
  readonly input: ToolInput;
  readonly output: ToolOutput | undefined;
  /** Hash of schema and governance: changes whenever what a caller agreed to changes. */
  readonly fingerprint: string;
  readonly owner: ToolOwner;
  readonly handler: ToolHandler;
}
