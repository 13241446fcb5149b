import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WellKnownDocuments } from './well-known-documents.js';

type Next = () => void;
type Request = IncomingMessage & { readonly originalUrl?: string };

/** Changes only with a deployment; short enough that nobody waits long for the new one. Seconds. */
const MAX_AGE_SECONDS = 300;
const PREFLIGHT_MAX_AGE_SECONDS = 86_400;
const PREFIX = '/.well-known/';
const NOT_FOUND = JSON.stringify({
  error: 'not_found',
  error_description: 'Nothing is published here.',
});
const NOT_ALLOWED = JSON.stringify({ error: 'method_not_allowed', error_description: 'Use GET.' });

/**
 * Answers for the documents of the MCP servers under `/.well-known/`, for any origin: browsers of any client read them before they have a token (RFC 9728, section 3).
 *
 * Works on the request and response of Node.js, so that Express and Fastify give the same bytes.
 */
export function wellKnownMiddleware(
  documents: WellKnownDocuments,
): (request: Request, response: ServerResponse, next: Next) => void {
  return (request, response, next) => {
    // Every request of the application comes by here.
    if (!request.url?.startsWith(PREFIX)) return next();
    const answer = documents.at(pathOf(request));
    if (answer === 'not-ours') return next();
    allowAnyOrigin(response);
    if (request.method === 'OPTIONS') return preflight(response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD, OPTIONS');
      return send(request, response, 405, NOT_ALLOWED);
    }
    if (answer === 'absent') return send(request, response, 404, NOT_FOUND);
    response.setHeader('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`);
    return send(request, response, 200, answer.json);
  };
}

/** An application inside another one gets a URL without the path it is mounted at. */
function pathOf({ originalUrl, url = '/' }: Request): string {
  const [path = '/'] = (originalUrl ?? url).split('?', 1);
  return path;
}

function allowAnyOrigin(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
}

function preflight(response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, OPTIONS');
  response.setHeader('Access-Control-Allow-Headers', '*');
  response.setHeader('Access-Control-Max-Age', String(PREFLIGHT_MAX_AGE_SECONDS));
  response.statusCode = 204;
  response.end();
}

function send(request: Request, response: ServerResponse, status: number, json: string): void {
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(json));
  response.end(request.method === 'HEAD' ? undefined : json);
}
