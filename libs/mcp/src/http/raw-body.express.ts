import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EndpointGate } from './endpoint-gate.js';

type ExpressMiddleware = (
  request: ExpressRequest,
  response: ServerResponse,
  next: () => void,
) => void;

interface ExpressRequest extends IncomingMessage {
  _body?: boolean;
  [LENGTH]?: BodyLength;
}

/** The part of an Express application that is used here. */
export interface ExpressApplication {
  use(middleware: ExpressMiddleware): unknown;
}

/** The headers by which a request has a body at all. */
interface BodyLength {
  readonly contentLength: string | undefined;
  readonly transferEncoding: string | undefined;
}

/** What a request sent through a proxy may have before its path (RFC 9112, section 3.2.2); the router of Express goes by the path alone. */
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;
const END_OF_PATH = /[?#]/;
/** The body of a request while it is hidden. */
const LENGTH = Symbol('length');

/**
 * Puts the gate of an endpoint in front of everything else of an Express application, and hides the bodies of its messages: a parser leaves a request alone that seems to
 * have none. Must run before the application registers its parsers.
 *
 * @param isEndpoint asked with the path of every request, in lower case and without a slash at the end
 */
export function guardEndpointOnExpress(
  application: ExpressApplication,
  gate: EndpointGate,
  isEndpoint: (path: string) => boolean,
): void {
  application.use((request, response, next) => {
    const target = request.url ?? '';
    const url = target.startsWith('/') ? target : target.replace(AUTHORITY, '');
    const end = url.search(END_OF_PATH);
    const path = end === -1 ? url : url.slice(0, end);
    const plain = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    if (!isEndpoint(plain.toLowerCase())) return next();
    if (!gate.admit(request, response)) return;
    // Never a redirect, and the same route under strict routing too.
    if (plain !== path) request.url = plain + url.slice(path.length);
    hideBody(request);
    next();
  });
}

/** Shows the bodies again. Must run after the application has registered its parsers and before it registers routes. */
export function showBodiesOnExpress(application: ExpressApplication): void {
  application.use((request, _response, next) => {
    const length = request[LENGTH];
    if (length) {
      request[LENGTH] = undefined;
      request.headers['content-length'] = length.contentLength;
      request.headers['transfer-encoding'] = length.transferEncoding;
    }
    next();
  });
}

function hideBody(request: ExpressRequest): void {
  const { headers } = request;
  request[LENGTH] = {
    contentLength: headers['content-length'],
    transferEncoding: headers['transfer-encoding'],
  };
  headers['content-length'] = undefined;
  headers['transfer-encoding'] = undefined;
  // What the parsers of Express 4 go by besides.
  request._body = true;
}
