/** A result that is sent again and again: its JSON text, and the bytes that end a response with it. */
export class RenderedResult {
  private encoded: Buffer | undefined;

  constructor(
    /** JSON text of the whole result. */
    readonly json: string,
  ) {}

  /** The result and the brace behind it, in UTF-8. Encoded once: a long list costs more to encode than to send. */
  get tail(): Buffer {
    return (this.encoded ??= Buffer.from(`${this.json}}`));
  }
}
