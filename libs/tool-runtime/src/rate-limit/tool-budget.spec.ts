import * as fc from 'fast-check';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { aTool, someOptions } from '../../../../test/support/fixtures.js';
import { ToolContext } from '../context/tool-context.js';
import { budgetKey } from './budget-key.js';
import type { RateLimiter } from './rate-limiter.js';
import { SlidingWindowRateLimiter } from './sliding-window.rate-limiter.js';
import { ToolBudget } from './tool-budget.js';
import type { BudgetedTool, BudgetUse, BudgetVerdict } from './tool-budget.js';

const list = aTool();
const refund = aTool({ name: 'refund_order', mutating: true });
const ann = ToolContext.mcp({ principal: 'ann' });

function create() {
  const clock = new FakeClock();
  return {
    clock,
    budget: new ToolBudget(someOptions(), new SlidingWindowRateLimiter(clock, 1_000)),
  };
}

function admitted(budget: ToolBudget, tool: BudgetedTool, use: BudgetUse, context = ann): number {
  let count = 0;
  while ((budget.consume(context, tool, use) as BudgetVerdict).allowed) count++;
  return count;
}

describe('what a caller may spend on a tool', () => {
  it('is a hundred reads or twenty changes a minute', () => {
    expect(admitted(create().budget, list, 'execute')).toBe(100);
    expect(admitted(create().budget, refund, 'execute')).toBe(20);
  });

  it('is one budget for plans, confirmation requests and executions', () => {
    const { budget } = create();
    for (let time = 0; time < 50; time++) void budget.consume(ann, refund, 'read');
    expect(admitted(budget, refund, 'execute')).toBe(10);
  });

  it('charges a confirmed change once: one for asking, five for doing', () => {
    const { budget } = create();
    for (let time = 0; time < 16; time++) {
      expect(budget.consume(ann, refund, 'read')).toEqual({ allowed: true });
      expect(budget.consume(ann, refund, 'execute')).toEqual({ allowed: true });
    }
    expect(budget.consume(ann, refund, 'execute')).toMatchObject({ allowed: false });
  });

  it('never makes a plan dearer than its execution', () => {
    const cheap = aTool({ rateLimit: { limit: 1, windowMs: 1_000, cost: 0.25 } });
    expect(admitted(create().budget, cheap, 'read')).toBe(4);
  });

  it('is separate for every caller, channel and tool', () => {
    const { budget } = create();
    admitted(budget, list, 'execute');
    const others: [ToolContext, BudgetedTool][] = [
      [ToolContext.mcp({ principal: 'bob' }), list],
      [ToolContext.mcp({ principal: null }), list],
      [ToolContext.web({ principal: 'ann' }), list],
      [ann, refund],
    ];
    for (const [context, tool] of others)
      expect(budget.consume(context, tool, 'read')).toEqual({ allowed: true });
  });

  it('is named when it is used up, with what it was and when there is more', () => {
    const { budget, clock } = create();
    const reviewer = ToolContext.mcp({ principal: 'agent:reviewer' });
    const resolve = aTool({ name: 'resolve_verification' });
    admitted(budget, resolve, 'execute', reviewer);
    clock.advance(12_345);
    expect(budget.consume(reviewer, resolve, 'execute')).toEqual({
      allowed: false,
      message:
        "Rate limit exceeded for 'mcp:agent:reviewer:resolve_verification': max 100 tokens per 60s.",
      retryAfterMs: 47_655,
      retryAfterSeconds: 48,
    });
  });

  it('leaves the place of an anonymous caller empty, and prints no control characters', () => {
    const { budget } = create();
    const message = (principal: string | null) => {
      const context = ToolContext.web({ principal });
      admitted(budget, list, 'execute', context);
      return (budget.consume(context, list, 'execute') as { message: string }).message;
    };
    expect(message(null)).toContain("'web::list_orders'");
    expect(message('a\nb')).toContain("'web:a\\u000ab:list_orders'");
  });

  it('promises nothing when one use costs more than there is', () => {
    const dear = aTool({ rateLimit: { limit: 100, windowMs: 60_000, cost: 150 } });
    expect(create().budget.consume(ann, dear, 'execute')).toMatchObject({
      allowed: false,
      retryAfterSeconds: null,
    });
  });

  it('is unlimited for a tool without a limit, and without a limiter', () => {
    const free = aTool({ rateLimit: undefined });
    const { budget } = create();
    const unwired = new ToolBudget(someOptions());
    for (let time = 0; time < 1_000; time++) {
      expect(budget.consume(ann, free, 'execute')).toEqual({ allowed: true });
      expect(unwired.consume(ann, list, 'execute')).toEqual({ allowed: true });
    }
    expect([budget.isWired, unwired.isWired]).toEqual([true, false]);
  });

  it('can be counted in another way by a subclass', () => {
    class PerAddress extends ToolBudget {
      protected override keyOf(context: ToolContext): string {
        return context.ip ?? '';
      }
    }
    const budget = new PerAddress(someOptions(), new SlidingWindowRateLimiter(new FakeClock(), 10));
    const from = (principal: string) => ToolContext.web({ principal, ip: '192.0.2.1' });
    expect(admitted(budget, list, 'execute', from('ann'))).toBe(100);
    expect(budget.consume(from('bob'), list, 'execute')).toMatchObject({ allowed: false });
  });

  it('waits for a limiter that has to ask somebody', async () => {
    const limiter: RateLimiter = {
      consume: () => Promise.resolve({ allowed: false, retryAfterMs: 1_500 }),
    };
    await expect(
      new ToolBudget(someOptions(), limiter).consume(ann, list, 'read'),
    ).resolves.toMatchObject({
      retryAfterSeconds: 2,
    });
  });
});

describe('the key of a budget', () => {
  it('differs whenever channel, principal or tool differ, wherever the colons are', () => {
    const part = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom('a', ':', '::', ';', '1:', '-;')).map((parts) => parts.join('')),
    );
    const owner = fc.tuple(part, fc.option(part), part);
    fc.assert(
      fc.property(owner, owner, (left, right) => {
        const key = ([channel, principal, tool]: [string, string | null, string]) =>
          budgetKey(ToolContext.of({ channel, principal }), tool);
        expect(key(left) === key(right)).toBe(JSON.stringify(left) === JSON.stringify(right));
      }),
      { numRuns: 500 },
    );
  });

  it('stays short for a caller with an endless name, and still tells two of them apart', () => {
    const key = (principal: string) => budgetKey(ToolContext.web({ principal }), 'list_orders');
    const long = 'x'.repeat(100_000);
    expect(key(long).length).toBeLessThan(200);
    expect(key(`${long}a`)).not.toBe(key(`${long}b`));
  });
});
