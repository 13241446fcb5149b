import type { IncomingMessage, ServerResponse } from 'node:http';
import type { wellKnownMiddleware } from './well-known.middleware.js';

type OnRequestHook = (
  request: { readonly raw: IncomingMessage },
  reply: { readonly raw: ServerResponse },
  done: () => void,
) => void;

/** The part of a Fastify instance that is used here. */
export interface HookableInstance {
  addHook(name: 'onRequest', hook: OnRequestHook): unknown;
}

/**
 * The middleware as a hook of Fastify. The first middleware of an application makes every request to any of its routes pay for the emulation of
 * middleware, which costs more than the well-known paths are worth to them.
 */
export function wellKnownHook(middleware: ReturnType<typeof wellKnownMiddleware>): OnRequestHook {
  return (request, reply, done) => middleware(request.raw, reply.raw, done);
}
