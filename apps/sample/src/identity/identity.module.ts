import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { BearerGuard } from './bearer.guard.js';

/** A global guard runs on every route before the route's own guards. Around tools it does not run: their callers bring a context. */
@Module({ providers: [{ provide: APP_GUARD, useClass: BearerGuard }] })
export class IdentityModule {}
