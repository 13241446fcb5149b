// The closest peer, stateless, as its documentation sets it up. It has no caller, policy, limiter or audit to switch on.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Payload } from '@nestjs/microservices';
import { McpController, McpStrategy, StreamableHttpTransport, Tool } from '@rekog/mcp-nest';
import { z } from 'zod';
import { decorateMethod } from '../../fixtures/decorate.mjs';
import { listen } from '../servers/listen.mjs';
import { SERVER_INFO, echo, others } from '../servers/tool-set.mjs';

const synthetic = z.object({
  id: z.string(),
  count: z.number().int().min(0).max(1000),
  tags: z.array(z.string()).max(10),
  metadata: z
    .object({ source: z.string(), priority: z.enum(['low', 'medium', 'high']) })
    .optional(),
  filters: z
    .array(z.object({ field: z.string(), op: z.enum(['eq', 'gt', 'lt']), value: z.string() }))
    .optional(),
});

const textResult = (text) => ({ content: [{ type: 'text', text }] });

class Tools {
  async echo({ text }) {
    return textResult(text);
  }
}
const declare = (name, description, parameters) =>
  decorateMethod(Tools, name, [Object], [Tool({ name, description, parameters })], [Payload()]);
declare(echo.name, echo.description, z.object({ text: z.string() }));
for (const { name, description } of others) {
  Tools.prototype[name] = async () => textResult('ok');
  declare(name, description, synthetic);
}
McpController()(Tools);

class App {}
Module({ controllers: [Tools] })(App);

const logger = ['error', 'warn'];
async function createApplication() {
  if (process.env.ADAPTER !== 'fastify') return NestFactory.create(App, { logger });
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  return NestFactory.create(App, new FastifyAdapter(), { logger });
}

const app = await createApplication();
const strategy = new McpStrategy({ ...SERVER_INFO, transports: [new StreamableHttpTransport()] });
strategy.setHttpAdapter(app.getHttpAdapter());
app.connectMicroservice({ strategy });
await app.startAllMicroservices();
await listen(app);
