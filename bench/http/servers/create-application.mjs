import { NestFactory } from '@nestjs/core';

const wantsFastify = process.env.ADAPTER === 'fastify';

/** Makes the application on the platform that `ADAPTER` names. */
export async function createApplication(module) {
  if (!wantsFastify) return NestFactory.create(module, { logger: ['error', 'warn'] });
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  return NestFactory.create(module, new FastifyAdapter(), { logger: ['error', 'warn'] });
}
