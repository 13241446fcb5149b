import type { INestApplication, NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ConformanceModule } from './conformance.module.js';
import type { ServerSettings } from './settings.js';

/** Puts the server together; it does not listen yet. */
export function createConformanceServer(
  { adapter, sessions }: ServerSettings,
  options?: NestApplicationOptions,
): Promise<INestApplication> {
  const platform = adapter === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
  return NestFactory.create(ConformanceModule.forRoot({ sessions }), platform, options);
}
