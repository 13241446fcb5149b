import type { JsonObject } from '../common/json.js';
import type { ResultShape } from '../declaration/governed-method.js';
import type { Icon } from '../declaration/tool-options.js';
import type { ApprovalRule } from '../verification/approval-rule.js';
import type { ToolInput } from '../schema/tool-input.js';
import type { ToolOutput } from '../schema/tool-output.js';
import type { ToolHandler } from './tool-handler.js';

/** Where a tool was declared, for messages and listings. */
export interface ToolOwner {
  /** Name of the Nest module; absent for a tool registered at run time. */
  readonly module?: string;
  /** Name of the class that has the method. */
  readonly class?: string;
  /** Name of the method. */
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
  /** Exact name, of which there is one in the application: of a tool its own, of another kind with the kind before it, `prompt:triage`. */
  readonly name: string;
  /** What it is. @default 'tool' */
  readonly kind?: string;
  /** Scopes a caller needs; empty: none. */
  readonly scopes: readonly string[];
  /** Whether one scope is enough or every scope is needed. */
  readonly scopesMode: 'any' | 'all';
  /** The tool changes something. */
  readonly mutating: boolean;
  /** The first call asks for a confirmation. */
  readonly confirm: boolean;
  /** Who may confirm: `caller` also by sending a token back, `human` only as a person who is asked at the client. */
  readonly confirmBy: 'caller' | 'human';
}

/** A tool as the runtime knows it: everything resolved, compiled and frozen before the first call. */
export interface ToolDefinition extends ToolGovernance {
  /** `tool`, or the kind another module brought. */
  readonly kind: string;
  /** The name within its kind: what its declaration says. */
  readonly localName: string;
  /** What callers of another kind than tools know it by when that is not the name, such as a URI. */
  readonly address: string | undefined;
  /** What only the module that brings its kind understands. */
  readonly details: unknown;
  /** Makes the data of its kind of whatever was returned; undefined where that is the data. */
  readonly shape: ResultShape | undefined;
  /** A short name for people. */
  readonly title: string | undefined;
  /** What the tool does and when to use it. */
  readonly description: string;
  /** The tool changes nothing. */
  readonly readOnly: boolean;
  /** Calling it twice has the effect of calling it once. */
  readonly idempotent: boolean;
  /** Who has to approve a call before it runs; undefined: nobody. */
  readonly approval: ApprovalRule | undefined;
  /** Deadline of one execution, milliseconds. */
  readonly timeoutMs: number;
  /** What happens at the deadline. */
  readonly timeoutMode: TimeoutMode;
  /** Largest serialised result, bytes of UTF-8. */
  readonly maxResultBytes: number;
  /** As declared. */
  readonly version: string | undefined;
  /** As declared. */
  readonly tags: readonly string[];
  /** As declared. */
  readonly icons: readonly Icon[] | undefined;
  /** As declared. */
  readonly _meta: JsonObject | undefined;
  /** Callable, but in no listing. */
  readonly hidden: boolean;
  /** `undefined`: calls of this tool are not limited. */
  readonly rateLimit: RateLimitRule | undefined;
  /** What the tool takes. */
  readonly input: ToolInput;
  /** What the tool returns, when it is declared. */
  readonly output: ToolOutput | undefined;
  /** Hash of schema and governance: changes whenever what a caller agreed to changes. */
  readonly fingerprint: string;
  /** Where the tool was declared. */
  readonly owner: ToolOwner;
  /** The way to the code behind it. */
  readonly handler: ToolHandler;
}
