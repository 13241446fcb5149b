/** What the guards read of a request of Node.js. */
export interface NodeRequest {
  /** Path and query as sent. */
  readonly url?: string;
  /** Names and values in turn, as sent: here a repeated header is still visible. */
  readonly rawHeaders?: readonly string[];
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** The request of Node.js inside the platform's: Fastify wraps it, Express extends it. */
export function nodeRequestOf(request: object): NodeRequest {
  return 'raw' in request && typeof request.raw === 'object' && request.raw !== null
    ? request.raw
    : request;
}

/** Every value of a header, in the order sent. */
export function headerValues({ rawHeaders, headers }: NodeRequest, name: string): string[] {
  if (rawHeaders) {
    const values: string[] = [];
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const candidate = rawHeaders[index] ?? '';
      // Most names are told apart by their length, without a copy in lower case.
      if (candidate.length === name.length && candidate.toLowerCase() === name)
        values.push(rawHeaders[index + 1] ?? '');
    }
    return values;
  }
  const value = headers?.[name];
  return (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string');
}
