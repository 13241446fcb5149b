import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConflictException, HttpException, Injectable, NotFoundException } from '@nestjs/common';
import { of, throwError } from 'rxjs';
import {
  AuditSinks,
  Tool,
  ToolContext,
  ToolCtx,
  ToolError,
  ToolResult,
} from '@toolgate/tool-runtime';
import type { AuditRecord, ToolFailedEvent } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';

const anybody = ToolContext.web({ principal: 'user:1' });

describe('a tool that runs', () => {
  let runtime: RunningRuntime;
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown) => void unhandled.push(reason);
  const failed: ToolFailedEvent[] = [];

  /** Registers a tool around a piece of code, calls it, and removes it. */
  const run = async (
    code: (input: Record<string, unknown>, context: ToolContext) => unknown,
    options: object = {},
    context = anybody,
  ) => {
    runtime.registry.register(
      { name: 'probe', description: 'A probe', ...options },
      code as never,
      { replace: true },
    );
    return runtime.registry.call('probe', {}, context);
  };

  beforeAll(async () => {
    process.on('unhandledRejection', onUnhandled);
    runtime = await bootRuntime({ options: { rateLimit: false } });
    runtime.emitter.on('tool.failed', (event: ToolFailedEvent) => void failed.push(event));
  });
  beforeEach(() => void (failed.length = 0));
  afterAll(async () => {
    await runtime.app.close();
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  });

  describe('and throws', () => {
    const oddities: [string, () => unknown][] = [
      [
        'a text',
        () => {
          throw 'boom';
        },
      ],
      [
        'null',
        () => {
          throw null;
        },
      ],
      [
        'undefined',
        () => {
          throw undefined;
        },
      ],
      [
        'an object',
        () => {
          throw { code: 42 };
        },
      ],
      ['a rejection with nothing', () => Promise.reject()],
      [
        'an error whose message throws',
        () => {
          throw Object.defineProperty(new Error(), 'message', {
            get() {
              throw new Error('hidden');
            },
          });
        },
      ],
      [
        'an aggregate',
        () => {
          throw new AggregateError([new Error('a'), new Error('b')], 'many');
        },
      ],
      [
        'a megabyte of message',
        () => {
          throw new Error('x'.repeat(1_000_000));
        },
      ],
      [
        'an error with headers',
        () => {
          throw Object.assign(new Error('401'), {
            config: { headers: { Authorization: 'Bearer S3NT1NEL' } },
          });
        },
      ],
      ['inside an observable', () => throwError(() => new Error('deep'))],
      [
        'a revoked proxy',
        () => {
          const { proxy, revoke } = Proxy.revocable({}, {});
          revoke();
          throw proxy;
        },
      ],
    ];

    it.each(oddities)(
      '%s: the caller gets one safe result, and the next call works',
      async (_, code) => {
        const result = await run(code);
        expect(result.success).toBe(false);
        expect(result.error).toBe(`Internal error (ref ${result.meta['request_id']})`);
        expect(result.code).toBe('INTERNAL_ERROR');
        expect(failed).toHaveLength(1);
        expect(await run(() => 'fine')).toMatchObject({ success: true, data: 'fine' });
      },
    );

    it('an error meant for the caller: message, code and data arrive', async () => {
      const result = await run(() => {
        throw new ToolError('Order A-7 was shipped.', { code: 'CONFLICT', data: { id: 'A-7' } });
      });
      expect(result).toMatchObject({ error: 'Order A-7 was shipped.', data: { id: 'A-7' } });
      expect(result.meta).toMatchObject({ code: 'CONFLICT', type: 'error' });
    });

    it.each([
      [new NotFoundException('No such order'), 'NOT_FOUND', 'No such order'],
      [new ConflictException(), 'CONFLICT', 'Conflict'],
      [new HttpException({ a: 1 }, 409), 'CONFLICT', 'Http Exception'],
      [new HttpException({ message: ['a', 'b'] }, 422), 'VALIDATION_ERROR', 'a; b'],
      [new HttpException('slow down', 429), 'RATE_LIMITED', 'slow down'],
      [new HttpException('', 418), 'INTERNAL_ERROR', 'The request was refused.'],
    ])(
      'an HttpException %#: its status becomes a code and its message arrives',
      async (error, code, message) => {
        const result = await run(() => {
          throw error;
        });
        expect(result.code).toBe(code);
        expect(result.error).toBe(message);
      },
    );

    it('keeps secrets out of a message meant for the caller', async () => {
      const result = await run(() => {
        throw new ToolError('upstream said: Authorization: Bearer S3NT1NEL-abcdefghijklmnop');
      });
      expect(result.error).not.toContain('S3NT1NEL');
    });
  });

  describe('and returns', () => {
    it('nothing: success with null', async () => {
      expect(await run(() => undefined)).toMatchObject({ success: true, data: null });
    });

    it('what JSON has another form for', async () => {
      const result = await run(() => ({
        big: 725653563933458432n,
        at: new Date(0),
        map: new Map([['a', 1]]),
        set: new Set([1, 2]),
      }));
      expect(result.data).toEqual({
        big: '725653563933458432',
        at: '1970-01-01T00:00:00.000Z',
        map: { a: 1 },
        set: [1, 2],
      });
    });

    it.each([
      ['data.n', () => ({ n: Number.NaN })],
      ['data.at', () => ({ at: new Date(Number.NaN) })],
      [
        'data.self',
        () => {
          const loop: Record<string, unknown> = {};
          loop['self'] = loop;
          return loop;
        },
      ],
      [
        'data.secret',
        () => ({
          get secret() {
            throw new Error('hidden');
          },
        }),
      ],
      ['data.later', () => ({ later: Promise.resolve(1) })],
      ['data', () => new Uint8Array(4)],
      [
        'data',
        () =>
          (function* () {
            yield 1;
          })(),
      ],
      ['meta.n', () => ToolResult.success(1, null, { n: Number.NaN })],
    ])(
      'what cannot be sent: an error that names %s, and that the effect may have happened',
      async (path, code) => {
        const result = await run(code);
        expect(result.code).toBe('INTERNAL_ERROR');
        expect(result.error).toContain(path);
        expect(result.meta).toMatchObject({ effect_may_have_happened: true });
        expect(failed).toHaveLength(1);
      },
    );

    it('too much: an error that says how much, never a cut text', async () => {
      const result = await run(() => 'x'.repeat(2_000_000));
      expect(result.code).toBe('INTERNAL_ERROR');
      expect(result.error).toMatch(/over the limit/);
      expect(result.data).toBeNull();
    });

    it.each<[string, () => unknown, RegExp]>([
      ['64 MiB of text', () => 'x'.repeat(64 * 2 ** 20), /over the limit/],
      ['10 MiB in many rows', () => Array.from({ length: 100 }, () => 'x'.repeat(100_000)), /over/],
      ['bytes', () => Buffer.alloc(2 * 2 ** 20), /data/],
      ['a stream', () => Readable.from(['a', 'b']), /data/],
      [
        'an asynchronous generator',
        async function* () {
          yield await Promise.resolve(1);
        },
        /data/,
      ],
    ])('%s: an error that says what to do, and nothing of the result', async (_, code, message) => {
      const results = await Promise.all(Array.from({ length: 8 }, () => run(code)));
      for (const result of results) {
        expect(result.code).toBe('INTERNAL_ERROR');
        expect(result.error).toMatch(message);
        expect(JSON.stringify(result).length).toBeLessThan(1_000);
      }
      expect(await run(() => 'fine')).toMatchObject({ success: true });
    });

    it('a hundred thousand rows within the limit: all of them', async () => {
      const rows = Array.from({ length: 100_000 }, (_, n) => n);
      expect((await run(() => rows)).data).toHaveLength(100_000);
    });

    it('too deep: an error, and the process lives', async () => {
      const result = await run(() => {
        let deep: unknown = 1;
        for (let n = 0; n < 100_000; n++) deep = [deep];
        return deep;
      });
      expect(result.error).toMatch(/deep/);
    });

    it('an observable: its last value', async () => {
      expect(await run(() => of(1, 2, 3))).toMatchObject({ success: true, data: 3 });
    });

    it('data that breaks its declared output: an error', async () => {
      const output = {
        type: 'object',
        properties: { id: { type: 'integer' } },
        required: ['id'],
        additionalProperties: false,
      };
      expect(await run(() => ({ id: 1 }), { output })).toMatchObject({ success: true });
      const wrong = await run(() => ({ id: 'S3NT1NEL' }), { output });
      expect(wrong.code).toBe('INTERNAL_ERROR');
      expect(wrong.error).toContain('id');
      expect(wrong.error).not.toContain('S3NT1NEL');
    });

    it('an object that lives on in the tool: the caller gets a copy', async () => {
      const record = { name: 'Ann', tags: ['a'] };
      const result = await run(() => record);
      record.tags.push('b');
      expect(result.data).toEqual({ name: 'Ann', tags: ['a'] });
      expect(Object.isFrozen(record)).toBe(false);
    });
  });

  describe('longer than its deadline', () => {
    const timeoutMs = 15;

    it.each<[string, (context: ToolContext) => unknown]>([
      ['never settles', () => new Promise(() => undefined)],
      ['resolves late', () => sleep(30, 'late')],
      [
        'rejects late',
        async () => {
          await sleep(30);
          throw new Error('late');
        },
      ],
      [
        'blocks and throws',
        () => {
          busy(25);
          throw new Error('late');
        },
      ],
      [
        'blocks and returns',
        () => {
          busy(25);
          return 'late';
        },
      ],
      ['ignores its signal', () => sleep(30)],
    ])('%s: one TIMEOUT, told once', async (_, code) => {
      const before = runtime.records().length;
      const result = await run((_input, context) => code(context), { timeoutMs, mutating: true });
      expect(result.meta).toMatchObject({ code: 'TIMEOUT', effect_may_have_happened: true });
      expect(failed).toHaveLength(1);
      await sleep(40);
      expect(failed).toHaveLength(1);
      const records = runtime.records().slice(before);
      expect(records.filter(({ late }) => !late).map(({ outcome }) => outcome)).toEqual([
        'timed_out',
      ]);
    });

    it('and settles afterwards: the record says late, the result stays', async () => {
      const before = runtime.records().length;
      await run(() => sleep(25, 'late'), { timeoutMs });
      await sleep(30);
      expect(runtime.records().slice(before)).toMatchObject([
        { outcome: 'timed_out', late: false },
        { outcome: 'executed', late: true },
      ]);
    });

    it('aborts its signal with the reason', async () => {
      let signal: AbortSignal | undefined;
      await run(
        (_input, context) => {
          signal = context.signal;
          return new Promise(() => undefined);
        },
        { timeoutMs },
      );
      expect(signal?.aborted).toBe(true);
      expect(String(signal?.reason)).toContain('15 ms');
    });

    it('in soft mode: the result comes, and says that it overran', async () => {
      const result = await run(() => sleep(30, 'done'), { timeoutMs, timeoutMode: 'soft' });
      expect(result).toMatchObject({ success: true, data: 'done' });
      expect(result.meta).toMatchObject({ timeout_exceeded: true, timeout_limit: 0.015 });
      expect(result.meta['execution_time']).toBeGreaterThan(0.015);
    });

    it('a thousand at once: a thousand results and no timer left', async () => {
      runtime.registry.register(
        { name: 'probe', description: 'A probe', timeoutMs },
        () => sleep(5, 'ok'),
        { replace: true },
      );
      const timers = () =>
        process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
      const before = timers();
      const results = await Promise.all(
        Array.from({ length: 1_000 }, () => runtime.registry.call('probe', {}, anybody)),
      );
      expect(results).toHaveLength(1_000);
      // Timers of the test itself end a little later than the calls.
      for (let turn = 0; turn < 100 && timers() > before; turn++) await sleep(10);
      expect(timers()).toBeLessThanOrEqual(before);
    });
  });

  describe('and is cancelled', () => {
    it('hears of it at once, and the caller gets CANCELLED', async () => {
      const caller = new AbortController();
      let heard = false;
      const pending = run(
        (_input, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => (heard = true));
          }),
        {},
        ToolContext.web({ principal: 'u', signal: caller.signal }),
      );
      await sleep(5);
      caller.abort();
      expect(heard).toBe(true);
      const result = await pending;
      expect(result.code).toBe('CANCELLED');
      expect(failed).toHaveLength(1);
      expect(runtime.records().at(-1)).toMatchObject({ outcome: 'cancelled' });
    });

    it('before it began, while a listener is asked: it never runs', async () => {
      const caller = new AbortController();
      const listener = () => sleep(30);
      runtime.emitter.on('tool.executing', listener);
      let ran = false;
      const pending = run(
        () => (ran = true),
        {},
        ToolContext.web({ principal: 'u', signal: caller.signal }),
      );
      caller.abort();
      expect((await pending).code).toBe('CANCELLED');
      await sleep(40);
      expect(ran).toBe(false);
      runtime.emitter.off('tool.executing', listener);
    });

    it('leaves no listener on the caller’s signal', async () => {
      const caller = new AbortController();
      let listeners = 0;
      const { signal } = caller;
      const add = signal.addEventListener.bind(signal);
      const remove = signal.removeEventListener.bind(signal);
      signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args));
      signal.removeEventListener = (...args: Parameters<typeof remove>) => (
        listeners--,
        remove(...args)
      );
      const context = ToolContext.web({ principal: 'u', signal });
      for (let n = 0; n < 20; n++) await run((_i, c) => (void c.signal, sleep(1)), {}, context);
      expect(listeners).toBe(0);
    });
  });
});

describe('a tool that changes something, where records are required', () => {
  @Injectable()
  class Till {
    opened = 0;

    @Tool({ name: 'open_till', description: 'Opens', mutating: true })
    open(@ToolCtx() _context: ToolContext) {
      return ++this.opened;
    }
  }

  const boot = (write: (record: AuditRecord) => unknown) =>
    bootRuntime({
      providers: [Till],
      options: { audit: { mode: 'required', sinkTimeoutMs: 20 } },
      collaborators: [{ provide: AuditSinks, useValue: [{ write }] }],
    });

  it('runs after its intent was written down', async () => {
    const phases: string[] = [];
    const { app, registry } = await boot(({ phase }) => void phases.push(phase));
    expect(await registry.call('open_till', {}, anybody)).toMatchObject({ success: true, data: 1 });
    expect(phases).toEqual(['intent', 'terminal']);
    await app.close();
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('disk full');
      },
    ],
    ['rejects', () => Promise.reject(new Error('disk full'))],
    ['hangs', () => new Promise(() => undefined)],
  ])('does not run when a sink %s', async (_, write) => {
    const { app, registry } = await boot(write);
    const result = await registry.call('open_till', {}, anybody);
    expect(result.meta).toMatchObject({ code: 'BLOCKED', reason_code: 'audit_unavailable' });
    expect(app.get(Till).opened).toBe(0);
    await app.close();
  });
});

describe('closing the application', () => {
  it('lets running calls finish', async () => {
    const { app, registry } = await bootRuntime();
    registry.register({ name: 'slow', description: 'Slow' }, () => sleep(30, 'done'));
    const pending = registry.call('slow', {}, anybody);
    await app.close();
    expect(await pending).toMatchObject({ success: true, data: 'done' });
  });

  it('cancels what does not finish in time, and everything that comes later', async () => {
    const { app, registry, records } = await bootRuntime({
      options: { execution: { drainMs: 10 } },
    });
    registry.register({ name: 'stuck', description: 'Stuck' }, () => new Promise(() => undefined));
    const pending = registry.call('stuck', {}, anybody);
    await app.close();
    expect((await pending).code).toBe('CANCELLED');
    expect((await registry.call('stuck', {}, anybody)).code).toBe('CANCELLED');
    expect(records().map(({ reasonCode }) => reasonCode)).toEqual(['shutdown', 'shutdown']);
  });
});

/** Blocks the event loop. */
function busy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
