import type { INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { TestingModule } from '@nestjs/testing';

/** The HTTP platforms every route has to behave the same on. */
export const PLATFORMS = [
  { platform: 'Express', start: startExpress },
  { platform: 'Fastify', start: startFastify },
] as const;

async function startExpress(module: TestingModule): Promise<INestApplication> {
  const app = module.createNestApplication(new ExpressAdapter());
  return app.init();
}

async function startFastify(module: TestingModule): Promise<INestApplication> {
  const app = module.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}
