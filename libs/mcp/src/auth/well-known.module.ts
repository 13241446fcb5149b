import { Module } from '@nestjs/common';
import type { NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { WellKnownDocuments } from './well-known-documents.js';
import { wellKnownHook } from './well-known.fastify.js';
import type { HookableInstance } from './well-known.fastify.js';
import { wellKnownMiddleware } from './well-known.middleware.js';

/**
 * Serves what clients look for under `/.well-known/`, once per application, for all of its MCP servers.
 *
 * It sits on the HTTP platform itself and not on a controller: these paths are fixed by RFC 9728, so the application's global prefix, versioning and guards
 * must not reach them, and no catch-all route may answer first.
 */
@Module({ providers: [WellKnownDocuments], exports: [WellKnownDocuments] })
export class WellKnownModule implements NestModule {
  constructor(
    private readonly documents: WellKnownDocuments,
    private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Nest calls this before it registers any route, and not at all in an application without HTTP. */
  configure(): void {
    const { httpAdapter } = this.adapterHost;
    const middleware = wellKnownMiddleware(this.documents);
    if (httpAdapter.getType() === 'fastify')
      (httpAdapter.getInstance() as HookableInstance).addHook(
        'onRequest',
        wellKnownHook(middleware),
      );
    else httpAdapter.use(middleware);
  }
}
