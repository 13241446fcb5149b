import type { IncomingMessage, ServerResponse } from 'node:http';

const METHODS = 'GET, POST, DELETE, OPTIONS';
const REQUEST_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
];
const RESPONSE_HEADERS = 'mcp-session-id, www-authenticate';
/** Mirrors of arguments: their names come from the schemas of tools, so a browser has to ask for each. */
const PARAMETER_HEADER = /^mcp-param-[!#$%&'*+.^_`|~0-9a-z-]{1,64}$/;
const MOST_PARAMETER_HEADERS = 32;
const MAX_AGE_SECONDS = '600';

/** Lets a browser page of an allowed origin read the answer. Its credentials are tokens it sends itself, so cookies are not asked for. */
export function allowOrigin(response: ServerResponse, origin: string): void {
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', RESPONSE_HEADERS);
  response.setHeader('Vary', 'Origin');
}

/**
 * Answers `OPTIONS`: what a browser asks before it sends anything, so nobody is asked for a token here.
 * @param allow the methods that are served, as the header `Allow` lists them
 */
export function answerOptions(
  request: IncomingMessage,
  response: ServerResponse,
  allow: string,
): void {
  const headers: Record<string, string> = { Allow: `${allow}, OPTIONS` };
  if (request.headers.origin !== undefined) {
    headers['Access-Control-Allow-Methods'] = METHODS;
    headers['Access-Control-Allow-Headers'] = [
      ...REQUEST_HEADERS,
      ...requestedParameters(request.headers['access-control-request-headers']),
    ].join(', ');
    headers['Access-Control-Max-Age'] = MAX_AGE_SECONDS;
  }
  response.writeHead(204, headers);
  response.end();
}

function requestedParameters(requested: string | undefined): string[] {
  if (requested === undefined) return [];
  return requested
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => PARAMETER_HEADER.test(name))
    .slice(0, MOST_PARAMETER_HEADERS);
}
