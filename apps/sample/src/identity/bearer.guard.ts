import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { PEOPLE } from './people.js';
import type { Person } from './people.js';

interface IncomingRequest {
  readonly headers: { readonly authorization?: string };
  user?: Person;
}

/**
 * Puts the person behind a demo token on the request, where the guards of a route look for it. Who is let in is their decision.
 *
 * A guard and not a middleware: on Fastify a middleware gets the raw request of Node.js, which is not the one that guards get.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const request = execution.switchToHttp().getRequest<IncomingRequest>();
    const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
    const person = scheme === 'Bearer' && token ? PEOPLE.get(token) : undefined;
    if (person) request.user = person;
    return true;
  }
}
