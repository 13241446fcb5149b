import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** What Express and Fastify have in common about a request. Express hands out the request of Node.js itself, Fastify one around it. */
export interface PlatformRequest {
  readonly raw?: IncomingMessage;
  readonly headers: IncomingHttpHeaders;
  readonly ip?: string;
  /** Left by a parser that ran in spite of everything, or by a platform that reads bodies before the application does. */
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

/** Likewise for a response. */
export type PlatformResponse = ServerResponse | PlatformReply;

/** The reply of Fastify. */
export interface PlatformReply {
  readonly raw: ServerResponse;
  hijack(): unknown;
  getHeaders(): Record<string, number | string | string[] | undefined>;
}

/** The request of Node.js behind a platform's. */
export function rawRequest(request: PlatformRequest): IncomingMessage {
  return request.raw ?? (request as unknown as IncomingMessage);
}

/** The response of Node.js behind a platform's, for headers that are to be added to whatever the platform writes. */
export function rawResponse(response: PlatformResponse): ServerResponse {
  return 'raw' in response ? response.raw : response;
}

/**
 * The response of Node.js behind a platform's, for this library alone to write. Headers that the host's plugins have set so far are kept.
 */
export function takeResponse(response: PlatformResponse): ServerResponse {
  if (!('raw' in response)) return response;
  const { raw } = response;
  const headers = response.getHeaders();
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) raw.setHeader(name, value);
  }
  response.hijack();
  return raw;
}
