import { Injectable } from '@nestjs/common';
import {
  Tool,
  ToolContext,
  ToolCtx,
  ToolParam,
  ToolError,
  elicitation,
} from '@toolgate/tool-runtime';
import { z } from 'zod';
import { Prompt } from '../declaration/prompt.decorator.js';
import { Resource } from '../declaration/resource.decorator.js';
import { DirectMcpTransport } from '../direct/direct-transport.js';
import {
  ann,
  bootServer,
  errorOf,
  legacy,
  listening,
  modern,
  resultOf,
} from '../json-rpc/mcp-server.fixture.js';
import type { RunningServer } from '../json-rpc/mcp-server.fixture.js';
import type { JsonRpcRequest } from '../json-rpc/json-rpc.types.js';
import { CLIENT_CAPABILITIES_KEY } from '../protocol/meta-keys.js';
import { ClientRequests } from './client-requests.js';

const SIZE = {
  type: 'object',
  properties: { size: { type: 'string', enum: ['S', 'M', 'L'] } },
  required: ['size'],
} as const;

@Injectable()
class ShirtTools {
  readonly done: string[] = [];

  @Tool({ name: 'order_shirt', description: 'Orders a shirt', mutating: true })
  async order(@ToolParam('colour') colour: string, @ToolCtx() context: ToolContext) {
    const number = await context.once('reserve', () => {
      this.done.push(`reserved ${colour}`);
      return this.done.length;
    });
    const answer = await context.elicit({ key: 'size', message: 'Which size?', schema: SIZE });
    if (answer.action !== 'accept') throw new ToolError(`No size: ${answer.action}.`);
    const again = await context.elicit({
      message: 'Sure?',
      schema: z.object({ sure: z.boolean() }),
    });
    this.done.push(`ordered ${colour}`);
    return { number, size: answer.content['size'], sure: again.action };
  }

  @Tool({ name: 'swallow', description: 'Catches everything' })
  async swallow(@ToolCtx() context: ToolContext) {
    try {
      await context.elicit({ message: 'Which size?', schema: SIZE });
    } catch {
      this.done.push('went on');
    }
    return 'swallowed';
  }

  @Tool({ name: 'both', description: 'Asks twice at once' })
  async both(@ToolCtx() context: ToolContext) {
    const [one, other] = await Promise.all([
      context.elicit({ key: 'one', message: 'One?', schema: SIZE }),
      context.elicit({ key: 'other', message: 'Other?', schema: SIZE }),
    ]);
    return [one.action, other.action];
  }

  @Tool({ name: 'wipe', description: 'Wipes', mutating: true, confirm: true })
  wipe(@ToolParam('what') what: string, @ToolParam('token', { sensitive: true }) _token: string) {
    this.done.push(`wiped ${what}`);
    return 'wiped';
  }

  @Tool({
    name: 'launch',
    description: 'Launches',
    mutating: true,
    confirm: true,
    confirmBy: 'human',
  })
  launch() {
    this.done.push('launched');
    return 'launched';
  }

  @Tool({ name: 'ship', description: 'Ships', mutating: true, confirm: true })
  async ship(@ToolCtx() context: ToolContext) {
    if (!context.can('elicitation')) return 'shipped without asking';
    return (await context.elicit({ message: 'Which size?', schema: SIZE })).action;
  }

  @Tool({ name: 'post', description: 'Posts', mutating: true, confirm: true })
  async post(@ToolCtx() context: ToolContext) {
    return (await context.elicit({ message: 'Which size?', schema: SIZE })).action;
  }

  @Tool({ name: 'page', description: 'Sends to a page' })
  async page(@ToolCtx() context: ToolContext) {
    return (await context.elicit({ message: 'Log in', url: 'https://example.com/login' })).action;
  }

  @Tool({ name: 'hoard', description: 'Remembers too much' })
  async hoard(@ToolCtx() context: ToolContext) {
    await context.once('much', () => 'x'.repeat(200_000));
    return (await context.elicit({ message: 'Which size?', schema: SIZE })).action;
  }

  @Prompt({ name: 'shirts', description: 'About shirts' })
  async shirts(@ToolCtx() context: ToolContext) {
    const answer = await context.elicit({ key: 'size', message: 'Which size?', schema: SIZE });
    return `Shirts of size ${answer.action === 'accept' ? String(answer.content['size']) : 'any'}`;
  }

  @Resource({ uri: 'shirt://mine', name: 'mine', description: 'My shirt' })
  async mine(@ToolCtx() context: ToolContext) {
    const { size } = await context.ask({
      size: elicitation({ message: 'Which size?', schema: SIZE }),
    });
    return size.action;
  }
}

const bob = ToolContext.mcp({ principal: 'bob', scopes: ['*'] });
const EVERYTHING = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
const accept = (content: object) => ({ action: 'accept', content });

let server: RunningServer;
let tools: ShirtTools;
const boot = async (
  options: Parameters<typeof bootServer>[1] = {},
  runtime: Parameters<typeof bootServer>[2] = {},
) => {
  server = await bootServer([ShirtTools], options, runtime);
  tools = server.app.get(ShirtTools);
};
afterEach(() => server.app.close());

interface Round {
  readonly resultType: string;
  readonly inputRequests: Record<string, { method: string; params: Record<string, unknown> }>;
  readonly requestState: string;
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

/** Sends a modern request of a client that can be asked everything. */
async function send(
  method: string,
  params: Record<string, unknown>,
  { context = ann, capabilities = EVERYTHING as object } = {},
) {
  return server.mcp.handle(
    modern(method, params, { [CLIENT_CAPABILITIES_KEY]: capabilities }),
    context,
    listening(),
  );
}
const call = async (
  name: string,
  args: object,
  more: object = {},
  options: Parameters<typeof send>[2] = {},
) =>
  resultOf(
    await send('tools/call', { name, arguments: args, ...more }, options),
  ) as unknown as Round;
const textOf = ({ content }: Round) => content[0]!.text;

describe('asking a client of the stateless revision', () => {
  beforeEach(() => boot());

  it('ends the call with the question, and runs it again with the answers, step by step', async () => {
    const first = await call('order_shirt', { colour: 'red' });
    expect(first).toMatchObject({
      resultType: 'input_required',
      inputRequests: {
        size: {
          method: 'elicitation/create',
          params: { mode: 'form', message: 'Which size?', requestedSchema: SIZE },
        },
      },
      requestState: expect.any(String),
    });
    const second = await call(
      'order_shirt',
      { colour: 'red' },
      { requestState: first.requestState, inputResponses: { size: accept({ size: 'M' }) } },
    );
    expect(Object.keys(second.inputRequests)).toEqual(['question_1']);
    expect(second.requestState).not.toBe(first.requestState);
    // Only the last answer is sent; the earlier one travels in the state.
    const third = await call(
      'order_shirt',
      { colour: 'red' },
      {
        requestState: second.requestState,
        inputResponses: { question_1: accept({ sure: true }) },
      },
    );
    expect(JSON.parse(textOf(third))).toEqual({ number: 1, size: 'M', sure: 'accept' });
    expect(tools.done).toEqual(['reserved red', 'ordered red']);
    expect(server.records().map(({ outcome }) => outcome)).toEqual([
      'input_required',
      'input_required',
      'executed',
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['an answer to something else', { other: accept({ size: 'M' }) }],
    ['a value that was not offered', { size: accept({ size: 'XXL' }) }],
    ['a number', { size: 12345 }],
    ['nobody at all', { size: null }],
    ['a field too many', { size: accept({ size: 'M', extra: 1 }) }],
    ['an unknown action', { size: { action: 'yes', content: { size: 'M' } } }],
  ])('asks again when it gets %s', async (_what, inputResponses) => {
    const { requestState } = await call('order_shirt', { colour: 'red' });
    const again = await call('order_shirt', { colour: 'red' }, { requestState, inputResponses });
    expect(Object.keys(again.inputRequests)).toEqual(['size']);
  });

  it.each([null, 'x', 7, []])('refuses answers that are %j as a whole', async (inputResponses) => {
    const { requestState } = await call('order_shirt', { colour: 'red' });
    const response = await send('tools/call', {
      name: 'order_shirt',
      arguments: { colour: 'red' },
      requestState,
      inputResponses,
    });
    expect(errorOf(response).code).toBe(-32602);
  });

  it('tells the tool that a person said no', async () => {
    const { requestState } = await call('order_shirt', { colour: 'red' });
    for (const action of ['decline'])
      expect(
        textOf(
          await call(
            'order_shirt',
            { colour: 'red' },
            { requestState, inputResponses: { size: { action } } },
          ),
        ),
      ).toBe(`No size: ${action}.`);
  });

  it('ends the call with the question even when the tool catches everything', async () => {
    expect((await call('swallow', {})).resultType).toBe('input_required');
    expect(tools.done).toEqual(['went on']);
  });

  it('asks at once what is asked at once', async () => {
    const first = await call('both', {});
    expect(Object.keys(first.inputRequests).sort()).toEqual(['one', 'other']);
    const answers = { one: accept({ size: 'S' }), other: { action: 'cancel' } };
    const second = await call(
      'both',
      {},
      { requestState: first.requestState, inputResponses: answers },
    );
    expect(JSON.parse(textOf(second))).toEqual(['accept', 'cancel']);
  });

  it('works in prompts and resources', async () => {
    for (const [method, params] of [
      ['prompts/get', { name: 'shirts', arguments: {} }],
      ['resources/read', { uri: 'shirt://mine' }],
    ] as const) {
      const first = resultOf(await send(method, params)) as unknown as Round;
      expect(first.resultType).toBe('input_required');
      const second = resultOf(
        await send(method, {
          ...params,
          requestState: first.requestState,
          inputResponses: { size: accept({ size: 'L' }) },
        }),
      );
      expect(second).toMatchObject({ resultType: 'complete' });
    }
  });

  it('sends people to a page only where the client can', async () => {
    const { inputRequests } = await call('page', {});
    expect(inputRequests['question_1']?.params).toEqual({
      mode: 'url',
      message: 'Log in',
      url: 'https://example.com/login',
    });
    const response = await send(
      'tools/call',
      { name: 'page', arguments: {} },
      { capabilities: { elicitation: {} } },
    );
    expect(errorOf(response)).toMatchObject({
      code: -32021,
      data: { requiredCapabilities: { elicitation: { url: {} } } },
    });
  });

  it('refuses to remember too much', async () => {
    const response = await send('tools/call', { name: 'hoard', arguments: {} });
    expect(errorOf(response).message).toContain('larger than');
  });

  it('limits how many calls of one caller wait', async () => {
    await server.app.close();
    await boot({}, { confirmation: { maxPerPrincipal: 2 } });
    for (let index = 0; index < 2; index++) await call('both', {});
    expect(errorOf(await send('tools/call', { name: 'both', arguments: {} })).code).toBe(429);
  });
});

describe('the state of a call that asked', () => {
  beforeEach(() => boot());
  const args = { colour: 'red' };
  const answer = { size: accept({ size: 'M' }) };
  const refusal = async (
    params: Record<string, unknown>,
    options: Parameters<typeof send>[2] = {},
  ) => errorOf(await send('tools/call', { name: 'order_shirt', ...params }, options));
  const state = async () => (await call('order_shirt', args)).requestState;

  it('is good once', async () => {
    const requestState = await state();
    await call('order_shirt', args, { requestState, inputResponses: answer });
    expect(await refusal({ arguments: args, requestState, inputResponses: answer })).toMatchObject({
      code: -32602,
      message: expect.stringContaining('requestState'),
    });
  });

  it('is good once among many that use it at the same time', async () => {
    const requestState = await state();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        send('tools/call', {
          name: 'order_shirt',
          arguments: args,
          requestState,
          inputResponses: answer,
        }),
      ),
    );
    expect(responses.filter((response) => response && 'result' in response)).toHaveLength(1);
  });

  it('is nothing for another principal, other arguments or another tool, and lives on', async () => {
    const requestState = await state();
    const retry = { requestState, inputResponses: answer };
    expect((await refusal({ arguments: args, ...retry }, { context: bob })).code).toBe(-32602);
    expect((await refusal({ arguments: { colour: 'blue' }, ...retry })).code).toBe(-32602);
    expect((await refusal({ name: 'both', arguments: args, ...retry })).code).toBe(-32602);
    expect((await refusal({ arguments: { ...args, more: 1 }, ...retry })).code).toBe(-32602);
    expect((await call('order_shirt', args, retry)).resultType).toBe('input_required');
  });

  it.each(['', 'x', '1.AAAA', 7, null, {}, '1.'.padEnd(300_000, 'A')])(
    'cannot be made up (%#)',
    async (requestState) => {
      expect((await refusal({ arguments: args, requestState })).code).toBe(-32602);
    },
  );

  it('expires', async () => {
    await server.app.close();
    await boot({ asking: { ttlMs: 1 } });
    const requestState = await state();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await refusal({ arguments: args, requestState, inputResponses: answer })).code).toBe(
      -32602,
    );
  });

  it('is not good on an instance with other keys', async () => {
    const requestState = await state();
    await server.app.close();
    await boot({ asking: { keys: ['k'.repeat(32)] } });
    expect((await refusal({ arguments: args, requestState })).code).toBe(-32602);
  });
});

describe('confirming at the client', () => {
  const args = { what: 'disk', token: 'hunter2' };

  it('asks the person, who reads what will run and no secret, and runs once they say yes', async () => {
    await boot();
    const first = await call('wipe', args);
    const question = first.inputRequests['toolgate.confirm'];
    expect(question?.params['message']).toContain('wipe(what=disk, token=***REDACTED***)');
    expect(JSON.stringify(first)).not.toContain('hunter2');
    const confirmed = { 'toolgate.confirm': accept({ confirm: true }) };
    const done = await call('wipe', args, {
      requestState: first.requestState,
      inputResponses: confirmed,
    });
    expect(textOf(done)).toBe('wiped');
    expect(tools.done).toEqual(['wiped disk']);
  });

  it.each([accept({ confirm: false }), { action: 'decline' }, { action: 'cancel' }])(
    'does nothing after %j',
    async (said) => {
      await boot();
      const { requestState } = await call('wipe', args);
      const refused = await call('wipe', args, {
        requestState,
        inputResponses: { 'toolgate.confirm': said },
      });
      expect(refused.isError).toBe(true);
      expect(tools.done).toEqual([]);
      expect(server.records().at(-1)).toMatchObject({
        outcome: 'confirmation_invalid',
        reasonCode: 'declined',
      });
    },
  );

  it('cannot be answered before it was asked', async () => {
    await boot();
    const unasked = await call('wipe', args, {
      inputResponses: { 'toolgate.confirm': accept({ confirm: true }) },
    });
    expect(unasked.resultType).toBe('input_required');
    expect(tools.done).toEqual([]);
  });

  it('is by token where the client cannot ask, and where the host does not want people to be asked', async () => {
    await boot();
    const asked = await call('wipe', args, {}, { capabilities: {} });
    expect(textOf(asked)).toContain('confirm_token');
    await server.app.close();
    await boot({}, { confirmation: { elicit: false } });
    expect(textOf(await call('wipe', args))).toContain('confirm_token');
  });

  it('by a person is refused where none can be asked, and never takes a token', async () => {
    await boot({}, { confirmation: { elicit: false } });
    const refused = await call('launch', {}, {}, { capabilities: {} });
    expect([refused.isError, textOf(refused)]).toEqual([
      true,
      expect.stringContaining('has to be confirmed by a person'),
    ]);
    const forged = await call(
      'launch',
      { confirm_token: 'a'.repeat(64) },
      {},
      { capabilities: {} },
    );
    expect(forged.isError).toBe(true);
    const first = await call('launch', {});
    const done = await call(
      'launch',
      {},
      {
        requestState: first.requestState,
        inputResponses: { 'toolgate.confirm': accept({ confirm: true }) },
      },
    );
    expect(textOf(done)).toBe('launched');
    expect(tools.done).toEqual(['launched']);
  });
});

describe('a call that was confirmed by a token', () => {
  it('cannot end with a question, as it could not be run again', async () => {
    await boot({}, { confirmation: { elicit: false } });
    const confirmed = async (name: string) => {
      const [, token] = /confirm_token "([0-9a-f]+)"/.exec(textOf(await call(name, {})))!;
      return call(name, { confirm_token: token });
    };
    expect(textOf(await confirmed('ship'))).toBe('shipped without asking');
    const failed = await confirmed('post');
    expect([failed.isError, textOf(failed)]).toEqual([
      true,
      expect.stringContaining('used up a token or an approval'),
    ]);
  });
});

describe('asking a client of an older revision', () => {
  const connect = async (
    respond: (request: JsonRpcRequest) => object | undefined,
    context = ann,
    capabilities: object = EVERYTHING,
  ) => {
    const transport = new DirectMcpTransport(server.mcp, context);
    const asked: JsonRpcRequest[] = [];
    const heard: string[] = [];
    const answers = new Map<unknown, { result?: Round; error?: { code: number } }>();
    transport.onmessage = (message) => {
      if ('method' in message && 'id' in message) {
        asked.push(message);
        const reply = respond(message);
        if (reply) void transport.send({ jsonrpc: '2.0', id: message.id, ...reply });
      } else if ('method' in message) heard.push(message.method);
      else answers.set(message.id, message as never);
    };
    const ask = async (method: string, params: object, id: number) => {
      await transport.send(legacy(method, params as Record<string, unknown>, id));
      while (!answers.has(id)) await new Promise((resolve) => setImmediate(resolve));
      return answers.get(id)!;
    };
    await ask(
      'initialize',
      { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'c', version: '1' } },
      0,
    );
    return { transport, asked, heard, ask };
  };

  it('waits for the answer within the call', async () => {
    await boot();
    const { ask, asked } = await connect(({ params }) =>
      String(params?.['message']).startsWith('Which')
        ? { result: accept({ size: 'M' }) }
        : { result: accept({ sure: true }) },
    );
    const { result } = await ask(
      'tools/call',
      { name: 'order_shirt', arguments: { colour: 'red' } },
      1,
    );
    expect(JSON.parse(textOf(result!))).toEqual({ number: 1, size: 'M', sure: 'accept' });
    expect(asked.map(({ method }) => method)).toEqual(['elicitation/create', 'elicitation/create']);
    expect(new Set(asked.map(({ id }) => id)).size).toBe(2);
    expect(server.app.get(ClientRequests).size).toBe(0);
  });

  it.each([
    ['refuses', { error: { code: -1, message: 'User rejected sampling' } }, 'User rejected'],
    ['answers something else', { result: accept({ size: 'XXL' }) }, 'does not fit'],
    ['answers nothing', { result: {} }, 'does not fit'],
  ])('fails the call when the client %s', async (_what, reply, text) => {
    await boot();
    const { ask } = await connect(() => reply);
    const { result } = await ask(
      'tools/call',
      { name: 'order_shirt', arguments: { colour: 'x' } },
      1,
    );
    expect([result?.isError, textOf(result!)]).toEqual([true, expect.stringContaining(text)]);
  });

  it('gives up after a while, and tells the client', async () => {
    await boot({ asking: { timeoutMs: 20 } });
    const { ask, heard } = await connect(() => undefined);
    const { result } = await ask(
      'tools/call',
      { name: 'order_shirt', arguments: { colour: 'x' } },
      1,
    );
    expect(textOf(result!)).toContain('nobody answered within 20 ms');
    expect(heard).toContain('notifications/cancelled');
    expect(server.app.get(ClientRequests).size).toBe(0);
  });

  it('stands the deadline of the tool still while a person thinks', async () => {
    await boot({}, { execution: { timeoutMs: 30 } });
    const { ask, transport } = await connect(({ id }) => {
      setTimeout(() => {
        void transport.send({ jsonrpc: '2.0', id, result: accept({ size: 'S' }) });
      }, 50);
      return undefined;
    });
    const { result } = await ask('tools/call', { name: 'both', arguments: {} }, 1);
    expect(JSON.parse(textOf(result!))).toEqual(['accept', 'accept']);
  });

  it('takes an answer only from whoever was asked', async () => {
    await boot();
    const mallory = await connect(() => undefined, bob);
    const { ask } = await connect(({ id }) => {
      // Somebody else answers first, with the very id.
      void mallory.transport.send({ jsonrpc: '2.0', id, result: { action: 'cancel' } });
      return { result: accept({ size: 'L' }) };
    });
    const { result } = await ask('tools/call', { name: 'both', arguments: {} }, 1);
    expect(JSON.parse(textOf(result!))).toEqual(['accept', 'accept']);
  });

  it('confirms at the client, in one call', async () => {
    await boot();
    const { ask, asked } = await connect(() => ({ result: accept({ confirm: true }) }));
    const { result } = await ask(
      'tools/call',
      { name: 'wipe', arguments: { what: 'disk', token: 'x' } },
      1,
    );
    expect(textOf(result!)).toBe('wiped');
    expect(asked).toHaveLength(1);
  });

  it('tells the tool where the client cannot be asked', async () => {
    await boot();
    const { ask } = await connect(() => undefined, ann, {});
    const { result } = await ask('tools/call', { name: 'both', arguments: {} }, 1);
    expect([result?.isError, textOf(result!)]).toEqual([
      true,
      expect.stringContaining('ask a person by a form'),
    ]);
  });
});

describe('the keys of the seal', () => {
  it.each([[], ['short'], 'a'.repeat(40), [7]])(
    'cannot be %j, which is not shown',
    async (keys) => {
      await expect(boot({ asking: { keys: keys as string[] } })).rejects.toThrow(
        /asking\.keys must be an array of at least one secret/,
      );
      await boot();
    },
  );
});
