/** What the AI SDK tells a tool about the call it makes. */
export interface AiSdkCallOptions {
  /** Aborts the call when the generation is stopped. */
  readonly abortSignal?: AbortSignal;
}

/**
 * A tool as the Vercel AI SDK takes it, versions 5 and later.
 *
 * @typeParam Schema what `jsonSchema()` of the AI SDK returns
 */
export interface AiSdkTool<Schema> {
  description: string;
  inputSchema: Schema;
  /** Calls the tool through the pipeline. Never rejects: a refusal is a result, which the model reads. */
  execute: (input: unknown, options?: AiSdkCallOptions) => Promise<Record<string, unknown>>;
}
