import type { JsonObject } from '../common/json.js';
import type { ToolContext } from '../context/tool-context.js';
import type { VerificationPolicy } from './verification-policy.js';

/** When a call of a tool waits for an approval, whose, and how long. */
export interface ApprovalRule {
  /** A reviewer holds one of these; empty: the `resolveScopes` of the runtime. */
  readonly scopes: readonly string[];
  readonly policy: VerificationPolicy;
  /** How long a decision is waited for, milliseconds. */
  readonly expiresInMs: number;
  /** How long a granted call can be made, milliseconds. */
  readonly useWithinMs: number;
  /** Whether whoever calls may not approve. */
  readonly excludeRequester: boolean;
  /** Which calls wait; undefined: all. Receives the validated and clamped arguments, deeply frozen. */
  readonly when: ((args: JsonObject, context: ToolContext) => boolean) | undefined;
}
