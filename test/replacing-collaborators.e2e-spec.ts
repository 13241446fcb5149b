import { Injectable } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import {
  AuditSinks,
  Clock,
  ConfirmationStore,
  MemoryConfirmationStore,
  PolicyGate,
  PolicyRuleProvider,
  RandomSource,
  RateLimiter,
} from '@toolgate/tool-runtime';
import type {
  AuditRecord,
  ChannelPolicy,
  PendingConfirmation,
  PolicyRequest,
  PolicyRuleQuery,
  RateLimitWindow,
} from '@toolgate/tool-runtime';
import { bootRuntime } from './support/boot-runtime.js';
import type { RunningRuntime } from './support/boot-runtime.js';
import { FakeClock } from './support/fake-clock.js';
import { NotesTools, ann } from './support/notes.fixture.js';

describe('a host puts its own in place of', () => {
  let runtime: RunningRuntime | undefined;

  const boot = async (...collaborators: Provider[]) => {
    runtime = await bootRuntime({ providers: [NotesTools, Holidays], collaborators });
    return runtime;
  };

  afterEach(() => runtime?.app.close());

  it('the policy gate, one check of it', async () => {
    class ClosedGate extends PolicyGate {
      protected override checkChannel(request: PolicyRequest, policy: ChannelPolicy) {
        return request.tool.mutating
          ? this.deny(policy, 'mutating_blocked', 'Changes are made by day.')
          : super.checkChannel(request, policy);
      }
    }
    const { registry, app } = await boot({ provide: PolicyGate, useClass: ClosedGate });
    expect(app.get(PolicyGate)).toBeInstanceOf(ClosedGate);
    expect((await registry.call('remove_note', { title: 'x' }, ann)).error).toBe(
      'Changes are made by day.',
    );
    expect((await registry.call('read_note', {}, ann)).success).toBe(true);
    expect((await registry.listFor(ann)).map(({ name }) => name)).toEqual(['read_note']);
  });

  it('the rules, which may inject providers of the host', async () => {
    @Injectable()
    class HolidayRules implements PolicyRuleProvider {
      constructor(private readonly holidays: Holidays) {}

      async findMatchingRule({ mutating }: PolicyRuleQuery) {
        if (!mutating || !this.holidays.today) return null;
        return { id: 'holiday', effect: 'deny' as const, description: 'Closed today.' };
      }
    }
    const { registry } = await boot(Holidays, {
      provide: PolicyRuleProvider,
      useClass: HolidayRules,
    });
    const { error, meta } = await registry.call('remove_note', { title: 'x' }, ann);
    expect([error, meta['reason_code']]).toEqual(['Closed today.', 'rule_denied']);
  });

  it('the rate limiter', async () => {
    const asked: unknown[] = [];
    class Counter implements RateLimiter {
      consume(key: string, cost: number, window: RateLimitWindow) {
        asked.push([typeof key, cost, window.limit, window.windowMs]);
        return { allowed: false, retryAfterMs: 1_500 };
      }
    }
    const { registry } = await boot({ provide: RateLimiter, useClass: Counter });
    const { code, meta } = await registry.call('read_note', {}, ann);
    expect([code, meta['retry_after_seconds']]).toEqual(['RATE_LIMITED', 2]);
    expect(asked).toEqual([['string', 1, 100, 60_000]]);
  });

  it('the confirmation store', async () => {
    const kept: PendingConfirmation[] = [];
    @Injectable()
    class Watched extends MemoryConfirmationStore {
      override put(key: string, entry: PendingConfirmation, ttlMs: number) {
        kept.push(entry);
        return super.put(key, entry, ttlMs);
      }
    }
    const { registry } = await boot({ provide: ConfirmationStore, useClass: Watched });
    const asked = await registry.call('remove_note', { title: 'list' }, ann);
    const done = await registry.call('remove_note', { confirm_token: asked.confirmToken }, ann);
    expect(done.data).toEqual(['list']);
    expect(kept).toMatchObject([{ tool: 'remove_note', arguments: { title: 'list' } }]);
  });

  it('the audit sinks, several of them', async () => {
    const lines: string[] = [];
    const sink = (name: string) => ({
      write: ({ tool, outcome }: AuditRecord) => void lines.push(`${name} ${tool} ${outcome}`),
    });
    const { registry } = await boot({
      provide: AuditSinks,
      useFactory: () => [sink('table'), sink('queue')],
    });
    await registry.call('read_note', {}, ann);
    expect(lines).toEqual(['table read_note executed', 'queue read_note executed']);
  });

  it('the clock', async () => {
    const clock = new FakeClock();
    const { registry, records } = await boot({ provide: Clock, useValue: clock });
    const asked = await registry.call('remove_note', { title: 'list' }, ann);
    clock.advance(60_001);
    const late = await registry.call('remove_note', { confirm_token: asked.confirmToken }, ann);
    expect(late.error).toBe('Invalid or expired confirmation token');
    expect(records().map(({ time }) => time)).toEqual([
      '2026-01-01T00:00:00.000Z',
      '2026-01-01T00:01:00.001Z',
    ]);
  });

  it('the source of randomness', async () => {
    let drawn = 0;
    const random: RandomSource = { hex: (bytes) => String(++drawn % 10).repeat(bytes * 2) };
    const { registry } = await boot({ provide: RandomSource, useValue: random });
    const { confirmToken } = await registry.call('remove_note', { title: 'list' }, ann);
    expect(confirmToken).toMatch(/^(\d)\1{31,}$/);
  });
});

@Injectable()
class Holidays {
  readonly today = true;
}
