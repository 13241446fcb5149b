import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Injectable, Scope } from '@nestjs/common';
import {
  AuditSinks,
  ConfirmationStore,
  MemoryConfirmationStore,
  RateLimiter,
  SlidingWindowRateLimiter,
  Tool,
  ToolContext,
  ToolParam,
} from '@toolgate/tool-runtime';
import { bootRuntime } from '../support/boot-runtime.js';
import type { RunningRuntime } from '../support/boot-runtime.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

@Injectable({ scope: Scope.REQUEST })
class PerCall {
  readonly weight = new Array<number>(1000).fill(1);

  @Tool({ name: 'per_call', description: 'Made anew' })
  run() {
    return this.weight.length;
  }
}

@Injectable()
class Shop {
  @Tool({ name: 'look', description: 'Looks' })
  look() {
    return 1;
  }

  @Tool({ name: 'buy', description: 'Buys', confirm: true })
  buy(@ToolParam('item', { required: false }) _item?: string) {
    return 1;
  }

  @Tool({ name: 'echo', description: 'Echoes', input: { type: 'object', properties: { v: {} } } })
  echo(input: unknown) {
    return input;
  }

  @Tool({
    name: 'matched',
    description: 'Matches',
    input: { type: 'object', properties: { code: { type: 'string', pattern: '^[a-z]{1,40}!$' } } },
  })
  matched() {
    return 1;
  }
}

const silent = { provide: AuditSinks, useValue: [{ write: () => undefined }] };

describe('the memory of a runtime', () => {
  let runtime: RunningRuntime;
  beforeAll(async () => {
    runtime = await bootRuntime({
      providers: [Shop, PerCall],
      collaborators: [silent],
      options: {
        rateLimit: { maxKeys: 500 },
        confirmation: { maxTotal: 300, maxPerPrincipal: 200 },
      },
    });
  });
  afterAll(() => runtime.app.close());

  /** Bytes that are left of `count` calls. */
  async function leftOf(count: number, call: (index: number) => Promise<unknown>) {
    for (let index = 0; index < 2_000; index++) await call(index);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < count; index++) await call(index);
    collectGarbage();
    return process.memoryUsage().heapUsed - before;
  }

  const COUNT = 10_000;
  const FEW = 1_500_000;

  it.each<[string, (index: number) => [string, object, ToolContext]]>([
    ['tools that do not exist', (n) => [`tool_${n}`, {}, ToolContext.cli()]],
    ['principals', (n) => ['look', {}, ToolContext.web({ principal: `user:${n}` })]],
    ['channels', (n) => ['look', {}, ToolContext.of({ channel: `ch${n}`, principal: 'u' })]],
    ['tokens that nobody redeems', (n) => ['buy', {}, ToolContext.web({ principal: `u${n}` })]],
    [
      'wrong tokens',
      (n) => ['buy', { confirm_token: `t${n}` }, ToolContext.web({ principal: 'u' })],
    ],
    ['arguments that are refused', (n) => ['look', { [`key${n}`]: n }, ToolContext.cli()]],
    ['requests with an instance each', () => ['per_call', {}, ToolContext.cli()]],
  ])(
    'does not grow with the number of %s',
    async (_what, make) => {
      const left = await leftOf(COUNT, (n) => runtime.registry.call(...make(n)));
      expect(left).toBeLessThan(FEW);
    },
    60_000,
  );

  it('holds no more keys and tokens than it may', () => {
    const limiter = runtime.app.get<SlidingWindowRateLimiter>(RateLimiter, { strict: false });
    const store = runtime.app.get<MemoryConfirmationStore>(ConfirmationStore, { strict: false });
    expect(limiter.size).toBeLessThanOrEqual(500);
    expect(store.size).toBeLessThanOrEqual(300);
  });

  it('keeps nothing of the calls that share a caller’s signal', async () => {
    const caller = new AbortController();
    const context = ToolContext.web({ principal: 'same', signal: caller.signal });
    runtime.registry.register(
      { name: 'watch', description: 'Watches', rateLimit: false },
      async (_input, call) => void call.signal,
    );
    const left = await leftOf(COUNT, () => runtime.registry.call('watch', {}, context));
    expect(left).toBeLessThan(FEW);
  }, 60_000);
});

describe('one call', () => {
  let runtime: RunningRuntime;
  beforeAll(async () => {
    runtime = await bootRuntime({ providers: [Shop], options: { rateLimit: false } });
    await runtime.registry.call('echo', { v: 1 });
  });
  afterAll(() => runtime.app.close());

  const deep = (depth: number) => JSON.parse(`${'{"v":'.repeat(depth)}1${'}'.repeat(depth)}`);
  const wide = (count: number) => ({ v: Array.from({ length: count }, (_, n) => n) });
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, n]));
  const text = 'a'.repeat(1_000_000);
  const web = (o: object) => ToolContext.web({ principal: 'u', ...o });

  it.each<[string, string, () => unknown, () => ToolContext]>([
    ['nested ten thousand deep', 'echo', () => deep(10_000), () => web({})],
    ['of a hundred thousand numbers', 'echo', () => wide(100_000), () => web({})],
    ['of as many numbers as there may be', 'echo', () => wide(49_000), () => web({})],
    ['of twenty thousand unknown keys', 'look', () => keys(20_000), () => web({})],
    ['of a megabyte of text', 'echo', () => ({ v: text }), () => web({})],
    ['of a megabyte of brackets in text', 'look', () => '['.repeat(1_000_000), () => web({})],
    ['with a key of a megabyte', 'look', () => ({ [text]: 1 }), () => web({})],
    ['with a token of a megabyte', 'buy', () => ({ confirm_token: text }), () => web({})],
    ['that almost match a pattern', 'matched', () => ({ code: `${text}` }), () => web({})],
    ['of secrets all over', 'buy', () => ({ item: 'password=a '.repeat(20_000) }), () => web({})],
    ['from a principal of a megabyte', 'look', () => ({}), () => web({ principal: text })],
    [
      'with a hundred thousand scopes',
      'look',
      () => ({}),
      () => web({ scopes: Array(1e5).fill('s') }),
    ],
    [
      'over a channel of a megabyte',
      'look',
      () => ({}),
      () => ToolContext.of({ channel: text, principal: 'u' }),
    ],
    ['to a tool with a name of a megabyte', text, () => ({}), () => web({})],
  ])('comes to an end %s', async (_what, tool, makeArguments, makeContext) => {
    const [args, context] = [makeArguments(), makeContext()];
    // Work that grew faster than its input would outlast the time limit of the test.
    const result = await runtime.registry.call(tool, args, context);
    expect(() => JSON.stringify([result, runtime.records().at(-1)])).not.toThrow();
  });
});
