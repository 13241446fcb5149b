import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, UseGuards } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';
import type { EventEmitter2 } from '@nestjs/event-emitter';
import {
  OnToolExecuted,
  OnToolExecuting,
  Tool,
  ToolContext,
  ToolParam,
  ToolResult,
} from '@toolgate/tool-runtime';
import type {
  ToolExecutedEvent,
  ToolExecutingEvent,
  ToolFailedEvent,
  ToolRegistry,
} from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';

class ClosedGuard implements CanActivate {
  canActivate = () => false;
}

@Injectable()
class Reports {
  runs = 0;

  @Tool({ name: 'get_report', description: 'A report', scopes: ['reports:read'] })
  get(@ToolParam('id', { type: 'integer' }) id: number) {
    this.runs++;
    return { id, source: 'live' };
  }

  @Tool({ name: 'guarded', description: 'Guarded' })
  @UseGuards(ClosedGuard)
  guarded() {
    this.runs++;
  }

  @Tool({ name: 'confirmed', description: 'Confirmed', confirm: true })
  confirmed() {
    this.runs++;
  }

  @Tool({ name: 'failing', description: 'Throws' })
  failing() {
    throw new Error('no');
  }

  @Tool({ name: 'refusing', description: 'Returns a failure' })
  refusing() {
    return ToolResult.error('not today');
  }
}

const reader = ToolContext.web({ principal: 'user:1', scopes: ['reports:read'] });

describe('tool events', () => {
  let runtime: RunningRuntime;
  let registry: ToolRegistry;
  let emitter: EventEmitter2;
  let reports: Reports;
  const heard: string[] = [];
  const call = (tool = 'get_report', args: unknown = { id: 42 }, context = reader) =>
    registry.call(tool, args, context);
  const on = (listener: (event: ToolExecutingEvent) => unknown) =>
    emitter.on('tool.executing', listener);

  beforeAll(async () => {
    runtime = await bootRuntime({
      providers: [Reports],
      options: { rateLimit: { limit: 100_000 }, events: { listenerTimeoutMs: 40 } },
    });
    ({ registry, emitter } = runtime);
    reports = runtime.app.get(Reports);
  });
  beforeEach(() => {
    reports.runs = 0;
    heard.length = 0;
    for (const name of ['tool.executing', 'tool.executed', 'tool.failed'])
      emitter.on(name, () => void heard.push(name));
  });
  afterEach(() => void emitter.removeAllListeners());
  afterAll(() => runtime.app.close());

  it('come in order: executing, the tool, executed', async () => {
    on(() => void heard.push(`runs ${reports.runs}`));
    await call();
    expect(heard).toEqual(['tool.executing', 'runs 0', 'tool.executed']);
    expect(reports.runs).toBe(1);
  });

  it('tell of a tool that threw as failed, and of one that returned a failure as executed', async () => {
    await call('failing', {});
    expect(heard).toEqual(['tool.executing', 'tool.failed']);
    heard.length = 0;
    await call('refusing', {});
    expect(heard).toEqual(['tool.executing', 'tool.executed']);
  });

  it('are not sent for a call that a gate refused', async () => {
    const outsider = ToolContext.web({ principal: 'user:2' });
    await call('nope', {});
    await call('get_report', {});
    await call('get_report', { id: 1 }, outsider);
    await call('guarded', {});
    await call('confirmed', {});
    await call('confirmed', { confirm_token: 'wrong' });
    await call('get_report', { id: 1 }, reader.asPlan());
    expect(heard).toEqual([]);
    expect(reports.runs).toBe(0);
  });

  it('are not sent for a call that the limiter refused', async () => {
    registry.register(
      { name: 'scarce', description: 'Once', rateLimit: { limit: 1 } },
      () => 'ran',
    );
    await call('scarce', {});
    heard.length = 0;
    expect((await call('scarce', {})).code).toBe('RATE_LIMITED');
    expect(heard).toEqual([]);
    registry.unregister('scarce');
  });

  it('let a listener answer: the tool does not run, executed says so, and both see one result', async () => {
    const results: ToolExecutedEvent[] = [];
    emitter.on('tool.executed', (event: ToolExecutedEvent) => void results.push(event));
    on((event) => event.slot.shortCircuit({ id: 42, source: 'cache' }));
    const result = await call();
    expect(result).toMatchObject({ success: true, data: { id: 42, source: 'cache' } });
    expect(reports.runs).toBe(0);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ cacheServed: true, name: 'get_report' });
    expect(results[0]!.result.data).toBe(result.data);
  });

  it('stamp an answer anew: a result kept from somebody else’s call does not carry their name', async () => {
    const theirs = await call('get_report', { id: 1 });
    on((event) => event.slot.shortCircuit(theirs));
    const mine = ToolContext.web({ principal: 'user:9', scopes: ['reports:read'] });
    const result = await call('get_report', { id: 1 }, mine);
    expect(result.meta).toMatchObject({ principal: 'user:9', request_id: mine.requestId });
  });

  it('let a listener stop the call with a reason', async () => {
    on((event) => event.slot.stop('stock-taking'));
    const result = await call();
    expect(result.error).toBe('Tool execution vetoed by an event listener: stock-taking');
    expect(result.meta).toMatchObject({ code: 'BLOCKED', reason_code: 'listener_stop' });
    expect(heard).toEqual(['tool.executing']);
    expect(reports.runs).toBe(0);
  });

  it('take the first decision and ask nobody after it', async () => {
    on((event) => event.slot.stop('first'));
    on((event) => {
      heard.push('second');
      event.slot.shortCircuit('second');
    });
    expect((await call()).isBlocked).toBe(true);
    expect(heard).not.toContain('second');
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('db down');
      },
    ],
    [
      'throws something odd',
      () => {
        throw null;
      },
    ],
    ['rejects', () => Promise.reject(new Error('db down'))],
    [
      'decides and then throws',
      (event: ToolExecutingEvent) => {
        event.slot.shortCircuit('yes');
        throw new Error('oops');
      },
    ],
    [
      'changes the arguments',
      (event: ToolExecutingEvent) => {
        (event.args as Record<string, unknown>)['id'] = 666;
      },
    ],
  ])('treat a listener that %s as a veto', async (_, listener) => {
    on(listener);
    const result = await call();
    expect(result.meta).toMatchObject({ code: 'BLOCKED', reason_code: 'listener_error' });
    expect(reports.runs).toBe(0);
  });

  it.each([
    ['never answers', () => new Promise(() => undefined)],
    [
      'answers too late',
      async (event: ToolExecutingEvent) => {
        await sleep(80);
        event.slot.shortCircuit('late');
      },
    ],
    [
      'fails too late',
      async () => {
        await sleep(80);
        throw new Error('late');
      },
    ],
  ])('treat a listener that %s as a veto', async (_, listener) => {
    on(listener);
    const result = await call();
    expect(result.meta).toMatchObject({ code: 'BLOCKED', reason_code: 'listener_timeout' });
    expect(reports.runs).toBe(0);
    await sleep(60);
  });

  it('wait for a listener that needs a moment', async () => {
    on(async (event) => {
      await sleep(5);
      event.slot.shortCircuit('found');
    });
    expect(await call()).toMatchObject({ success: true, data: 'found' });
  });

  it('bear a thousand listeners, one that leaves, and ones that hear everything', async () => {
    let times = 0;
    emitter.setMaxListeners(0);
    for (let n = 0; n < 1_000; n++) on(() => void times++);
    emitter.once('tool.executing', () => void heard.push('once'));
    emitter.onAny((name) => void heard.push(`any ${String(name)}`));
    await call();
    await call();
    expect(times).toBe(2_000);
    expect(heard.filter((name) => name === 'once')).toHaveLength(1);
    expect(heard).toContain('any tool.executing');
    expect(heard).toContain('any tool.executed');
    emitter.offAny(emitter.listenersAny()[0]!);
  });

  it('end a recursion of listeners that call tools', async () => {
    let deepest = 0;
    on(async () => {
      deepest++;
      const inner = await call();
      if (inner.isBlocked) throw new Error(inner.error ?? '');
    });
    const result = await call();
    expect(result.isBlocked).toBe(true);
    expect(deepest).toBe(8);
  });

  it.each(['tool.executed', 'tool.failed'])(
    'let no listener of %s change or delay the result',
    async (name) => {
      emitter.on(name, () => {
        throw new Error('mine');
      });
      emitter.on(name, () => Promise.reject(new Error('mine')));
      emitter.on(name, () => new Promise(() => undefined));
      emitter.on(name, (event: ToolExecutedEvent) => {
        (event.result.data as { source: string }).source = 'forged';
      });
      const tool = name === 'tool.failed' ? 'failing' : 'get_report';
      const result = await call(tool, tool === 'failing' ? {} : { id: 42 });
      expect(result.success).toBe(name === 'tool.executed');
      if (result.success) expect(result.data).toEqual({ id: 42, source: 'live' });
      expect(runtime.records().at(-1)).toMatchObject({ requestId: result.meta['request_id'] });
    },
  );

  it('keep what was thrown out of a serialised event', async () => {
    const events: ToolFailedEvent[] = [];
    emitter.on('tool.failed', (event: ToolFailedEvent) => void events.push(event));
    await call('failing', {});
    expect(events[0]!.error).toEqual(new Error('no'));
    expect(Object.keys(events[0]!)).not.toContain('error');
  });

  it('offer a cache key that differs with caller, scopes, arguments and tool', async () => {
    const keys: string[] = [];
    on((event) => void keys.push(event.cacheKey));
    const other = ToolContext.web({ principal: 'user:2', scopes: ['reports:read'] });
    const more = ToolContext.web({ principal: 'user:1', scopes: ['reports:read', 'x'] });
    const same = ToolContext.web({ principal: 'user:1', scopes: ['reports:read'] });
    await call();
    for (const context of [other, more]) await call('get_report', { id: 42 }, context);
    await call('get_report', { id: 43 });
    await call('refusing', {});
    expect(new Set(keys).size).toBe(5);
    await call('get_report', { id: 42 }, same);
    expect(keys.at(-1)).toBe(keys[0]);
  });
});

describe('listeners declared by decorator', () => {
  @Injectable()
  class Desk {
    readonly seen: string[] = [];

    @OnToolExecuting()
    decide(event: ToolExecutingEvent) {
      if (event.args['id'] === 13) throw new Error('unlucky');
      if (event.args['id'] === 7) event.slot.shortCircuit('lucky');
    }

    @OnToolExecuted()
    note(event: ToolExecutedEvent) {
      this.seen.push(`${event.name} ${event.cacheServed}`);
    }
  }

  it.each([{}, { wildcard: true }, { wildcard: true, delimiter: ':' }])(
    'fail closed with an emitter configured %p',
    async () => {
      const { app, registry } = await bootRuntime({ providers: [Reports, Desk] });
      const call = (id: number) => registry.call('get_report', { id }, reader);
      expect(await call(7)).toMatchObject({ success: true, data: 'lucky' });
      expect((await call(13)).code).toBe('BLOCKED');
      expect(await call(1)).toMatchObject({ data: { source: 'live' } });
      expect(app.get(Desk).seen).toEqual(['get_report true', 'get_report false']);
      await app.close();
    },
  );
});

describe('without an emitter', () => {
  it('nothing intercepts and everything else is the same', async () => {
    const { app, registry, records } = await bootRuntime({ providers: [Reports], events: false });
    const result = await registry.call('get_report', { id: 1 }, reader);
    expect(result).toMatchObject({ success: true, data: { id: 1, source: 'live' } });
    expect(records()).toHaveLength(1);
    await app.close();
  });
});
