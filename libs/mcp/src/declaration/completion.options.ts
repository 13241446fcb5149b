import type { Awaitable, ToolContext, ToolOptions } from '@toolgate/tool-runtime';

/** What somebody has typed so far. */
export interface CompletionRequest {
  /** The beginning of the value; may be empty. */
  readonly value: string;
  /** Arguments that are filled in already. */
  readonly arguments: Readonly<Record<string, string>>;
}

/** Suggestions: a list, of which the first 100 are sent, or a list that knows how many there are in all. */
export type Suggestions =
  | readonly string[]
  | {
      readonly values: readonly string[];
      /** How many there are in all. */
      readonly total?: number;
      /** Whether there are more than are given. */
      readonly hasMore?: boolean;
    };

/** Where suggestions come from: a function, or a list of which those are suggested that begin with what was typed. */
export type CompletionSource =
  | readonly string[]
  | ((request: CompletionRequest, context: ToolContext) => Awaitable<Suggestions>);

/** Governance of a completion in the words of `@Tool`; its scopes are those of the prompt or template unless it says others. Whoever may not use that gets no suggestions, whatever is said here. */
type CompletionGovernance = Pick<
  ToolOptions,
  'scopes' | 'scopesMode' | 'timeoutMs' | 'rateLimit' | 'description'
>;

/** Everything a completion method can say about itself: of which argument of which prompt, or which variable of which template, by name. */
export type CompletesOptions = Partial<CompletionGovernance> & {
  readonly argument: string;
} & (
    | { readonly prompt: string; readonly resourceTemplate?: undefined }
    | { readonly resourceTemplate: string; readonly prompt?: undefined }
  );
