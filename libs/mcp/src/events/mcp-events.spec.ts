import { ToolContext, ToolResult } from '@toolgate/tool-runtime';
import { LogRecorder } from '../../../../test/support/log-recorder.js';
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
import { McpEvent } from './mcp-events.js';
import type { McpRequestEvent, McpRespondedEvent } from './mcp-events.js';

const bob = ToolContext.mcp({ principal: 'bob' });

describe('the events of messages', () => {
  let server: RunningServer;
  let tools: DeskTools;
  beforeAll(async () => {
    server = await bootServer([DeskTools], {}, { events: { listenerTimeoutMs: 30 } });
    tools = server.app.get(DeskTools, { strict: false });
  });
  afterAll(() => server.app.close());
  beforeEach(() => tools.calls.splice(0));
  afterEach(() => server.emitter.removeAllListeners());

  const onRequest = (listener: (event: McpRequestEvent) => unknown) =>
    server.emitter.on(McpEvent.REQUEST, listener);
  const onResponded = (listener: (event: McpRespondedEvent) => unknown) =>
    server.emitter.on(McpEvent.RESPONDED, listener);
  const handle = (message: unknown, context = ann) => server.mcp.handle(message, context);
  const echo = legacy('tools/call', { name: 'echo', arguments: { text: 'x' } }, 9);

  it('come once each, with what was asked and what was answered', async () => {
    const heard: unknown[] = [];
    onRequest(({ method, params, context, era, id, isNotification }) =>
      heard.push({ method, params, context, era, id, isNotification }),
    );
    onResponded(({ method, response, tookMs }) =>
      heard.push({ method, response, isNumber: tookMs >= 0 }),
    );
    const response = await handle(echo);
    expect(heard).toEqual([
      {
        method: 'tools/call',
        params: echo['params' as never],
        context: ann,
        era: 'legacy',
        id: 9,
        isNotification: false,
      },
      { method: 'tools/call', response, isNumber: true },
    ]);
  });

  it('come for notifications, unknown methods and refusals, not for what is no message', async () => {
    const heard: unknown[] = [];
    onRequest(({ method }) => heard.push(method));
    onResponded(({ response }) =>
      heard.push(response && 'error' in response ? response.error.code : response),
    );
    await handle({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await handle(legacy('nope'));
    await handle(modern('nope'));
    expect(heard).toEqual(['notifications/initialized', null, 'nope', -32601, 'nope', -32601]);
    heard.splice(0);
    await handle([]);
    await handle({ jsonrpc: '1.0', id: 1, method: 'ping' });
    await handle({ jsonrpc: '2.0', id: 1 });
    expect(heard).toEqual([]);
  });

  it.each([
    ['without a reason', undefined, 'Method vetoed by an mcp.request listener: tools/call'],
    [
      'with one',
      'stock-taking',
      'Method vetoed by an mcp.request listener: tools/call (stock-taking)',
    ],
  ])('veto a message %s', async (_, reason, message) => {
    onRequest(({ slot }) => slot.stop(reason));
    expect(errorOf(await handle(echo))).toEqual({ code: -32001, message });
    expect(tools.calls).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['takes too long', () => new Promise(() => undefined)],
  ])('veto it when a listener %s', async (_, listener) => {
    const log = LogRecorder.start();
    onRequest(listener);
    expect(errorOf(await handle(echo)).code).toBe(-32001);
    expect(tools.calls).toEqual([]);
    log.stop();
    expect(log.texts('error').join()).toContain('mcp.request');
  });

  it('keep a notification from having an effect', async () => {
    onRequest(({ method, slot }) => {
      if (method === 'notifications/cancelled') slot.stop();
    });
    const answer = handle(legacy('tools/call', { name: 'wait', arguments: { gate: 'none' } }, 3));
    await handle({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } });
    expect(resultOf(await answer)).toBeDefined();
  });

  it('answer for the server, in the form of the era', async () => {
    onRequest(({ slot }) => slot.shortCircuit({ tools: [] }));
    expect(resultOf(await handle(legacy('tools/list')))).toEqual({ tools: [] });
    expect(resultOf(await handle(modern('nope')))).toMatchObject({
      tools: [],
      resultType: 'complete',
    });
  });

  it.each([['text'], [null], [[1]], [{ count: 1n }]])('cannot answer with %p', async (answer) => {
    const log = LogRecorder.start();
    onRequest(({ slot }) => slot.shortCircuit(answer));
    expect(errorOf(await handle(legacy('ping'))).code).toBe(-32603);
    log.stop();
    expect(log.texts('error')).toHaveLength(1);
  });

  describe('that answer tools/call', () => {
    const canned = {
      content: [{ type: 'text', text: 'canned' }],
      structuredContent: { cached: true },
    };

    it('do so as the tool would', async () => {
      onRequest(({ slot }) => slot.shortCircuit(canned));
      const result = resultOf(await handle(echo));
      expect(result['content']).toEqual([
        { type: 'text', text: '{"cached":true}' },
        { type: 'text', text: 'canned' },
      ]);
      expect(tools.calls).toEqual([]);
      expect(server.records().at(-1)).toMatchObject({
        outcome: 'served',
        tool: 'echo',
        cacheServed: true,
      });
    });

    it.each([
      ['a bare value', 'cached', { content: [{ type: 'text', text: 'cached' }] }],
      [
        'a tool result',
        ToolResult.error('sold out'),
        { content: [{ type: 'text', text: 'sold out' }], isError: true },
      ],
      [
        'content alone',
        { content: [{ type: 'text', text: 'hi' }] },
        { content: [{ type: 'text', text: 'hi' }] },
      ],
      [
        'an error',
        { content: [{ type: 'text', text: 'no' }], isError: true },
        { content: [{ type: 'text', text: 'no' }], isError: true },
      ],
    ])('may give %s', async (_, answer, expected) => {
      onRequest(({ slot }) => slot.shortCircuit(answer));
      expect(resultOf(await handle(echo))).toMatchObject(expected);
    });

    it('open no gate', async () => {
      onRequest(({ slot }) => slot.shortCircuit(canned));
      const denied = resultOf(await handle(legacy('tools/call', { name: 'admin' }), bob));
      expect(denied).toMatchObject({ isError: true });
      expect(JSON.stringify(denied)).not.toContain('canned');
      const anonymous = resultOf(await handle(echo, ToolContext.mcp({ principal: null })));
      expect(JSON.stringify(anonymous)).not.toContain('canned');
      const invalid = resultOf(
        await handle(legacy('tools/call', { name: 'echo', arguments: { text: 7.5, b: 1 } })),
      );
      expect(JSON.stringify(invalid)).not.toContain('canned');
      expect(errorOf(await handle(legacy('tools/call', { name: 'nope' }))).code).toBe(-32602);
      const asked = resultOf(
        await handle(legacy('tools/call', { name: 'refund', arguments: { id: 'A' } })),
      );
      expect(JSON.stringify(asked)).toContain('confirm_token');
    });

    it('are overruled by a veto at the tool', async () => {
      onRequest(({ slot }) => slot.shortCircuit(canned));
      server.emitter.on('tool.executing', ({ slot }: McpRequestEvent) => slot.stop('no'));
      expect(JSON.stringify(await handle(echo))).not.toContain('canned');
    });

    it('must keep to the declared output', async () => {
      onRequest(({ slot }) => slot.shortCircuit({ wrong: true }));
      const result = resultOf(
        await handle(legacy('tools/call', { name: 'order', arguments: { id: 'A' } })),
      );
      expect(result).toMatchObject({ isError: true });
    });
  });

  it('cannot change what was asked or answered', async () => {
    onRequest((event) => {
      expect(() => Object.assign(event.params['arguments'] as object, { text: 'changed' })).toThrow(
        TypeError,
      );
    });
    onResponded((event) => {
      expect(() => Object.assign(event.response as object, { id: 7 })).toThrow(TypeError);
    });
    const response = await handle(echo);
    expect(resultOf(response)['content']).toEqual([{ type: 'text', text: 'Echo: x' }]);
    expect(Object.isFrozen((echo as { params: object }).params)).toBe(false);
  });

  it('of responses neither fail nor delay them', async () => {
    const log = LogRecorder.start();
    onResponded(() => {
      throw new Error('broken');
    });
    onResponded(() => new Promise(() => undefined));
    onResponded(() => Promise.reject(new Error('broken too')));
    expect(resultOf(await handle(echo))).toBeDefined();
    await new Promise((resolve) => setImmediate(resolve));
    log.stop();
    expect(log.texts('error')).toHaveLength(2);
  });

  it('end a recursion of listeners that send messages', async () => {
    let deepest = 0;
    onRequest(async () => {
      deepest++;
      const inner = await handle(legacy('ping'));
      if (inner && 'error' in inner) throw new Error(inner.error.message);
    });
    const log = LogRecorder.start();
    expect(errorOf(await handle(legacy('ping'))).code).toBe(-32001);
    log.stop();
    expect(deepest).toBe(8);
  });

  it('leave a request without listeners in one piece: what is there at once is answered at once', () => {
    const reply = server.mcp.receive(legacy('ping'), ann, listening());
    expect(reply).toEqual({ id: 1, resultJson: '{}' });
  });
});
