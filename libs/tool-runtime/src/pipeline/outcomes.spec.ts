import { Injectable, UseGuards } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import {
  ConfirmationStore,
  Tool,
  ToolContext,
  ToolParam,
  ToolResult,
} from '@toolgate/tool-runtime';
import type { ToolContextOptions } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';

class ClosedGuard implements CanActivate {
  canActivate = () => false;
}

@Injectable()
class DeskTools {
  @Tool({ name: 'echo', description: 'Says it back', scopes: ['echo:use'] })
  echo(@ToolParam('text') text: string) {
    return `Echo: ${text}`;
  }

  @Tool({ name: 'delete_item', description: 'Deletes', mutating: true, confirm: true })
  delete(@ToolParam('id', { type: 'integer' }) id: number) {
    return `Deleted item ${id}`;
  }

  @Tool({ name: 'own_result', description: 'Returns a result of its own' })
  own() {
    return ToolResult.error('Sold out', { left: 0 }, { code: 'CONFLICT', shop: 'Lisboa' });
  }

  @Tool({ name: 'guarded', description: 'Guarded' })
  @UseGuards(ClosedGuard)
  guarded() {
    return 'unreachable';
  }

  @Tool({ name: 'rare', description: 'Once a minute', rateLimit: { limit: 1 } })
  rare() {
    return 'done';
  }

  @Tool({ name: 'broken', description: 'Throws' })
  broken() {
    throw new Error('SELECT * FROM secrets failed at db.internal:5432');
  }

  @Tool({ name: 'slow', description: 'Never ends', timeoutMs: 20 })
  slow() {
    return new Promise(() => undefined);
  }
}

class Listeners {
  @OnEvent('tool.executing')
  decide(event: {
    name: string;
    context: ToolContext;
    slot: { stop(): void; shortCircuit(r: unknown): void };
  }) {
    if (event.context.extra['veto']) event.slot.stop();
    if (event.context.extra['serve']) event.slot.shortCircuit({ from: 'cache' });
  }
}

const web = (options: ToolContextOptions = {}, scopes = ['echo:use']) =>
  ToolContext.web({ principal: 'user:7', scopes, ...options });

describe('every call ends in exactly one way', () => {
  let runtime: RunningRuntime;
  const call = (tool: string, args: unknown = {}, context = web()) =>
    runtime.registry.call(tool, args, context);
  const lastRecord = () => runtime.records().at(-1)!;

  beforeAll(async () => {
    runtime = await bootRuntime({ providers: [DeskTools, Listeners] });
  });
  afterAll(() => runtime.app.close());

  /** One terminal record per call, and the five run-time members in every result. */
  const expectEnd = (result: ToolResult, outcome: string, principal: string | null = 'user:7') => {
    expect(lastRecord()).toMatchObject({ outcome, phase: 'terminal', late: false });
    expect(lastRecord().requestId).toBe(result.meta['request_id']);
    expect(Object.keys(result.meta)).toEqual(
      expect.arrayContaining(['tool', 'took_ms', 'request_id', 'channel', 'principal']),
    );
    expect(result.meta).toMatchObject({ channel: 'web', principal });
  };

  it('not found: no such tool', async () => {
    const result = await call('nonexistent', { any: 'thing' });
    expect(result).toMatchObject({ success: false, error: 'Tool not found: nonexistent' });
    expect(result.meta).toMatchObject({
      code: 'TOOL_NOT_FOUND',
      type: 'error',
      tool: 'nonexistent',
    });
    expectEnd(result, 'not_found');
  });

  it('invalid: arguments that break the schema, told by path and rule', async () => {
    const result = await call('echo', {});
    expect(result.error).toContain('text');
    expect(result.meta).toMatchObject({
      code: 'VALIDATION_ERROR',
      type: 'error',
      issues: [{ path: 'text', rule: 'required' }],
    });
    expectEnd(result, 'invalid');
  });

  it('denied: the policy refuses, in exact words', async () => {
    const result = await call('echo', { text: 'x' }, web({}, ['other:use']));
    expect(result.error).toBe(
      "Missing required scope for tool 'echo'. Need one of: echo:use — context has: other:use.",
    );
    expect(result.meta).toMatchObject({
      code: 'FORBIDDEN',
      reason_code: 'missing_scope',
      type: 'error',
    });
    expectEnd(result, 'denied');
  });

  it('denied: nobody is let in on the web', async () => {
    const nobody = ToolContext.web({ principal: null });
    const result = await call('own_result', {}, nobody);
    expect(result.meta).toMatchObject({ code: 'FORBIDDEN', reason_code: 'unauthenticated' });
    expectEnd(result, 'denied', null);
  });

  it('denied: a guard of the tool refuses', async () => {
    const result = await call('guarded');
    expect(result.meta).toMatchObject({ code: 'FORBIDDEN', reason_code: 'guard_denied' });
    expectEnd(result, 'denied');
  });

  it('rate limited: the budget is spent', async () => {
    await call('rare');
    const result = await call('rare');
    expect(result.error).toBe("Rate limit exceeded for 'web:user:7:rare': max 1 tokens per 60s.");
    expect(result.meta).toMatchObject({ code: 'RATE_LIMITED', type: 'error' });
    expect(result.meta['retry_after_seconds']).toBeGreaterThan(0);
    expectEnd(result, 'rate_limited');
  });

  it('planned: what would happen, without doing it', async () => {
    const result = await call('delete_item', { id: 42 }, web().asPlan());
    expect(result).toMatchObject({ success: true, message: null, error: null });
    expect(result.data).toMatchObject({
      plan: {
        tool: 'delete_item',
        mutating: true,
        requires_confirmation: true,
        scopes_required: [],
        args: { id: 42 },
      },
    });
    expect(result.type).toBe('plan');
    expect(ToolResult.asksForConfirmation(JSON.stringify(result))).toBe(false);
    expectEnd(result, 'planned');
  });

  it('confirmation requested, then executed once, then invalid', async () => {
    const asked = await call('delete_item', { id: 42 });
    expect(asked).toMatchObject({ success: true, message: 'delete_item(id=42)' });
    expect(asked.meta).toMatchObject({ type: 'confirmation', requires_confirmation: true });
    expectEnd(asked, 'confirmation_requested');

    const done = await call('delete_item', { id: 42, confirm_token: asked.confirmToken });
    expect(done).toMatchObject({ success: true, data: 'Deleted item 42' });
    expectEnd(done, 'executed');

    const again = await call('delete_item', { id: 42, confirm_token: asked.confirmToken });
    expect(again.error).toBe('Invalid or expired confirmation token');
    expect(again.meta).toMatchObject({ code: 'VALIDATION_ERROR', type: 'error' });
    expectEnd(again, 'confirmation_invalid');
  });

  it('served: a listener answers for the tool', async () => {
    const result = await call('echo', { text: 'x' }, web({ extra: { serve: true } }));
    expect(result).toMatchObject({ success: true, data: { from: 'cache' } });
    expect(result.meta).toMatchObject({ cache_served: true });
    expectEnd(result, 'served');
    expect(lastRecord().cacheServed).toBe(true);
  });

  it('vetoed: a listener stops it', async () => {
    const result = await call('echo', { text: 'x' }, web({ extra: { veto: true } }));
    expect(result.error).toBe('Tool execution vetoed by an event listener');
    expect(result.meta).toMatchObject({ type: 'blocked', code: 'BLOCKED', blocked_by_rule: true });
    expectEnd(result, 'vetoed');
  });

  it('executed: a bare value becomes a success', async () => {
    const result = await call('echo', { text: 'Hello' });
    expect(result).toMatchObject({
      success: true,
      data: 'Echo: Hello',
      message: null,
      error: null,
    });
    expect(Object.keys(result.meta)).toEqual([
      'tool',
      'took_ms',
      'request_id',
      'channel',
      'principal',
    ]);
    expectEnd(result, 'executed');
  });

  it('executed: a result of the tool’s own is passed on, run-time members under its own', async () => {
    const result = await call('own_result');
    expect(result).toMatchObject({ success: false, error: 'Sold out', data: { left: 0 } });
    expect(result.meta).toMatchObject({ code: 'CONFLICT', shop: 'Lisboa', tool: 'own_result' });
    expectEnd(result, 'executed');
    expect(lastRecord()).toMatchObject({ success: false, code: 'CONFLICT' });
  });

  it('failed: what the tool threw stays on the server', async () => {
    const result = await call('broken');
    expect(result.error).toBe(`Internal error (ref ${result.meta['request_id']})`);
    expect(result.meta).toMatchObject({ code: 'INTERNAL_ERROR', type: 'error' });
    expect(JSON.stringify(result)).not.toContain('SELECT');
    expectEnd(result, 'failed');
  });

  it('timed out: the deadline passed', async () => {
    const result = await call('slow');
    expect(result.meta).toMatchObject({ code: 'TIMEOUT', type: 'error' });
    expectEnd(result, 'timed_out');
  });

  it('cancelled: the caller went away', async () => {
    const caller = new AbortController();
    const pending = call('slow', {}, web({ signal: caller.signal }));
    caller.abort();
    const result = await pending;
    expect(result.meta).toMatchObject({ code: 'CANCELLED', type: 'error' });
    expectEnd(result, 'cancelled');
  });

  it('cancelled before it began: the tool never runs', async () => {
    const result = await call('echo', { text: 'x' }, web({ signal: AbortSignal.abort() }));
    expect(result.meta).toMatchObject({ code: 'CANCELLED' });
    expect(result.meta['effect_may_have_happened']).toBeUndefined();
    expectEnd(result, 'cancelled');
  });

  it('unavailable: a store that is needed to decide is down', async () => {
    const down = () => Promise.reject(new Error('ECONNREFUSED redis.internal:6379'));
    const other = await bootRuntime({
      providers: [DeskTools],
      collaborators: [
        { provide: ConfirmationStore, useValue: { put: down, peek: down, take: down } },
      ],
    });
    const first = await other.registry.call('delete_item', { id: 1 }, web());
    const second = await other.registry.call(
      'delete_item',
      { id: 1, confirm_token: 'f'.repeat(64) },
      web(),
    );
    for (const result of [first, second]) {
      expect(result.meta).toMatchObject({
        code: 'UNAVAILABLE',
        type: 'error',
        reason_code: 'confirmation_store',
      });
      expect(result.error).not.toContain('redis');
    }
    expect(other.records().map(({ outcome }) => outcome)).toEqual(['unavailable', 'unavailable']);
    await other.app.close();
  });

  it('earlier checks come first', async () => {
    const outsider = web({}, []);
    expect((await call('nope', { bad: 1 })).code).toBe('TOOL_NOT_FOUND');
    expect((await call('echo', {}, outsider)).code).toBe('VALIDATION_ERROR');
    expect((await call('echo', { text: 'x' }, outsider)).code).toBe('FORBIDDEN');
  });

  it('leaves as many records as there were calls', async () => {
    const before = runtime.records().length;
    await Promise.all(
      ['echo', 'nope', 'broken', 'guarded', 'own_result', 'rare', 'slow'].map((tool) =>
        call(tool, {}),
      ),
    );
    expect(runtime.records().length - before).toBe(7);
  });
});

describe('who calls when no context is given', () => {
  it('is the host itself, and only when it is left out', async () => {
    const { app, registry } = await bootRuntime({ providers: [DeskTools] });
    const own = await registry.call('own_result');
    expect(own.meta).toMatchObject({ channel: 'cli', principal: 'local-shell' });
    for (const impostor of [
      null,
      {},
      'cli',
      { channel: 'cli', principal: 'root', scopes: ['*'] },
    ]) {
      const result = await registry.call('own_result', {}, impostor as unknown as ToolContext);
      expect(result.meta).toMatchObject({ code: 'FORBIDDEN', reason_code: 'unauthenticated' });
    }
    await app.close();
  });
});
