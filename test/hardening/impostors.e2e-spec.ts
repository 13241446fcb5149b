import fc from 'fast-check';
import { Injectable } from '@nestjs/common';
import {
  AuditSinks,
  Clock,
  PolicyGate,
  RandomSource,
  RateLimiter,
  Tool,
  ToolContext,
  ToolError,
  ToolRegistry,
  ToolResult,
} from '@toolgate/tool-runtime';
import type { PolicyDecision } from '@toolgate/tool-runtime';
import { bootRuntime } from '../support/boot-runtime.js';
import type { RunningRuntime } from '../support/boot-runtime.js';
import { ProcessFaults } from '../support/process-faults.js';

@Injectable()
class Vault {
  opened = 0;

  @Tool({ name: 'open_vault', description: 'Opens', scopes: ['vault:open'] })
  open() {
    return ++this.opened;
  }

  @Tool({ name: 'confirmed', description: 'Opens', confirm: true })
  confirmed() {
    return ++this.opened;
  }
}

const LOOKS_LIKE_A_CONTEXT = Symbol.for('@toolgate/ToolContext');
const everyone = { principal: 'root', channel: 'cli', scopes: ['*'], mode: 'execute' };

let faults: ProcessFaults;
beforeEach(() => (faults = ProcessFaults.watch()));
afterEach(async () => expect(await faults.stop()).toEqual([]));

describe('whoever calls with something that only looks like a context', () => {
  let runtime: RunningRuntime;
  beforeAll(async () => (runtime = await bootRuntime({ providers: [Vault] })));
  afterAll(() => runtime.app.close());

  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  };

  it.each<[string, () => unknown]>([
    ['null', () => null],
    ['a name', () => 'cli'],
    ['a plain object', () => ({ ...everyone })],
    ['a revoked proxy', revoked],
    ['a proxy around the context of the host', () => new Proxy(ToolContext.cli(), {})],
    ['an heir of the context of the host', () => Object.create(ToolContext.cli())],
    ['a forged mark and nothing else', () => ({ [LOOKS_LIKE_A_CONTEXT]: true })],
    [
      'a forged mark and a getter that throws',
      () => ({
        [LOOKS_LIKE_A_CONTEXT]: true,
        get principal() {
          throw new Error('no');
        },
      }),
    ],
    [
      'a forged mark and scopes that are no list',
      () => ({ [LOOKS_LIKE_A_CONTEXT]: true, ...everyone, scopes: { includes: () => true } }),
    ],
    [
      'a forged mark and a signal that is none',
      () => ({ [LOOKS_LIKE_A_CONTEXT]: true, ...everyone, signal: {} }),
    ],
  ])('is nobody: %s', async (_what, make) => {
    const result = await runtime.registry.call('open_vault', {}, make() as ToolContext);
    expect(result.meta).toMatchObject({ code: 'FORBIDDEN', channel: '(none)', principal: null });
    expect(runtime.app.get(Vault).opened).toBe(0);
  });

  it('is never the host, and never makes a call reject', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.anything().filter((value) => value !== undefined),
        async (value) => {
          const result = await runtime.registry.call('open_vault', {}, value as ToolContext);
          expect(result.code).toBe('FORBIDDEN');
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('a collaborator of the host that does not work', () => {
  const broken = (): never => {
    throw new Error('broken S3NT1NEL');
  };

  it.each<[string, symbol | typeof PolicyGate, object, string[]]>([
    ['a clock that throws', Clock, { now: broken, monotonic: broken }, ['UNAVAILABLE']],
    [
      'a clock that tells no time',
      Clock,
      { now: () => Number.NaN, monotonic: () => Number.NaN },
      ['none', 'UNAVAILABLE'],
    ],
    ['a limiter that throws', RateLimiter, { consume: broken }, ['UNAVAILABLE']],
    ['a limiter that says nothing', RateLimiter, { consume: () => undefined }, ['UNAVAILABLE']],
    ['a source of randomness that throws', RandomSource, { hex: broken }, ['none', 'UNAVAILABLE']],
    ['sinks that throw', AuditSinks, [{ write: broken }], ['none']],
  ])('%s: every call still ends', async (_what, provide, useValue, codes) => {
    const { app, registry } = await bootRuntime({
      providers: [Vault],
      collaborators: [{ provide, useValue }],
    });
    for (const tool of ['open_vault', 'confirmed', 'unknown']) {
      const result = await registry.call(tool, {});
      expect([...codes, 'TOOL_NOT_FOUND', 'none']).toContain(result.code ?? 'none');
      expect(result.meta['took_ms']).toBeGreaterThanOrEqual(0);
      expect(JSON.stringify(result)).not.toContain('S3NT1NEL');
    }
    await app.close();
  });

  it('a clock that goes back measures no negative time', async () => {
    let time = 1_000_000;
    const { app, registry, records } = await bootRuntime({
      providers: [Vault],
      collaborators: [
        { provide: Clock, useValue: { now: () => time, monotonic: () => (time -= 1000) } },
      ],
      options: { rateLimit: false },
    });
    const result = await registry.call('open_vault', {});
    expect(result.success).toBe(true);
    expect(result.meta['took_ms']).toBe(0);
    expect(records().map(({ tookMs }) => tookMs)).toEqual([0]);
    await app.close();
  });

  it.each([
    undefined,
    null,
    {},
    'yes',
    { allowed: 'yes' },
    { allowed: 1 },
    Promise.resolve({ allowed: 'yes' }),
    Promise.reject(new Error('down')),
    // oxlint-disable-next-line unicorn/no-thenable -- a gate of plain JavaScript may return one
    { then: (done: (decision: unknown) => void) => done({ allowed: 'no' }) },
  ])('a gate that decides %p opens nothing', async (decision) => {
    class Vague extends PolicyGate {
      override decide() {
        return decision as unknown as PolicyDecision;
      }
    }
    if (decision instanceof Promise) decision.catch(() => undefined);
    const { app, registry } = await bootRuntime({
      providers: [Vault],
      collaborators: [{ provide: PolicyGate, useClass: Vague }],
    });
    const result = await registry.call('open_vault', {});
    expect(result.success).toBe(false);
    expect(app.get(Vault).opened).toBe(0);
    expect(await registry.listFor(ToolContext.cli())).toEqual([]);
    await app.close();
  });
});

describe('a tool that puts something else where a word belongs', () => {
  let runtime: RunningRuntime;
  beforeAll(async () => (runtime = await bootRuntime()));
  afterAll(() => runtime.app.close());

  const odd = [{ password: 'S3NT1NEL' }, ['S3NT1NEL'], 7, null];

  it.each(odd)('as code and type of its result (%j): neither is taken for one', async (value) => {
    const { registry, records } = runtime;
    registry.register(
      { name: 'odd', description: 'Odd' },
      () => ToolResult.error('no', null, { code: value as never, type: value as never }),
      { replace: true },
    );
    const result = await registry.call('odd');
    expect(result.code).toBeUndefined();
    expect(result.type).toBe('generic');
    expect(JSON.stringify(records().at(-1))).not.toContain('S3NT1NEL');
  });

  it.each(odd)('as code and message of its error (%j): the caller gets words', async (value) => {
    const { registry, records } = runtime;
    registry.register(
      { name: 'odd', description: 'Odd' },
      () => {
        const error = new ToolError('x', { code: value as never });
        (error as { message: unknown }).message = value;
        throw error;
      },
      { replace: true },
    );
    const result = await registry.call('odd');
    expect(result).toMatchObject({ code: 'INTERNAL_ERROR', error: expect.any(String) });
    expect(JSON.stringify([result, records().at(-1)])).not.toContain('S3NT1NEL');
  });

  it('as keys of its meta: no prototype is reached', async () => {
    const { registry } = runtime;
    const meta = JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}');
    registry.register(
      { name: 'odd', description: 'Odd' },
      () => ToolResult.success(JSON.parse('{"__proto__":{"isAdmin":true}}'), null, meta),
      { replace: true },
    );
    const result = await registry.call('odd');
    expect(result.success).toBe(true);
    expect((result.meta as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    expect((result.data as { isAdmin?: unknown }).isAdmin).toBeUndefined();
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });
});

describe('one registry', () => {
  it('finishes a call on the tool it began with, when that is replaced or removed meanwhile', async () => {
    const { app, registry, records } = await bootRuntime();
    let finish!: (value: string) => void;
    registry.register({ name: 'job', description: 'Old' }, () => new Promise((r) => (finish = r)));
    const before = registry.getDefinition('job')!.fingerprint;
    const call = registry.call('job');
    registry.register({ name: 'job', description: 'New', version: '2' }, () => 'new', {
      replace: true,
    });
    registry.unregister('job');
    finish('old');
    expect((await call).data).toBe('old');
    expect(records().at(-1)).toMatchObject({ fingerprint: before });
    expect((await registry.call('job')).code).toBe('TOOL_NOT_FOUND');
    await app.close();
  });

  it('hints at no tool to whoever misspells a name', async () => {
    const { app, registry } = await bootRuntime({ providers: [Vault] });
    const result = await registry.call('open_vualt', {}, ToolContext.web({ principal: null }));
    expect(JSON.stringify(result)).not.toContain('open_vault');
    await app.close();
  });

  it('tells its listeners once per tick, even if one of them throws', async () => {
    const { app } = await bootRuntime();
    const registry = app.get(ToolRegistry);
    let news = 0;
    registry.onDidChange(() => {
      throw new Error('no');
    });
    const stop = registry.onDidChange(() => news++);
    for (const name of ['a', 'b', 'c']) registry.register({ name, description: name }, () => 1);
    registry.unregister('a');
    await Promise.resolve();
    expect(news).toBe(1);
    stop();
    await app.close();
  });
});
