import type {
  ChannelPolicy,
  ClampRule,
  JsonSchema,
  RateLimitRule,
  TimeoutMode,
  ToolEnhancers,
} from '@toolgate/tool-runtime';
import type { AccessByChannel } from '../access/tool-access.js';

/** Changes when the shape of the file does. */
export const LOCK_VERSION = 1;

/** Who has to approve the calls of a tool. */
export interface LockedApproval {
  readonly policy: string;
  /** How many people. */
  readonly needed: number;
  /** Of which a reviewer needs one. */
  readonly scopes: readonly string[];
  readonly excludeRequester: boolean;
  /** Whether it depends on the arguments which calls wait; the condition itself cannot be written down. */
  readonly conditional: boolean;
  /** Milliseconds. */
  readonly expiresInMs: number;
  /** Milliseconds. */
  readonly useWithinMs: number;
}

/** The governance of one tool: what decides who may call it, with what, how often, and what its callers were told about it. */
export interface LockedTool {
  readonly title: string | null;
  readonly description: string;
  readonly version: string | null;
  readonly fingerprint: string;
  readonly scopes: readonly string[];
  readonly scopesMode: 'any' | 'all';
  readonly mutating: boolean;
  readonly readOnly: boolean;
  readonly idempotent: boolean;
  readonly confirm: boolean;
  /** Absent when no call waits for an approval. */
  readonly approval?: LockedApproval;
  readonly hidden: boolean;
  /** Milliseconds. */
  readonly timeoutMs: number;
  readonly timeoutMode: TimeoutMode;
  /** Bytes. */
  readonly maxResultBytes: number;
  readonly rateLimit: RateLimitRule | null;
  readonly enhancers: ToolEnhancers;
  readonly input: JsonSchema;
  readonly output: JsonSchema | null;
  readonly clamps: readonly ClampRule[];
  /** Arguments that no log shows, by their paths. */
  readonly sensitive: readonly (readonly string[])[];
  /** By channel: what the policy gate says. Follows from the rest, unless the host has a gate of its own. */
  readonly access: AccessByChannel;
}

/** What holds for every tool. */
export interface LockedRuntime {
  readonly ruleProvider: boolean;
  /** Whether listeners can veto calls. */
  readonly events: boolean;
  readonly globalEnhancers: 'skip' | 'inherit';
  readonly visibility: 'callable' | 'all';
  readonly auditMode: 'best-effort' | 'required';
  /** How long a confirmation can be redeemed, milliseconds. */
  readonly confirmationTtlMs: number;
}

/** The governance of an application, to be reviewed and committed. The same declarations give the same text on every machine. */
export interface ToolLock {
  readonly lockVersion: typeof LOCK_VERSION;
  readonly runtime: LockedRuntime;
  /** By channel. */
  readonly channels: Readonly<Record<string, ChannelPolicy>>;
  /** What a channel gets that is not among {@link channels}. */
  readonly otherChannels: ChannelPolicy;
  /** By name. */
  readonly tools: Readonly<Record<string, LockedTool>>;
}
