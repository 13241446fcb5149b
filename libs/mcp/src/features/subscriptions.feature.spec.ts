import { jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { ToolContext, ToolRegistry } from '@toolgate/tool-runtime';
import { Prompt } from '../declaration/prompt.decorator.js';
import { Resource } from '../declaration/resource.decorator.js';
import { DirectMcpTransport } from '../direct/direct-transport.js';
import { ServedResources } from './resources/served-resources.js';
import {
  DeskTools,
  ann,
  bootServer,
  errorOf,
  legacy,
  listening,
  modern,
  resultOf,
} from '../json-rpc/mcp-server.fixture.js';
import type { RunningServer } from '../json-rpc/mcp-server.fixture.js';
import type { JsonRpcNotification } from '../json-rpc/json-rpc.types.js';
import { McpNotifications } from '../notifications/mcp-notifications.js';

@Injectable()
class Notes {
  @Resource({ uri: 'note://open', name: 'open', description: 'For everybody' })
  open() {
    return 'open';
  }

  @Resource({ uri: 'note://secret', name: 'secret', description: 'For few', scopes: ['secrets'] })
  secret() {
    return 'secret';
  }

  @Prompt({ name: 'sum_up', description: 'Sums up' })
  sumUp() {
    return 'Sum up';
  }
}

const bob = ToolContext.mcp({ principal: 'bob', scopes: ['notes'] });
const EVERYTHING = {
  toolsListChanged: true,
  promptsListChanged: true,
  resourcesListChanged: true,
  resourceSubscriptions: ['note://open', 'note://secret', 'note://nowhere'],
};
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

let server: RunningServer;
let news: McpNotifications;
const boot = async (options: Parameters<typeof bootServer>[1] = {}) => {
  server = await bootServer([DeskTools, Notes], options);
  news = server.app.get(McpNotifications);
};
afterEach(() => server.app.close());

/** Lets what has been said get to whoever listens. */
const delivered = () => new Promise((resolve) => setImmediate(resolve));

/** Opens a subscription; `leave` ends it as a client that goes away does. */
async function listen(notifications: unknown, { context = ann, id = 7 as unknown } = {}) {
  const gone = new AbortController();
  const exchange = listening({ signal: gone.signal });
  const message = modern('subscriptions/listen', { notifications }, {}, id);
  const answer = server.mcp.handle(message, context, exchange);
  await delivered();
  return { heard: exchange.heard, answer, leave: () => gone.abort() };
}
const methods = (heard: readonly JsonRpcNotification[]) => heard.map(({ method }) => method);

describe('a subscription', () => {
  beforeEach(() => boot());

  it('says first what it will tell of: what the caller asked for, may hear of and there is', async () => {
    const { heard } = await listen(EVERYTHING, { context: bob });
    expect(heard).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: {
          notifications: { ...EVERYTHING, resourceSubscriptions: ['note://open'] },
          _meta: { [SUBSCRIPTION_ID]: 7 },
        },
      },
    ]);
  });

  it.each([0, '', 'x-1'])('carries the id of its request, %p, on everything', async (id) => {
    const { heard } = await listen(EVERYTHING, { id });
    news.resourceUpdated('note://open');
    news.listChanged('tools');
    await delivered();
    expect(heard).toHaveLength(3);
    for (const { params } of heard) expect(params?.['_meta']).toEqual({ [SUBSCRIPTION_ID]: id });
  });

  it('tells nothing that was not asked for', async () => {
    const { heard } = await listen({ promptsListChanged: true, toolsListChanged: false });
    news.listChanged('tools');
    news.listChanged('resources');
    news.resourceUpdated('note://open');
    news.listChanged('prompts');
    await delivered();
    expect(methods(heard).slice(1)).toEqual(['notifications/prompts/list_changed']);
  });

  it('tells of tools that come and go, once for all of a tick', async () => {
    const { heard } = await listen({ toolsListChanged: true });
    const registry = server.app.get(ToolRegistry);
    for (const name of ['one', 'two']) registry.register({ name, description: 'New' }, () => name);
    await delivered();
    registry.unregister('one');
    await delivered();
    expect(methods(heard).slice(1)).toEqual([
      'notifications/tools/list_changed',
      'notifications/tools/list_changed',
    ]);
  });

  it('tells of an update once per tick, however often it is said', async () => {
    const { heard } = await listen({ resourceSubscriptions: ['note://open'] });
    for (let time = 0; time < 1_000; time++) news.resourceUpdated('note://open');
    await delivered();
    expect(heard[1]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { uri: 'note://open', _meta: { [SUBSCRIPTION_ID]: 7 } },
    });
    expect(heard).toHaveLength(2);
  });

  it('ends when its client leaves, without a word', async () => {
    const { heard, answer, leave } = await listen(EVERYTHING);
    leave();
    expect(await answer).toBeNull();
    news.resourceUpdated('note://open');
    await delivered();
    expect(heard).toHaveLength(1);
  });

  it('can be cancelled by a message where the transport cannot hang up', async () => {
    const { answer } = await listen(EVERYTHING);
    const cancelled = {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 7, _meta: modern('x').params._meta },
    };
    await server.mcp.handle(cancelled, bob, listening());
    await server.mcp.handle(cancelled, ann, listening());
    expect(await answer).toBeNull();
  });

  it('is answered when the server ends', async () => {
    const { answer } = await listen(EVERYTHING);
    await server.app.close();
    expect(resultOf(await answer)).toMatchObject({
      resultType: 'complete',
      _meta: { [SUBSCRIPTION_ID]: 7 },
    });
    const { answer: late } = await listen(EVERYTHING);
    expect(errorOf(await late).code).toBe(503);
  });

  it.each([
    undefined,
    null,
    [],
    'all',
    { toolsListChanged: 'yes' },
    { resourcesListChanged: null },
    { resourceSubscriptions: 'note://open' },
    { resourceSubscriptions: [1] },
    { resourceSubscriptions: Array.from({ length: 101 }, (_none, index) => `note://${index}`) },
    { resourceSubscriptions: [`note://${'x'.repeat(5_000)}`] },
  ])('cannot be asked for by %j', async (notifications) => {
    const { answer } = await listen(notifications);
    expect(errorOf(await answer).code).toBe(-32602);
  });

  it('to names of prototypes hears nothing', async () => {
    const { heard } = await listen(
      JSON.parse(
        '{"resourceSubscriptions":["__proto__","constructor","note://__proto__"],"__proto__":{"toolsListChanged":true}}',
      ),
    );
    expect(heard[0]?.params?.['notifications']).toEqual({ resourceSubscriptions: [] });
  });

  it('needs a way to be told', async () => {
    const message = modern('subscriptions/listen', { notifications: {} });
    expect(errorOf(await server.mcp.handle(message, ann)).code).toBe(-32600);
  });

  it('is unknown to legacy clients, as theirs is to modern ones', async () => {
    expect(errorOf(await server.mcp.handle(legacy('subscriptions/listen'), ann)).code).toBe(-32601);
    for (const method of ['resources/subscribe', 'resources/unsubscribe'])
      expect(
        errorOf(await server.mcp.handle(modern(method, { uri: 'note://open' }), ann)).code,
      ).toBe(-32601);
  });
});

describe('a right to read that is taken away', () => {
  it('ends the news of it', async () => {
    await boot();
    const { heard } = await listen({ resourceSubscriptions: ['note://open'] });
    news.resourceUpdated('note://open');
    await delivered();
    expect(heard).toHaveLength(2);
    const resources = server.app.get(ServedResources);
    const canRead = jest.spyOn(resources, 'canRead').mockReturnValue(Promise.resolve(false));
    news.resourceUpdated('note://open');
    await delivered();
    expect(canRead).toHaveBeenCalledWith('note://open', expect.any(ToolContext));
    expect(heard).toHaveLength(2);
  });
});

describe('the number of subscriptions', () => {
  it('may be large: a thousand that wait hear the same news, each under its own id', async () => {
    await boot({ subscriptions: { maxPerPrincipal: 1_000 } });
    const ids = Array.from({ length: 1_000 }, (_none, id) => id);
    const opened = await Promise.all(ids.map((id) => listen({ toolsListChanged: true }, { id })));
    news.listChanged('tools');
    await delivered();
    expect(opened.map(({ heard }) => heard[1]?.params?.['_meta'])).toEqual(
      ids.map((id) => ({ [SUBSCRIPTION_ID]: id })),
    );
    await server.app.close();
    for (const { answer } of opened) expect(resultOf(await answer)).toBeDefined();
  });

  it('is limited for each principal, and freed when one ends', async () => {
    await boot({ subscriptions: { maxPerPrincipal: 2 } });
    const first = await listen({});
    await listen({});
    const third = await listen({});
    expect(errorOf(await third.answer).code).toBe(429);
    expect((await listen({}, { context: bob })).heard).toHaveLength(1);
    first.leave();
    await first.answer;
    expect((await listen({})).heard).toHaveLength(1);
  });

  it('is limited in all, for anonymous callers too', async () => {
    await boot({ subscriptions: { maxTotal: 3, maxPerPrincipal: 1 } });
    const nobody = ToolContext.mcp({ principal: null });
    for (let index = 0; index < 3; index++)
      expect((await listen({}, { context: nobody })).heard).toHaveLength(1);
    expect(errorOf(await (await listen({}, { context: nobody })).answer).code).toBe(429);
    expect(errorOf(await (await listen({})).answer).code).toBe(429);
  });
});

describe('a legacy client at the other end of a connection', () => {
  beforeEach(() => boot());

  const connect = async (context = ann) => {
    const transport = new DirectMcpTransport(server.mcp, context);
    const heard: JsonRpcNotification[] = [];
    const answers = new Map<unknown, Record<string, unknown>>();
    transport.onmessage = (message) => {
      if ('method' in message) heard.push(message);
      else answers.set(message.id, message as unknown as Record<string, unknown>);
    };
    const ask = async (method: string, params: Record<string, unknown>, id: number) => {
      await transport.send(legacy(method, params, id));
      while (!answers.has(id)) await delivered();
      return answers.get(id)! as {
        result?: Record<string, Record<string, unknown>>;
        error?: { code: number };
      };
    };
    const { result } = await ask(
      'initialize',
      { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
      0,
    );
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return { transport, heard, ask, capabilities: result?.['capabilities'] };
  };

  it('is told what it can hear of, and hears of lists without asking', async () => {
    const { capabilities, heard } = await connect();
    expect(capabilities).toMatchObject({
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
    });
    for (const list of ['tools', 'prompts', 'resources'] as const) news.listChanged(list);
    news.resourceUpdated('note://open');
    await delivered();
    expect(heard).toEqual([
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
      { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' },
      { jsonrpc: '2.0', method: 'notifications/resources/list_changed' },
    ]);
  });

  it('hears of the resources it subscribed to, until it does not want to any more', async () => {
    const { ask, heard } = await connect();
    expect((await ask('resources/subscribe', { uri: 'note://open' }, 1)).result).toEqual({});
    news.resourceUpdated('note://open');
    news.resourceUpdated('note://secret');
    await delivered();
    expect(heard).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/resources/updated',
        params: { uri: 'note://open' },
      },
    ]);
    expect((await ask('resources/unsubscribe', { uri: 'note://open' }, 2)).result).toEqual({});
    news.resourceUpdated('note://open');
    await delivered();
    expect(heard).toHaveLength(1);
  });

  it('cannot tell a resource it may not read from one that is not there', async () => {
    const { ask } = await connect(bob);
    const secret = await ask('resources/subscribe', { uri: 'note://secret' }, 1);
    const missing = await ask('resources/subscribe', { uri: 'note://nowhere' }, 2);
    expect([secret.error?.code, missing.error?.code]).toEqual([-32002, -32002]);
    expect((await ask('resources/subscribe', { uri: 7 }, 3)).error?.code).toBe(-32602);
  });

  it('hears nothing after it has closed, and nothing twice', async () => {
    const { transport, heard } = await connect();
    await transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    news.listChanged('tools');
    await delivered();
    expect(heard).toHaveLength(1);
    await transport.close();
    news.listChanged('tools');
    await delivered();
    expect(heard).toHaveLength(1);
  });

  it('without a connection cannot subscribe, and is not told that it could', async () => {
    const subscribed = await server.mcp.handle(
      legacy('resources/subscribe', { uri: 'note://open' }),
      ann,
    );
    expect(errorOf(subscribed).code).toBe(-32601);
    const { capabilities } = resultOf(
      await server.mcp.handle(legacy('initialize', { protocolVersion: '2025-11-25' }), ann),
    );
    expect(capabilities).toMatchObject({ tools: {}, resources: {} });
    expect(JSON.stringify(capabilities)).not.toMatch(/listChanged|subscribe/);
  });
});

describe('what the host says', () => {
  it('must be about an absolute URI', async () => {
    await boot();
    for (const uri of ['', 'orders', '/orders/1', undefined])
      expect(() => news.resourceUpdated(uri as string)).toThrow(/absolute URI/);
  });
});
