import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../src/app.module.js';
import { DeskClient } from '../src/demo/desk.client.js';
import { LEGACY_ERA, MODERN_ERA } from '../src/demo/mcp.walk.js';

describe.each([
  ['2026-07-28', MODERN_ERA],
  ['the revisions with a handshake', LEGACY_ERA],
])('orders as resources and prompts, in %s', (_revision, era) => {
  let app: INestApplication;
  let agent: DeskClient;
  beforeAll(async () => {
    app = await NestFactory.create(AppModule, { logger: false, forceCloseConnections: true });
    await app.listen(0, '127.0.0.1');
    agent = await DeskClient.connect(new URL('/mcp', await app.getUrl()), 'demo-agent', era);
  });
  afterAll(async () => {
    await agent.close();
    await app.close();
  });

  it('are read by their number', async () => {
    expect(await agent.templates()).toEqual(['orders://{order_id}']);
    const { contents } = await agent.read('orders://A-1001');
    expect(contents).toEqual([
      {
        uri: 'orders://A-1001',
        mimeType: 'application/json',
        text: expect.stringContaining('"total":12900'),
      },
    ]);
    await expect(agent.read('orders://A-9999')).rejects.toThrow('Resource not found');
    await expect(agent.read('orders://../A-1001')).rejects.toThrow('Resource not found');
  });

  it('begin a conversation about a complaint, the number completed while somebody types', async () => {
    expect(await agent.promptNames()).toEqual(['handle_complaint']);
    expect(await agent.complete('handle_complaint', 'order_id', 'a-1001')).toEqual(['A-1001']);
    expect(await agent.complete('handle_complaint', 'tone', 'f')).toEqual(['formal', 'friendly']);
    const { messages } = await agent.prompt('handle_complaint', {
      order_id: 'A-1001',
      tone: 'formal',
    });
    expect(messages).toMatchObject([
      { role: 'user', content: { type: 'resource', resource: { uri: 'orders://A-1001' } } },
      { role: 'user', content: { type: 'text', text: expect.stringContaining('a formal reply') } },
    ]);
  });
});
