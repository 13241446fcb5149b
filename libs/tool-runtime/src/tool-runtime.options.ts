import type { Type } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import type { ChannelPolicy } from './policy/channel-policy.js';
import type { TimeoutMode } from './registry/tool-definition.js';

/** Options of `ToolRuntimeModule.forRoot()`. Every one has a safe default; a value out of range stops the boot with a sentence that says what to change. */
export interface ToolRuntimeOptions {
  /**
   * Policies by channel name. A named channel replaces the built-in policy of that name as a whole; built-in are `cli` (allowAll),
   * `mcp` and `web` (requireAuth) and `telegram` (requireConfirmationForMutating). Any other channel requires authentication.
   */
  readonly channels?: Readonly<Record<string, ChannelPolicy>>;
  readonly policy?: PolicyOptions;
  /** `false` turns rate limiting off. */
  readonly rateLimit?: RateLimitOptions | false;
  readonly confirmation?: ConfirmationOptions;
  readonly verification?: VerificationOptions;
  readonly events?: EventOptions;
  readonly audit?: AuditOptions;
  readonly arguments?: ArgumentOptions;
  readonly execution?: ExecutionOptions;
  readonly discovery?: DiscoveryOptions;
  readonly tokens?: TokenOptions;
  /**
   * Whether global guards, interceptors, pipes and filters (`APP_*`, `useGlobal*`) also wrap tools. Over HTTP they have already run on
   * the route, so the default leaves them out; what is bound on the tool itself always runs.
   * @default 'skip'
   */
  readonly globalEnhancers?: 'skip' | 'inherit';
  /** Whether a listing shows only what its reader could call, or everything that is not hidden. @default 'callable' */
  readonly visibility?: 'callable' | 'all';
}

/** How the policy gate decides. */
export interface PolicyOptions {
  /** How long a rule provider may think before the call is denied, milliseconds. @default 1000 */
  readonly ruleTimeoutMs?: number;
}

/** What callers may spend. Each caller has a budget of its own for each tool. */
export interface RateLimitOptions {
  /** Cost units per window, caller and tool. @default 100 */
  readonly limit?: number;
  /** Length of the sliding window, milliseconds. @default 60000 */
  readonly windowMs?: number;
  /** What a read, a plan or a confirmation request costs. @default 1 */
  readonly readCost?: number;
  /** What an executed mutating call costs. @default 5 */
  readonly mutatingCost?: number;
  /** Most callers counted at once in this process; unknown callers are refused while it is full. @default 100000 */
  readonly maxKeys?: number;
  /**
   * A storage of `@nestjs/throttler` to share the counting with other instances: an instance, a class, or the injection token
   * (`ThrottlerStorage` for the one of the host's `ThrottlerModule`). While it fails, this process counts alone.
   * @default a sliding window in memory
   */
  readonly storage?: ThrottlerStorage | Type<ThrottlerStorage> | symbol | string;
  /** How long a shared storage may take before this process counts alone, milliseconds. @default 250 */
  readonly storageTimeoutMs?: number;
}

/** How long and how many calls may wait for a confirmation. */
export interface ConfirmationOptions {
  /** How long a token can be redeemed, milliseconds. @default 60000 */
  readonly ttlMs?: number;
  /** Most pending confirmations of one principal. @default 100 */
  readonly maxPerPrincipal?: number;
  /**
   * Whether the person at a client that can ask one is asked to confirm, instead of whoever called, who may be a model. Tools with `confirmBy: 'human'`
   * ask in any case.
   * @default true
   */
  readonly elicit?: boolean;
  /** Most pending confirmations in all, in this process. @default 10000 */
  readonly maxTotal?: number;
}

/** Who says yes to calls that need an approval, how long that may take, and how many may wait. */
export interface VerificationOptions {
  /**
   * Registers the tools `request_verification`, `resolve_verification` and `list_verifications`. Their names are reserved then.
   * @default false
   */
  readonly tools?: boolean;
  /** Scopes of which a reviewer needs one, where the tool that waits names none of its own. @default ['verification:resolve'] */
  readonly resolveScopes?: readonly string[];
  /** Whether whoever asks may also answer, where the tool does not say. @default false */
  readonly allowSelfApproval?: boolean;
  /**
   * Channels on which `requested_by` and `principal` in the arguments of the tools say who somebody is: only channels of the host's own code. On
   * every other channel a name that is not the caller's own is refused.
   * @default ['cli']
   */
  readonly trustedChannels?: readonly string[];
  /** How long a decision is waited for, milliseconds. @default 3600000 */
  readonly expiresInMs?: number;
  /** How long a granted call can be made, milliseconds from the grant. @default as long as the decision was waited for */
  readonly useWithinMs?: number;
  /** How long an ended verification is remembered, so that its caller can be told why, milliseconds. @default 3600000 */
  readonly keepMs?: number;
  /** Most open verifications of one requester. @default 20 */
  readonly maxPerRequester?: number;
  /** Most open verifications in all, in this process or in the shared store. @default 10000 */
  readonly maxTotal?: number;
}

/** What listeners of a call may take. */
export interface EventOptions {
  /** How long the `tool.executing` listeners of one call may take together before the call is vetoed, milliseconds. @default 1000 */
  readonly listenerTimeoutMs?: number;
  /** How deep a listener may call tools whose listeners call tools. @default 8 */
  readonly maxDepth?: number;
}

/** What the audit trail records, and whether a call waits for it. */
export interface AuditOptions {
  /**
   * `best-effort` never holds a call up; `required` executes a mutating tool only after every sink has taken an intent record.
   * @default 'best-effort'
   */
  readonly mode?: 'best-effort' | 'required';
  /** Longest rendering of one call's arguments in a record, bytes. @default 4096 */
  readonly maxArgumentsBytes?: number;
  /** How long the sinks may take over an intent record before the call is blocked, milliseconds. @default 1000 */
  readonly sinkTimeoutMs?: number;
  /** Further argument names to redact, compared without case and separators. */
  readonly sensitiveKeys?: readonly string[];
}

/** How arguments are read. */
export interface ArgumentOptions {
  /** Repairs what clients are known to get wrong (JSON in strings, numbers in strings, null for absent), guided by the schema. @default true */
  readonly repair?: boolean;
  /** Undeclared root keys that are dropped instead of refused. @default ['_meta', 'toolCallId', '_as_extra'] */
  readonly ignoredKeys?: readonly string[];
  /** Deepest nesting accepted. At most 64. @default 64 */
  readonly maxDepth?: number;
  /** Most values accepted in one call. @default 50000 */
  readonly maxNodes?: number;
}

/** How long a tool may run and how much it may return. */
export interface ExecutionOptions {
  /** Deadline of one execution, milliseconds. @default 30000 */
  readonly timeoutMs?: number;
  /** What happens at the deadline. @default 'abort' */
  readonly timeoutMode?: TimeoutMode;
  /** Largest serialised result, bytes of UTF-8. @default 1048576 */
  readonly maxResultBytes?: number;
  /** How long a shutdown waits for running calls before it cancels them, milliseconds. @default 5000 */
  readonly drainMs?: number;
}

/** Which declarations become tools. */
export interface DiscoveryOptions {
  /** Only tools declared in these modules. @default every module */
  readonly include?: readonly Type[];
  /** What a tool name must look like. @default /^[a-zA-Z0-9_-]{1,64}$/ */
  readonly namePattern?: RegExp;
  /** Refuses to boot without a single tool: an empty catalogue is nearly always a forgotten provider. @default true */
  readonly requireTools?: boolean;
}

/** How much of the context window of a model tools may take. */
export interface TokenOptions {
  /** The share of a model's context window that tools may take, above 0 and at most 1. @default 0.3 */
  readonly reserve?: number;
  /**
   * Context windows in tokens by model name or its beginning, for models that are not built in or have another window here.
   * @default the built-in ones alone
   */
  readonly limits?: Readonly<Record<string, number>>;
  /** The context window that is assumed for a model nothing is known about, tokens. @default 8192 */
  readonly unknownModelLimit?: number;
}

/** Every option decided. */
export interface ResolvedToolRuntimeOptions {
  /** Built-in and configured policies. */
  readonly channels: ReadonlyMap<string, ChannelPolicy>;
  readonly policy: Required<PolicyOptions>;
  readonly rateLimit:
    (Required<Omit<RateLimitOptions, 'storage'>> & Pick<RateLimitOptions, 'storage'>) | false;
  readonly confirmation: Required<ConfirmationOptions>;
  readonly verification: Required<Omit<VerificationOptions, 'useWithinMs'>> &
    Pick<VerificationOptions, 'useWithinMs'>;
  readonly events: Required<EventOptions>;
  readonly audit: Required<AuditOptions>;
  readonly arguments: Required<ArgumentOptions>;
  readonly execution: Required<ExecutionOptions>;
  readonly discovery: Required<Omit<DiscoveryOptions, 'include'>> &
    Pick<DiscoveryOptions, 'include'>;
  readonly tokens: Required<Omit<TokenOptions, 'limits'>> & Pick<TokenOptions, 'limits'>;
  readonly globalEnhancers: 'skip' | 'inherit';
  readonly visibility: 'callable' | 'all';
}
