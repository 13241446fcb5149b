import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { HttpAdapterHost, Reflector } from '@nestjs/core';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { aTool, someOptions } from '../../../../test/support/fixtures.js';
import { ToolContext } from '../context/tool-context.js';
import { UseToolPolicy } from '../declaration/use-tool-policy.decorator.js';
import { ToolRateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { SlidingWindowRateLimiter } from '../rate-limit/sliding-window.rate-limiter.js';
import { ToolBudget } from '../rate-limit/tool-budget.js';
import { PolicyGate } from './policy-gate.js';
import { PolicyGuard } from './policy.guard.js';

const refund = aTool({ name: 'refund_order', mutating: true, scopes: ['orders:refund'] });
const catalog = new Map([[refund.name, refund]]);
const reflector = new Reflector();
const policyGuard = new PolicyGuard(reflector, catalog, new PolicyGate(someOptions()));

class Tools {
  plain() {
    return 'plain';
  }

  @UseToolPolicy('refund_order')
  guarded() {
    return 'guarded';
  }
}

/** A host of any transport, on one of the methods above. */
function hostOf(type: string, args: unknown[], method: 'plain' | 'guarded') {
  const host = new ExecutionContextHost(args, Tools, Tools.prototype[method]);
  host.setType(type);
  return host;
}

/** What a guard on a tool sees: first who calls, then what was sent. */
const toolCall = (method: 'plain' | 'guarded', context: ToolContext) =>
  hostOf('tool', [context, { user: { principal: 'root', scopes: ['*'] } }], method);

const ann = ToolContext.mcp({ principal: 'ann', scopes: ['orders:refund'] });
const bob = ToolContext.mcp({ principal: 'bob' });

describe('the policy guard on a tool', () => {
  it('has nothing to add when no other tool is named: the pipeline has decided', () => {
    expect(policyGuard.canActivate(toolCall('plain', bob))).toBe(true);
  });

  it('asks for the policy of a named tool as well, of the caller and not of the input', () => {
    expect(policyGuard.canActivate(toolCall('guarded', ann))).toBe(true);
    expect(() => policyGuard.canActivate(toolCall('guarded', bob))).toThrow(
      /Missing required scope for tool 'refund_order'/,
    );
  });

  it('is nobody to a transport it does not know', () => {
    const host = hostOf('ws', [{ user: { id: 1, scopes: ['*'] } }], 'guarded');
    expect(() => policyGuard.canActivate(host)).toThrow(/require_auth/);
  });

  it('waits for a gate that has to ask somebody', async () => {
    const gate = new PolicyGate(someOptions(), { findMatchingRule: () => Promise.resolve(null) });
    const guard = new PolicyGuard(reflector, catalog, gate);
    await expect(guard.canActivate(toolCall('guarded', ann))).resolves.toBe(true);
    await expect(guard.canActivate(toolCall('guarded', ann))).resolves.toBe(true);
  });
});

describe('the rate limit guard on a tool', () => {
  it('charges nothing: the pipeline has charged the call', () => {
    const budget = new ToolBudget(someOptions(), new SlidingWindowRateLimiter(new FakeClock(), 10));
    const guard = new ToolRateLimitGuard(reflector, catalog, budget, new HttpAdapterHost());
    for (let time = 0; time < 100; time++)
      expect(guard.canActivate(toolCall('guarded', ann))).toBe(true);
    expect(budget.consume(ann, refund, 'execute')).toEqual({ allowed: true });
  });
});
