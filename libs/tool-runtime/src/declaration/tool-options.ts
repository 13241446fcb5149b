import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonObject, JsonSchema } from '../common/json.js';
import type { ToolContext } from '../context/tool-context.js';
import type { TimeoutMode } from '../registry/tool-definition.js';
import type { VerificationPolicy } from '../verification/verification-policy.js';

/** Bounds of a clamp: `[lowest, highest]` for a number, or any of the three by name. */
export type ClampOption =
  | readonly [min: number, max: number]
  | {
      readonly min?: number;
      readonly max?: number;
      /** Longest string kept, in code points. */
      readonly maxLength?: number;
    };

/** A per-tool budget; what is left out comes from the module's options. */
export interface ToolRateLimitOptions {
  /** Cost units per window and caller. */
  readonly limit?: number;
  /** Length of the sliding window, milliseconds. */
  readonly windowMs?: number;
  /** What one executed call costs. */
  readonly cost?: number;
}

/** A picture that stands for something in a list, as MCP spells it (2025-11-25, `Icon`). */
export interface Icon {
  /** An `https:` or `data:` URI. */
  readonly src: string;
  /** For example `image/png`. */
  readonly mimeType?: string;
  /** For example `48x48`, or `any` for a picture that scales. */
  readonly sizes?: readonly string[];
  /** The background it is made for. */
  readonly theme?: 'light' | 'dark';
}

/** Who has to approve a call before it runs; what is left out comes from the module's `verification` options. */
export interface ToolApprovalOptions {
  /** Scopes of which a reviewer needs one. @default the module's `verification.resolveScopes` */
  readonly scopes?: readonly string[];
  /** How many people must say yes: `single`, `dual`, `quorum(3)`, or `auto` to leave it to the verifier. @default 'single' */
  readonly policy?: VerificationPolicy;
  /** How long a decision is waited for, milliseconds. @default the module's `verification.expiresInMs`, 1 hour */
  readonly expiresInMs?: number;
  /** How long a granted call can be made, milliseconds from the grant. @default as long as the decision was waited for */
  readonly useWithinMs?: number;
  /** Whether whoever calls may not approve. @default true */
  readonly excludeRequester?: boolean;
  /**
   * Which calls wait: `when: ({ amount }: { amount: number }) => amount > 500`. Receives the validated and clamped arguments, as JSON and frozen, and
   * the caller's context. Only `false` lets a call go on: one that throws, or answers with anything else, makes the call wait.
   * @default every call
   */
  readonly when?: (args: never, context: ToolContext) => boolean;
}

/** Everything a tool can say about itself. */
export interface ToolOptions {
  /** Unique in the application; what callers write. Letters, digits, `_` and `-`, at most 64, unless the module allows more. */
  readonly name: string;
  /** What the tool does and when to use it: written for the model that chooses. */
  readonly description: string;
  /** A short name for people. */
  readonly title?: string;
  /** Scopes a caller needs. @default [] (none) */
  readonly scopes?: readonly string[];
  /** Whether one scope is enough or every scope is needed. @default 'any' */
  readonly scopesMode?: 'any' | 'all';
  /** The tool changes something. Costs more, can be blocked or confirmed per channel. @default false */
  readonly mutating?: boolean;
  /** The tool changes nothing; published as MCP's `readOnlyHint`. @default the opposite of `mutating` */
  readonly readOnly?: boolean;
  /** Calling it twice has the effect of calling it once. @default same as `readOnly` */
  readonly idempotent?: boolean;
  /** The first call returns a token instead of executing; the second call, with the token, executes. @default false */
  readonly confirm?: boolean;
  /**
   * Who may confirm, where the call has to be confirmed. `caller`: the person at the client where it can ask one, else whoever called, by sending the token
   * back. `human`: only a person who is asked; from clients that cannot ask one the call is refused.
   * @default 'caller'
   */
  readonly confirmBy?: 'caller' | 'human';
  /**
   * Calls wait until somebody else has approved them: the first call returns a `verification_id`, and once it is granted, a call with this id executes
   * what the first one asked for, once.
   * @default no approval
   */
  readonly approval?: ToolApprovalOptions;
  /** Deadline of one execution, milliseconds. @default the module's `execution.timeoutMs`, 30 000 */
  readonly timeoutMs?: number;
  /** What happens at the deadline. @default the module's `execution.timeoutMode`, 'abort' */
  readonly timeoutMode?: TimeoutMode;
  /** Clamps of top-level arguments by name, in addition to those on parameters and properties. */
  readonly clamps?: Readonly<Record<string, ClampOption>>;
  /** A Standard Schema with a JSON form (Zod 4, Valibot, ArkType) or a plain JSON Schema. Use instead of parameter decorators or a DTO. */
  readonly input?: StandardSchemaV1 | JsonSchema;
  /**
   * Whether clients see the references in {@link input} written out, or as they stand, with `$schema`, `$defs` and `$anchor`. Many clients do not follow references.
   * @default 'inline'
   */
  readonly inputReferences?: 'inline' | 'keep';
  /** The shape of `data` on success: a DTO class, a Standard Schema or a JSON Schema. Results are validated against it. */
  readonly output?: StandardSchemaV1 | JsonSchema | (new (...args: never[]) => object);
  /** Published to clients, and part of the fingerprint. */
  readonly version?: string;
  /** Groups tools, for listings. */
  readonly tags?: readonly string[];
  /** A budget of its own, or `false` for none. @default the module's `rateLimit` */
  readonly rateLimit?: ToolRateLimitOptions | false;
  /** Pictures that stand for it in lists. */
  readonly icons?: readonly Icon[];
  /** Facts for clients, published as they are; keys carry a prefix of your own, such as `com.example/owner`. */
  readonly _meta?: JsonObject;
  /** Callable, but in no listing. @default false */
  readonly hidden?: boolean;
  /** Largest serialised result, bytes of UTF-8. @default the module's `execution.maxResultBytes`, 1 MiB */
  readonly maxResultBytes?: number;
}

/** What one parameter or property can say about itself. */
export interface ToolParamOptions {
  /** What to put in: written for the model. */
  readonly description?: string;
  /** What TypeScript does not keep: a JSON type, a class (`() => X` when X is declared later), or a whole JSON Schema, for example of a union. */
  readonly type?: JsonTypeName | ToolTypeReference;
  /** Used when the caller sends nothing. JSON; makes the argument optional. */
  readonly default?: unknown;
  /** Whether the caller must send it. @default true without a default */
  readonly required?: boolean;
  /** `null` is a value of its own. @default false */
  readonly nullable?: boolean;
  /** An enum object or a list of allowed values. */
  readonly enum?: readonly (string | number)[] | Readonly<Record<string, string | number>>;
  /** Bounds that are published for the model to read and enforced by clamping, not by refusing. */
  readonly clamp?: ClampOption;
  /** Never shown in logs, audit records or confirmations. @default false */
  readonly sensitive?: boolean;
  /** A JSON Schema format: `date-time`, `date`, `email`, `uri`, `uuid`, … */
  readonly format?: string;
  /** An ECMAScript regular expression the string must match. Patterns that can run away are refused at boot. */
  readonly pattern?: string;
  /** Shortest string accepted, in code points. */
  readonly minLength?: number;
  /** Longest string accepted, in code points. */
  readonly maxLength?: number;
  /** Refused below. Use {@link clamp} to move instead of refuse. */
  readonly minimum?: number;
  /** Refused above. Use {@link clamp} to move instead of refuse. */
  readonly maximum?: number;
  /** Fewest elements accepted. */
  readonly minItems?: number;
  /** Most elements accepted. */
  readonly maxItems?: number;
  /** Refuses equal elements. @default false */
  readonly uniqueItems?: boolean;
  /** Element type of an array or `Set`: a DTO class, `String`/`Number`/`Boolean`/`Date`/`BigInt`, or a JSON Schema. TypeScript does not keep it. */
  readonly items?: ToolTypeReference;
  /** Members of an object parameter, by name: JSON Schemas or classes. */
  readonly properties?: Readonly<Record<string, ToolTypeReference>>;
  /** Which of {@link properties} must be there. @default all of them */
  readonly requiredProperties?: readonly string[];
  /** Type of the values of a string-keyed object or `Map`. */
  readonly additionalProperties?: ToolTypeReference;
}

/** The JSON types a parameter can have. */
export type JsonTypeName = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';

/** A type that can be named at run time: a class, an arrow function that returns it (for classes that refer to each other), or a JSON Schema. */
export type ToolTypeReference =
  (abstract new (...args: never[]) => unknown) | ((...args: never[]) => unknown) | JsonSchema;
