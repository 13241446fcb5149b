/** A JSON Schema that cannot be enforced as it is written. The message names the place, the keyword and what to do. */
export class SchemaCompileError extends Error {
  override readonly name = 'SchemaCompileError';

  /** @param pointer place inside the schema as a JSON Pointer; the empty string is the schema itself */
  constructor(
    readonly pointer: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`Invalid JSON Schema at "${pointer || '/'}": ${reason}`, options);
  }
}
