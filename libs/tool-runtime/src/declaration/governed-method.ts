import type { JsonSchema } from '../common/json.js';
import type { ToolOptions } from './tool-options.js';

/** The kind of everything declared with `@Tool`. */
export const TOOL_KIND = 'tool';

/**
 * What {@link GovernedMethod.check} and {@link GovernedMethod.checkReferences} may look at.
 */
export interface GovernedFacts {
  /** The closed schema of the arguments, as it was compiled. */
  readonly inputSchema: JsonSchema;
  /** Whether numbers and booleans that come as text are repaired before they are validated. */
  readonly repairs: boolean;
}

/** The little that one method may know of another, whatever its kind. */
export interface GovernedNeighbour {
  readonly inputSchema: JsonSchema;
  readonly details: unknown;
}

/** See {@link GovernedMethod.shape}. */
export type ResultShape = (returned: unknown, maxBytes: number) => unknown;

/**
 * A method of another kind than tools, such as a prompt of a protocol: found, validated, authorised, limited, executed and audited like a tool,
 * but listed and called only by those who know its kind.
 *
 * A module that brings a kind makes these; the runtime knows none of them by name.
 */
export interface GovernedMethod {
  /** Goes before the name wherever kinds meet: `prompt:triage`. Lower-case letters and `_`. */
  readonly kind: string;
  /** How the declaration is written, for messages: `@Prompt`. */
  readonly decorator: string;
  /** Governance and arguments, in the words of `@Tool`. The name is unique within the kind. */
  readonly options: ToolOptions;
  /** What the name must match. @default the module's `discovery.namePattern` */
  readonly namePattern?: RegExp;
  /** What callers know it by, when that is not the name; unique within the kind: a URI. */
  readonly address?: string;
  /** The arguments of a method that declares none of its own. */
  readonly impliedInput?: JsonSchema;
  /** What it belongs to: whoever needs scopes for that needs the same for this, unless {@link options} say others. */
  readonly follows?: { readonly kind: string; readonly name: string };
  /** What only the module that brings the kind understands. */
  readonly details?: unknown;
  /**
   * Makes what callers of this kind expect of whatever the method, or a listener in its place, returned. Must take its own results as they are.
   * @param maxBytes largest result, bytes of JSON
   * @throws ToolError for what is no answer of this kind
   */
  readonly shape?: ResultShape;
  /** What is wrong with the declaration that the runtime cannot know, one sentence each without the place. */
  readonly check?: (facts: GovernedFacts) => readonly string[];
  /** The same for what it says of others, once all are known. */
  readonly checkReferences?: (
    find: (kind: string, name: string) => GovernedNeighbour | undefined,
  ) => readonly string[];
}
