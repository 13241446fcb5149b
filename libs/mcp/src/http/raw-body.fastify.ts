import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { EndpointGate } from './endpoint-gate.js';
import type { PlatformReply } from './platform-message.js';

interface FastifyRequest {
  readonly raw: IncomingMessage;
  headers: IncomingHttpHeaders | undefined;
  [HEADERS]?: IncomingHttpHeaders | undefined;
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

/** The headers that a request has beside those of Node.js while it seems to have no body. */
const HEADERS = Symbol('headers');
/** A request like this is not looked at for a content-type parser. */
const WITHOUT_BODY: IncomingHttpHeaders = Object.freeze({
  'content-type': undefined,
  'content-length': undefined,
  'transfer-encoding': undefined,
});

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
  // The getter copies once headers have been added, so what is not a copy need not be kept.
  const { headers } = request;
  request[HEADERS] = headers === request.raw.headers ? undefined : headers;
  request.headers = WITHOUT_BODY;
}

const showBody: FastifyHook = (request, _reply, done) => {
  request.headers = request[HEADERS];
  done();
};

function listed(hooks: FastifyHooks): FastifyHook[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? hooks : [hooks];
}
