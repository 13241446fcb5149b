// What the platform itself costs: a controller that answers as an MCP server would, without looking at anything.
import 'reflect-metadata';
import { Body, Controller, Header, HttpCode, Module, Post } from '@nestjs/common';
import { decorateMethod } from '../../fixtures/decorate.mjs';
import { createApplication } from './create-application.mjs';
import { listen } from './listen.mjs';
import { SERVER_INFO, tools } from './tool-set.mjs';

const meta = { 'io.modelcontextprotocol/serverInfo': SERVER_INFO };
// As Toolgate publishes them, so that both send as many bytes.
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };
const list = JSON.stringify({
  resultType: 'complete',
  tools: tools.map((tool) => ({ ...tool, annotations })),
  ttlMs: 0,
  cacheScope: 'private',
  _meta: meta,
});

class BareController {
  call(body) {
    const content = [{ type: 'text', text: body.params.arguments.text }];
    return {
      jsonrpc: '2.0',
      id: body.id,
      result: { resultType: 'complete', content, _meta: meta },
    };
  }

  list(body) {
    return `{"jsonrpc":"2.0","id":${JSON.stringify(body.id)},"result":${list}}`;
  }
}
decorateMethod(BareController, 'call', [Object], [Post('call'), HttpCode(200)], [Body()]);
decorateMethod(
  BareController,
  'list',
  [Object],
  [Post('list'), HttpCode(200), Header('content-type', 'application/json; charset=utf-8')],
  [Body()],
);
Controller()(BareController);

class App {}
Module({ controllers: [BareController] })(App);

const app = await createApplication(App);
// Express hashes every body for an ETag unless told not to. No MCP server sends one, so it would make the reference look slow.
if (process.env.ETAG !== 'on' && process.env.ADAPTER !== 'fastify')
  app.getHttpAdapter().getInstance().disable('etag');
await listen(app);
