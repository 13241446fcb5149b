import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { EndpointGate } from './endpoint-gate.js';
import type { PlatformReply } from './platform-message.js';

interface FastifyRequest {
  readonly raw: IncomingMessage;
  [BODY]?: HiddenBody | undefined;
}

/** The headers by which a request has a body and a parser for it. */
interface HiddenBody {
  readonly contentType: string | undefined;
  readonly contentLength: string | undefined;
  readonly transferEncoding: string | undefined;
}

type FastifyHook = (request: FastifyRequest, reply: PlatformReply, done: () => void) => void;
type FastifyHooks = FastifyHook | FastifyHook[] | undefined;

interface FastifyRoute {
  url: string;
  onRequest?: FastifyHooks;
  preValidation?: FastifyHooks;
}

/** The part of a Fastify instance that is used here. */
export interface FastifyInstance {
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): unknown;
  route(route: FastifyRoute): unknown;
}

/** The body of a request while it is hidden: a request without these headers is not looked at for a content-type parser. */
const BODY = Symbol('body');

/**
 * Puts the gate of an endpoint in front of its routes on a Fastify instance, and keeps content-type parsers away from its messages. Must run before the
 * routes are registered.
 *
 * @param isEndpoint asked with the path of every route, without a slash at the end
 * @param ignoresTrailingSlash whether the router takes `/mcp/` for `/mcp`; otherwise both are registered
 */
export function guardEndpointOnFastify(
  instance: FastifyInstance,
  gate: EndpointGate,
  isEndpoint: (path: string) => boolean,
  ignoresTrailingSlash: boolean,
): void {
  const admit: FastifyHook = (request, reply, done) => {
    if (!gate.admit(request.raw, reply)) return;
    hideBody(request);
    done();
  };
  instance.addHook('onRoute', (route) => {
    const { url, onRequest, preValidation } = route;
    const hasSlash = url.length > 1 && url.endsWith('/');
    if (!isEndpoint(hasSlash ? url.slice(0, -1) : url)) return;
    // Before the hooks are added: the second route passes through here as well.
    if (!ignoresTrailingSlash && !hasSlash) instance.route({ ...route, url: `${url}/` });
    route.onRequest = [admit, ...listed(onRequest)];
    route.preValidation = [showBody, ...listed(preValidation)];
  });
}

function hideBody(request: FastifyRequest): void {
  // Not through the headers of Fastify's own: once one is added there, each look at any of them copies all.
  const { headers } = request.raw;
  request[BODY] = {
    contentType: headers['content-type'],
    contentLength: headers['content-length'],
    transferEncoding: headers['transfer-encoding'],
  };
  replace(headers, 'content-type', undefined);
  replace(headers, 'content-length', undefined);
  replace(headers, 'transfer-encoding', undefined);
}

const showBody: FastifyHook = (request, _reply, done) => {
  const body = request[BODY];
  const { headers } = request.raw;
  request[BODY] = undefined;
  if (body) {
    replace(headers, 'content-type', body.contentType);
    replace(headers, 'content-length', body.contentLength);
    replace(headers, 'transfer-encoding', body.transferEncoding);
  }
  done();
};

/** Headers that were never there do not appear. */
function replace(
  headers: IncomingHttpHeaders,
  name: 'content-type' | 'content-length' | 'transfer-encoding',
  value: string | undefined,
): void {
  if (headers[name] !== undefined || value !== undefined) headers[name] = value;
}

function listed(hooks: FastifyHooks): FastifyHook[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? hooks : [hooks];
}
