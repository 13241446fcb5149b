import { Injectable } from '@nestjs/common';
import { McpNotifications, Resource, StaticTokenValidator, TokenValidator } from '@toolgate/mcp';
import { Tool, ToolContext, ToolCtx, ToolRegistry } from '@toolgate/tool-runtime';
import { ADAPTERS, legacy, modern, modernHeaders, startServer } from './mcp-server.fixture.js';
import type { RunningServer, ServerSetup } from './mcp-server.fixture.js';

const BOTH = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const STREAM = { accept: 'text/event-stream' };
const PRIMING = /^id: ([0-9a-f]{16}\.0)\nretry: 5\ndata:\n\n/;
const LISTEN = 'subscriptions/listen';

@Injectable()
class Board {
  /** Lets `linger` go on. */
  release: () => void = () => undefined;

  @Resource({ uri: 'board://today', name: 'today', description: 'What is on today' })
  today() {
    return 'nothing';
  }

  @Resource({ uri: 'board://staff', name: 'staff', description: 'For staff', scopes: ['staff'] })
  staff() {
    return 'secret';
  }

  @Tool({ name: 'linger', description: 'Reports twice, and answers when it is let go' })
  async linger(@ToolCtx() context: ToolContext) {
    context.reportProgress({ progress: 1 });
    await new Promise<void>((resolve) => (this.release = resolve));
    context.reportProgress({ progress: 2 });
    return 'lingered';
  }
}

/** The messages of an event stream, with their ids. */
function eventsOf(text: string) {
  return text
    .split('\n\n')
    .filter((event) => event.includes('data: '))
    .map((event) => ({
      id: /^id: (.*)$/m.exec(event)?.[1],
      message: JSON.parse(/^data: (.*)$/m.exec(event)![1]!) as Record<string, unknown>,
    }));
}
const methodsIn = (text: string) => eventsOf(text).map(({ message }) => message['method']);

describe.each(ADAPTERS)('news on $platform', (platform) => {
  let server: RunningServer;
  let news: McpNotifications;
  afterEach(() => server.app.close());

  const start = async (setup: ServerSetup = {}) => {
    server = await startServer(platform, {
      ...setup,
      providers: [Board, ...(setup.providers ?? [])],
      http: { sessions: { retryMs: 5 }, keepAliveMs: 20, ...setup.http },
    });
    news = server.app.get(McpNotifications);
  };
  const listen = (notifications: object, headers: object = {}, id: unknown = 'sub-1') =>
    server.client.open(
      'POST',
      '/mcp',
      { ...BOTH, ...modernHeaders(LISTEN), ...headers },
      modern(LISTEN, { notifications }, id),
    );
  const begin = async (headers: Record<string, string> = {}, protocolVersion = '2025-11-25') => {
    const answer = await server.client.post(
      legacy('initialize', {
        protocolVersion,
        capabilities: {},
        clientInfo: { name: 'client', version: '1' },
      }),
      headers,
    );
    return { ...headers, 'mcp-session-id': String(answer.headers['mcp-session-id']) };
  };
  const stream = (session: object, headers: object = {}) =>
    server.client.open('GET', '/mcp', { ...STREAM, ...session, ...headers });
  const ask = (session: Record<string, string>, method: string, params: object) =>
    server.client.post(legacy(method, params), session);
  const linger = (session: object) =>
    server.client.open(
      'POST',
      '/mcp',
      { ...BOTH, ...session },
      legacy('tools/call', { name: 'linger', arguments: {}, _meta: { progressToken: 'p' } }, 42),
    );

  describe('for modern clients', () => {
    it('comes on a stream that begins with an acknowledgement and stays open', async () => {
      await start();
      const answer = await listen({
        toolsListChanged: true,
        resourceSubscriptions: ['board://today'],
      });
      await answer.until('acknowledged');
      await answer.until(': ping');
      server.app.get(ToolRegistry).register({ name: 'new', description: 'New' }, () => 1);
      await answer.until('list_changed');
      news.resourceUpdated('board://today');
      await answer.until('resources/updated');
      answer.close();
      expect(answer.headers['content-type']).toBe('text/event-stream');
      expect(methodsIn(answer.text())).toEqual([
        'notifications/subscriptions/acknowledged',
        'notifications/tools/list_changed',
        'notifications/resources/updated',
      ]);
      // Modern streams are not resumed.
      expect(answer.text()).not.toMatch(/^id:/m);
    });

    it('ends with an answer when the server shuts down', async () => {
      await start();
      const answer = await listen({});
      await answer.until('acknowledged');
      await server.app.close();
      await answer.ended;
      expect(eventsOf(answer.text()).at(-1)?.message).toMatchObject({
        id: 'sub-1',
        result: { resultType: 'complete' },
      });
    });

    it('cannot come to a client that takes nothing but JSON', async () => {
      await start();
      const answer = await server.client.post(modern(LISTEN, { notifications: {} }), {
        ...modernHeaders(LISTEN),
        accept: 'application/json',
      });
      expect(answer.json().error?.code).toBe(-32600);
    });

    it('frees the place of a client that has gone', async () => {
      await start({ options: { subscriptions: { maxTotal: 1 } } });
      const first = await listen({});
      await first.until('acknowledged');
      expect((await listen({})).text).toBeDefined();
      first.close();
      let isFree = false;
      while (!isFree) {
        const next = await listen({});
        await next.until('}');
        isFree = next.text().includes('acknowledged');
        next.close();
      }
    });

    it('reaches many streams, each under its own id', async () => {
      await start({ options: { subscriptions: { maxPerPrincipal: 2_000 } } });
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_none, id) => listen({ toolsListChanged: true }, {}, id)),
      );
      await Promise.all(answers.map((answer) => answer.until('acknowledged')));
      news.listChanged('tools');
      await Promise.all(answers.map((answer) => answer.until('list_changed')));
      for (const [id, answer] of answers.entries()) {
        expect(answer.text()).toContain(`"io.modelcontextprotocol/subscriptionId":${id}}`);
        answer.close();
      }
    });
  });

  describe('for legacy clients', () => {
    it('is announced only where it can be told', async () => {
      await start();
      const initialize = legacy('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'c', version: '1' },
      });
      const capabilities = async () => {
        const { result } = (await server.client.post(initialize)).json();
        return JSON.stringify(result?.['capabilities']);
      };
      expect(await capabilities()).toContain('"subscribe":true');
      await server.app.close();
      await start({ http: { sessions: false } });
      expect(await capabilities()).not.toMatch(/subscribe|listChanged/);
      const subscribed = await server.client.post(
        legacy('resources/subscribe', { uri: 'board://today' }),
      );
      expect(subscribed.json().error?.code).toBe(-32601);
    });

    it('comes on exactly one of the streams of a session', async () => {
      await start();
      const session = await begin();
      const streams = [await stream(session), await stream(session)];
      await ask(session, 'resources/subscribe', { uri: 'board://today' });
      news.resourceUpdated('board://today');
      news.listChanged('tools');
      await streams[0]!.until('tools/list_changed');
      streams[0]!.close();
      await streams[0]!.ended;
      while (!methodsIn(streams[1]!.text()).includes('notifications/prompts/list_changed')) {
        news.listChanged('prompts');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      expect(methodsIn(streams[0]!.text()).slice(0, 2)).toEqual([
        'notifications/resources/updated',
        'notifications/tools/list_changed',
      ]);
      expect(streams[1]!.text()).not.toContain('resources/updated');
      streams[1]!.close();
    });

    it('is about what the session subscribed to, before and after the stream was opened', async () => {
      await start();
      const session = await begin();
      expect(
        (await ask(session, 'resources/subscribe', { uri: 'board://today' })).json().result,
      ).toEqual({});
      const answer = await stream(session);
      await answer.until('data:');
      news.resourceUpdated('board://today');
      await answer.until('board://today');
      await ask(session, 'resources/unsubscribe', { uri: 'board://today' });
      news.resourceUpdated('board://today');
      news.listChanged('tools');
      await answer.until('list_changed');
      expect(methodsIn(answer.text())).toEqual([
        'notifications/resources/updated',
        'notifications/tools/list_changed',
      ]);
      answer.close();
    });

    it('that was missed is told to a client that comes back', async () => {
      await start();
      const session = await begin();
      const first = await stream(session);
      await first.until('data:');
      const [, id] = PRIMING.exec(first.text())!;
      first.close();
      await first.ended;
      const second = await stream(session, { 'last-event-id': id });
      news.listChanged('tools');
      await second.until('list_changed');
      expect(second.text()).not.toMatch(PRIMING);
      second.close();
    });

    it('has no ids for clients that would not understand them', async () => {
      await start();
      const session = await begin({}, '2025-06-18');
      const answer = await stream(session);
      news.listChanged('tools');
      await answer.until('list_changed');
      expect(answer.text()).not.toMatch(/^(id|retry):/m);
      answer.close();
    });
  });

  describe('an answer whose connection is lost', () => {
    it('is fetched on another one, with what was said in between', async () => {
      await start();
      const session = await begin();
      const first = await linger(session);
      await first.until('"progress":1');
      expect(first.text()).toMatch(PRIMING);
      const last = eventsOf(first.text()).at(-1)!.id;
      first.close();
      await first.ended;
      server.app.get(Board).release();
      const second = await stream(session, { 'last-event-id': last });
      await second.until('lingered');
      await second.ended;
      expect(eventsOf(second.text()).map(({ message }) => message)).toEqual([
        expect.objectContaining({
          method: 'notifications/progress',
          params: expect.objectContaining({ progress: 2 }),
        }),
        expect.objectContaining({ id: 42, result: expect.anything() }),
      ]);
    });

    it('belongs to its session alone', async () => {
      const tokens = StaticTokenValidator.of({
        ann: { id: 'ann', scopes: [] },
        bob: { id: 'bob', scopes: [] },
      });
      await start({ extras: { providers: [{ provide: TokenValidator, useValue: tokens }] } });
      const [ann, bob] = [{ authorization: 'Bearer ann' }, { authorization: 'Bearer bob' }];
      const session = await begin(ann);
      const first = await linger(session);
      await first.until('"progress":1');
      const id = eventsOf(first.text()).at(-1)!.id!;
      first.close();
      const stolen = await stream({ ...session, ...bob }, { 'last-event-id': id });
      const others = await stream(await begin(bob), { 'last-event-id': id });
      const sibling = await stream(await begin(ann), { 'last-event-id': id });
      expect([stolen.status, others.status, sibling.status]).toEqual([404, 400, 400]);
      server.app.get(Board).release();
      const own = await stream(session, { 'last-event-id': id });
      await own.until('lingered');
    });

    it.each(['x', '', '0123456789abcdef.0', '__proto__', '../../etc', `${'a'.repeat(16)}.99999`])(
      'is not found under the event id %j',
      async (id) => {
        await start();
        const answer = await stream(await begin(), { 'last-event-id': id });
        expect(answer.status).toBe(400);
      },
    );

    it('is not kept when the host does not want that', async () => {
      await start({ http: { sessions: { resumeForMs: 0 } } });
      const session = await begin();
      const answer = await linger(session);
      await answer.until('"progress":1');
      expect(answer.text()).not.toMatch(/^id:/m);
      server.app.get(Board).release();
      await answer.ended;
    });

    it('is lost on purpose where connections may not last', async () => {
      await start({ http: { sessions: { pollAfterMs: 20, retryMs: 5 } } });
      const session = await begin();
      const first = await linger(session);
      await first.ended;
      expect(first.text()).toMatch(PRIMING);
      expect(first.text()).not.toContain('lingered');
      const second = await stream(session, { 'last-event-id': eventsOf(first.text()).at(-1)!.id });
      server.app.get(Board).release();
      await second.until('lingered');
      await second.ended;
    });
  });
});
