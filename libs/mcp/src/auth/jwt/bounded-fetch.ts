/** How {@link fetchJson} may behave. */
export interface BoundedFetchOptions {
  /** Longest wait for the whole answer, milliseconds. */
  readonly timeoutMs: number;
  /** Largest answer, bytes. */
  readonly maxBytes: number;
}

/**
 * Gets a JSON document. Follows no redirect, so that it asks nobody but the host it was told to ask.
 * @throws Error for any status but 200, for an answer that is late, too large or no JSON, and when nobody answers
 */
export async function fetchJson(
  uri: string,
  { timeoutMs, maxBytes }: BoundedFetchOptions,
): Promise<unknown> {
  const response = await fetch(uri, {
    headers: { accept: 'application/json, application/jwk-set+json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200 || !response.body) {
    await response.body?.cancel();
    throw new Error(`${uri} answered with status ${response.status} instead of 200.`);
  }
  return JSON.parse(await readText(uri, response.body, maxBytes));
}

async function readText(
  uri: string,
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the download.
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`${uri} answered with more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
