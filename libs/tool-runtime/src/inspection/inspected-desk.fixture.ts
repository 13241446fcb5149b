import { BadRequestException, Injectable, Scope, UseGuards, UseInterceptors } from '@nestjs/common';
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { InputRequiredError } from '../asking/asking.errors.js';
import { Tool } from '../declaration/tool.decorator.js';
import { ToolParam } from '../declaration/tool-param.decorator.js';
import { ToolContext } from '../context/tool-context.js';
import { getToolContext } from '../enhancers/tool-execution-context.js';
import type { ToolExecutingEvent } from '../events/tool-events.js';
import { OnToolExecuting } from '../events/on-tool-event.decorators.js';
import type { PolicyRule, PolicyRuleQuery } from '../policy/policy-rule-provider.js';
import { ToolError } from '../result/tool-error.js';

/** Counts what must not happen while a call is only looked at. */
export class Happenings {
  readonly seen: string[] = [];

  note(what: string): void {
    this.seen.push(what);
  }
}

@Injectable()
export class RegionGuard implements CanActivate {
  constructor(private readonly happenings: Happenings) {}

  canActivate(host: ExecutionContext): boolean {
    this.happenings.note('guard');
    return getToolContext(host).extra['region'] !== 'elsewhere';
  }
}

@Injectable()
export class PickyInterceptor implements NestInterceptor {
  constructor(private readonly happenings: Happenings) {}

  intercept(host: ExecutionContext, next: CallHandler) {
    this.happenings.note('interceptor');
    if (getToolContext(host).extra['picky']) throw new BadRequestException('Not like this');
    return next.handle();
  }
}

/** One tool for each way in which tools differ on their way through the pipeline. */
@Injectable()
export class Desk {
  constructor(private readonly happenings: Happenings) {}

  @Tool({ name: 'echo', description: 'Says it back', scopes: ['echo:use'] })
  echo(@ToolParam('text', { default: 'hello' }) text: string) {
    this.happenings.note('tool');
    return text;
  }

  @Tool({ name: 'audit_all', description: 'Both scopes', scopes: ['a', 'b'], scopesMode: 'all' })
  auditAll() {
    this.happenings.note('tool');
    return 'audited';
  }

  @Tool({ name: 'touch', description: 'Changes something', mutating: true })
  touch() {
    this.happenings.note('tool');
    return 'touched';
  }

  @Tool({ name: 'delete_item', description: 'Deletes', mutating: true, confirm: true })
  delete(@ToolParam('id', { type: 'integer', clamp: [1, 9], default: 1 }) id: number) {
    this.happenings.note('tool');
    return `Deleted item ${id}`;
  }

  @Tool({
    name: 'transfer',
    description: 'Moves money once somebody has approved',
    mutating: true,
    approval: { scopes: ['money:approve'], policy: 'single', expiresInMs: 90_000 },
  })
  transfer() {
    this.happenings.note('tool');
    return 'moved';
  }

  @Tool({
    name: 'discount',
    description: 'Gives a discount; a large one waits',
    approval: { when: ({ percent }: { percent: number }) => percent > 10 },
  })
  discount(@ToolParam('percent', { type: 'integer', default: 5 }) percent: number) {
    this.happenings.note('tool');
    return percent;
  }

  @Tool({ name: 'guarded', description: 'Behind a guard' })
  @UseGuards(RegionGuard)
  guarded() {
    this.happenings.note('tool');
    return 'let in';
  }

  @Tool({ name: 'wrapped', description: 'Inside an interceptor' })
  @UseInterceptors(PickyInterceptor)
  wrapped() {
    this.happenings.note('tool');
    return 'wrapped';
  }

  @Tool({ name: 'rare', description: 'Once a minute', rateLimit: { limit: 1 } })
  rare() {
    this.happenings.note('tool');
    return 'done';
  }

  @Tool({ name: 'unlimited', description: 'Without a budget', rateLimit: false })
  unlimited() {
    this.happenings.note('tool');
    return 'done';
  }

  @Tool({ name: 'broken', description: 'Throws' })
  broken() {
    this.happenings.note('tool');
    throw new Error('Out of order');
  }

  @Tool({ name: 'sold_out', description: 'Says why it fails' })
  soldOut() {
    this.happenings.note('tool');
    throw new ToolError('Sold out', { code: 'CONFLICT' });
  }

  @Tool({ name: 'slow', description: 'Never ends', timeoutMs: 5 })
  slow() {
    this.happenings.note('tool');
    return new Promise(() => undefined);
  }
}

/** Made anew for each call. */
@Injectable({ scope: Scope.REQUEST })
export class ScopedDesk {
  constructor(private readonly happenings: Happenings) {
    happenings.note('made');
  }

  @Tool({ name: 'scoped', description: 'Made for each call' })
  @UseGuards(RegionGuard)
  scoped() {
    this.happenings.note('tool');
    return 'scoped';
  }
}

/** Answers or vetoes when the caller's own facts say so. */
@Injectable()
export class Listener {
  @OnToolExecuting()
  decide({ context, slot }: ToolExecutingEvent) {
    if (context.extra['veto']) slot.stop();
    if (context.extra['serve']) slot.shortCircuit('from the cache');
  }
}

/** Denies, allows, and changes its mind when it sees the arguments. */
export class DeskRules {
  readonly queries: PolicyRuleQuery[] = [];

  findMatchingRule(query: PolicyRuleQuery): PolicyRule | null {
    this.queries.push(query);
    const { tool, principal, arguments: args } = query;
    if (principal === 'bo' && tool === 'touch') return { id: 'no-bo', effect: 'deny' };
    if (principal === 'bo' && tool === 'rare')
      return { id: 'scoped', effect: 'allow', requiresScopes: ['rare:use'] };
    if (principal === 'bo' && tool === 'broken') throw new Error('The rules are broken');
    if (principal === 'ann' && tool === 'touch' && args) return { id: 'seen', effect: 'allow' };
    if (principal === 'root') return { id: 'root', effect: 'allow' };
    if (tool === 'echo' && args?.['text'] === 'secret') return { id: 'words', effect: 'deny' };
    return null;
  }
}

/** Callers that differ in every way the policy looks at. */
export const CALLERS: readonly ToolContext[] = [
  ToolContext.cli(),
  ToolContext.web({ principal: 'ann', scopes: ['echo:use', 'a'] }),
  // At a client that shows forms, and brings the answers with another call.
  ToolContext.web({
    principal: 'eve',
    exchange: {
      suspends: true,
      can: () => true,
      ask: () => Promise.reject(new InputRequiredError()),
    },
  }),
  ToolContext.web({ principal: 'bo', scopes: ['b'] }),
  ToolContext.web({ principal: null }),
  ToolContext.mcp({ principal: '' }),
  ToolContext.telegram({ chatId: 7, userId: 3, scopes: ['echo:use', 'a', 'b'] }),
  ToolContext.of({ channel: 'kiosk', principal: 'ann', scopes: ['*'] }),
  ToolContext.of({ channel: 'kiosk', principal: 'root', scopes: ['*'] }),
  ToolContext.of({ channel: 'nobody-configured-this', principal: 'ann' }),
  ToolContext.of({ channel: 'nobody-configured-this', principal: null }),
];

/** The channels of the application around the desk. */
export const CHANNELS = { kiosk: { blockMutating: true } };
