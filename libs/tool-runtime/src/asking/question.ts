import type { JsonObject, JsonValue } from '../common/json.js';

/** What a client must be able to do to answer: to show a form, to open a page, to ask its model, to name its folders. */
export type AskCapability = 'elicitation' | 'elicitation.url' | 'sampling' | 'roots';

/** What a person who was asked did: filled in the form (or opened the page), said no, or closed it. */
export type ElicitationAnswer<Content> =
  | { readonly action: 'accept'; readonly content: Content }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** What the client's model wrote (MCP `CreateMessageResult`). */
export interface SamplingAnswer {
  readonly role: 'user' | 'assistant';
  /** One content block, or several. */
  readonly content: JsonValue;
  readonly model: string;
  readonly stopReason?: string;
}

/** A folder that the client works in (MCP `Root`). */
export interface ClientRoot {
  readonly uri: string;
  readonly name?: string;
}

/** What is wanted of the client's model (MCP `CreateMessageRequest`), as far as the runtime looks at it. */
export interface SamplingRequest {
  readonly messages: readonly {
    readonly role: 'user' | 'assistant';
    readonly content: JsonValue;
  }[];
  /** Most tokens the model may write. */
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: JsonObject;
}

/** An answer that makes sense, or in one sentence why it does not. */
export type ReadAnswer<Answer> =
  { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly problem: string };

/** What is asked, in plain JSON. */
export type Asked =
  | {
      readonly kind: 'elicitation';
      readonly mode: 'form';
      readonly message: string;
      readonly schema: JsonObject;
    }
  | {
      readonly kind: 'elicitation';
      readonly mode: 'url';
      readonly message: string;
      readonly url: string;
    }
  | { readonly kind: 'sampling'; readonly request: SamplingRequest }
  | { readonly kind: 'roots' };

/** A question to whoever called, and how its answer is read. Made by {@link elicitation}, {@link sampling} and {@link rootsOf}. */
export interface Question<Answer = unknown> {
  readonly capability: AskCapability;
  readonly asked: Asked;
  /**
   * An answer counts only where the client was asked by this very call, and not when it brings one unasked. For what somebody has to have read.
   * @default false
   */
  readonly mustBeAsked?: boolean;
  /** Looks at an answer as it came: everything in it may be wrong. Never throws. */
  read(answer: unknown): ReadAnswer<Answer>;
}

/** What {@link ToolContext.ask} gives back for each question. */
export type AnswersOf<Questions extends Readonly<Record<string, Question>>> = {
  readonly [Key in keyof Questions]: Questions[Key] extends Question<infer Answer> ? Answer : never;
};
