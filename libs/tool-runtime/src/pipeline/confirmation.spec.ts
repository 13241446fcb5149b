import { Injectable, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Clock, PolicyRuleProvider, Tool, ToolContext, ToolParam } from '@toolgate/tool-runtime';
import type { PolicyRuleQuery } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';

class SmallAmountsGuard implements CanActivate {
  canActivate(execution: ExecutionContext) {
    return execution.getArgByIndex<{ amount: number }>(1).amount <= 100;
  }
}

@Injectable()
class Bank {
  readonly transfers: unknown[] = [];

  @Tool({
    name: 'transfer',
    description: 'Moves money',
    scopes: ['bank:move'],
    mutating: true,
    confirm: true,
  })
  @UseGuards(SmallAmountsGuard)
  transfer(
    @ToolParam('to') to: string,
    @ToolParam('amount', { clamp: [1, 1000], type: 'integer' }) amount: number,
    @ToolParam('pin', { required: false, sensitive: true }) pin?: string,
    @ToolParam('tags', { required: false, items: String }) tags?: string[],
  ) {
    tags?.push('changed by the tool');
    this.transfers.push({ to, amount, ...(pin ? { pin } : {}) });
    return 'moved';
  }

  @Tool({ name: 'close_account', description: 'Closes', mutating: true, confirm: true })
  close() {
    return 'closed';
  }

  @Tool({ name: 'rename', description: 'Renames', mutating: true })
  rename(@ToolParam('name') name: string) {
    return name;
  }
}

class Rules implements PolicyRuleProvider {
  closed = false;
  readonly asked: unknown[] = [];

  findMatchingRule({ tool, arguments: args }: PolicyRuleQuery) {
    this.asked.push(args);
    return this.closed ? { id: 9, effect: 'deny' as const, description: `No ${tool} now.` } : null;
  }
}

describe('a tool that needs confirmation', () => {
  const clock = new FakeClock();
  const rules = new Rules();
  let runtime: RunningRuntime;
  let bank: Bank;
  const ann = ToolContext.web({ principal: 'ann', scopes: ['bank:move'] });
  const bob = ToolContext.web({ principal: 'bob', scopes: ['bank:move'] });
  const call = (tool: string, args: unknown, context = ann) =>
    runtime.registry.call(tool, args, context);
  const ask = async (args: object = { to: 'A-1', amount: 40 }, context = ann) =>
    (await call('transfer', args, context)).confirmToken!;

  beforeAll(async () => {
    runtime = await bootRuntime({
      providers: [Bank],
      options: { rateLimit: false, confirmation: { maxPerPrincipal: 50 } },
      collaborators: [
        { provide: Clock, useValue: clock },
        { provide: PolicyRuleProvider, useValue: rules },
      ],
    });
    bank = runtime.app.get(Bank);
  });
  beforeEach(() => {
    bank.transfers.length = 0;
    rules.closed = false;
    clock.advance(61_000);
  });
  afterAll(() => runtime.app.close());

  it('does nothing at the first call but hand out a token', async () => {
    const asked = await call('transfer', { to: 'A-1', amount: 40 });
    expect(asked.data).toEqual({
      requires_confirmation: true,
      confirm_token: expect.stringMatching(/^[0-9a-f]{32,}$/),
      action_summary: 'transfer(to=A-1, amount=40)',
      expires_at: new Date(clock.now() + 60_000).toISOString(),
    });
    expect(bank.transfers).toEqual([]);
  });

  it('executes what was asked first, whatever the second call sends, and says so', async () => {
    const token = await ask({ to: 'A-1', amount: 40 });
    const done = await call('transfer', { to: 'EVIL', amount: 99, confirm_token: token });
    expect(bank.transfers).toEqual([{ to: 'A-1', amount: 40 }]);
    expect(done.meta).toMatchObject({ confirmation_args_ignored: true });
  });

  it('is content with the token alone', async () => {
    const token = await ask();
    const done = await call('transfer', { confirm_token: token });
    expect(done).toMatchObject({ success: true, data: 'moved' });
    expect(done.meta['confirmation_args_ignored']).toBeUndefined();
    expect(bank.transfers).toEqual([{ to: 'A-1', amount: 40 }]);
  });

  it('sees no difference in arguments that only had to be repaired', async () => {
    const sent = { to: 'A-1', amount: '40' };
    const token = await ask(sent);
    const done = await call('transfer', { ...sent, confirm_token: token });
    expect(done.meta['confirmation_args_ignored']).toBeUndefined();
    expect(bank.transfers).toEqual([{ to: 'A-1', amount: 40 }]);
  });

  it('never shows the token or a secret argument in a record or a summary', async () => {
    const asked = await call('transfer', { to: 'A-1', amount: 5, pin: 'S3NT1NEL-4711' });
    const token = asked.confirmToken!;
    await call('transfer', { confirm_token: token });
    const trail = JSON.stringify(runtime.records());
    expect(trail).not.toContain(token);
    expect(trail).not.toContain('S3NT1NEL');
    expect(asked.message).not.toContain('S3NT1NEL');
    expect(bank.transfers).toEqual([{ to: 'A-1', amount: 5, pin: 'S3NT1NEL-4711' }]);
  });

  it('keeps the arguments as they were asked, even when somebody changes theirs', async () => {
    const mine = { to: 'A-1', amount: 10, tags: ['a'] };
    const token = await ask(mine);
    mine.to = 'EVIL';
    mine.tags.push('b');
    await call('transfer', { confirm_token: token });
    expect(bank.transfers).toEqual([{ to: 'A-1', amount: 10 }]);
  });

  it.each([
    ['another principal', () => bob],
    ['another channel', () => ToolContext.of({ ...pick(ann), channel: 'mcp' })],
  ])('does not know the token from %s, and the owner can still use it', async (_, other) => {
    const token = await ask();
    const stolen = await call('transfer', { to: 'A-1', amount: 40, confirm_token: token }, other());
    expect(stolen.error).toBe('Invalid or expired confirmation token');
    expect(bank.transfers).toEqual([]);
    expect(await call('transfer', { confirm_token: token })).toMatchObject({ success: true });
  });

  it('does not accept the token for another tool, and does not use it up', async () => {
    const token = await ask();
    const other = await call('close_account', { confirm_token: token });
    expect(other.error).toBe('Invalid or expired confirmation token');
    expect(await call('transfer', { confirm_token: token })).toMatchObject({ success: true });
  });

  it('expires by the time that passed, not by the clock on the wall', async () => {
    const token = await ask();
    clock.jump(-3_600_000);
    clock.advance(59_999);
    clock.jump(7_200_000);
    expect(await call('transfer', { confirm_token: token })).toMatchObject({ success: true });
    const late = await ask();
    clock.advance(60_001);
    expect((await call('transfer', { confirm_token: late })).error).toBe(
      'Invalid or expired confirmation token',
    );
  });

  it('decides policy again, for the stored arguments', async () => {
    const token = await ask();
    rules.closed = true;
    const refused = await call('transfer', { confirm_token: token });
    expect(refused).toMatchObject({ success: false, error: 'No transfer now.' });
    expect(bank.transfers).toEqual([]);
    rules.closed = false;
    expect(rules.asked.at(-1)).toEqual({ to: 'A-1', amount: 40 });
    expect(await call('transfer', { confirm_token: token })).toMatchObject({ success: true });
  });

  it('refuses once the scope is gone', async () => {
    const token = await ask();
    const demoted = ToolContext.web({ principal: 'ann', scopes: [] });
    expect((await call('transfer', { confirm_token: token }, demoted)).code).toBe('FORBIDDEN');
    expect(bank.transfers).toEqual([]);
  });

  it('lets its guards judge the stored arguments, not those that are sent', async () => {
    const asked = await call('transfer', { to: 'A-1', amount: 500 });
    expect(asked.code).toBe('FORBIDDEN');
  });

  it.each([
    ['a number', 123],
    ['an object', {}],
    ['a list', ['x']],
    ['an empty text', ''],
    ['a boolean', true],
    ['a very long text', 'f'.repeat(100_000)],
    ['a wrong token', 'f'.repeat(64)],
  ])('answers the same to %s as a token', async (_, confirm_token) => {
    const result = await call('transfer', { to: 'A-1', amount: 1, confirm_token });
    expect(result.error).toBe('Invalid or expired confirmation token');
    expect(result.code).toBe('VALIDATION_ERROR');
    expect(bank.transfers).toEqual([]);
  });

  it('takes a null token for none', async () => {
    const asked = await call('transfer', { to: 'A-1', amount: 1, confirm_token: null });
    expect(asked.requiresConfirmation).toBe(true);
  });

  it('refuses more pending confirmations than one caller may have, and nobody else suffers', async () => {
    for (let n = 0; n < 50; n++) await ask();
    const full = await call('transfer', { to: 'A-1', amount: 1 });
    expect(full.meta).toMatchObject({ code: 'RATE_LIMITED', retry_after_seconds: 60 });
    expect((await call('transfer', { to: 'A-1', amount: 1 }, bob)).requiresConfirmation).toBe(true);
  });

  it('ignores a token where none is needed', async () => {
    const result = await call('rename', { name: 'x', confirm_token: 'whatever' });
    expect(result).toMatchObject({ success: true, data: 'x' });
  });

  it('also asks where the channel confirms changes', async () => {
    const chat = ToolContext.telegram({ chatId: 1, userId: 2 });
    expect((await call('rename', { name: 'x' }, chat)).requiresConfirmation).toBe(true);
  });

  it('does not burn the token on a plan', async () => {
    const token = await ask();
    const plan = await call(
      'transfer',
      { to: 'A-1', amount: 40, confirm_token: token },
      ann.asPlan(),
    );
    expect(plan.type).toBe('plan');
    expect(JSON.stringify(plan)).not.toContain(token);
    expect(await call('transfer', { confirm_token: token })).toMatchObject({ success: true });
  });

  it('is stale after the tool has changed', async () => {
    const { registry } = runtime;
    const declare = (maximum: number) =>
      registry.register(
        {
          name: 'dynamic',
          description: 'Changes',
          mutating: true,
          confirm: true,
          input: {
            type: 'object',
            properties: { n: { type: 'integer', maximum } },
            required: ['n'],
          },
        },
        () => 'ran',
        { replace: true },
      );
    declare(10);
    const token = (await call('dynamic', { n: 1 })).confirmToken;
    declare(100);
    expect((await call('dynamic', { n: 1, confirm_token: token })).error).toBe(
      'Invalid or expired confirmation token',
    );
    registry.unregister('dynamic');
  });

  it('executes once, however many redeem the token at the same moment', async () => {
    for (let round = 0; round < 10_000; round++) {
      const token = await ask();
      const results = await Promise.all([
        call('transfer', { confirm_token: token }),
        call('transfer', { confirm_token: token }),
      ]);
      if (results.filter(({ success }) => success).length !== 1)
        throw new Error(`round ${round}: ${JSON.stringify(results)}`);
    }
    expect(bank.transfers).toHaveLength(10_000);
  }, 60_000);
});

describe('what a redemption costs', () => {
  it('is charged once: the request as a read, the execution as a change', async () => {
    const { app, registry } = await bootRuntime({
      providers: [Bank],
      options: { rateLimit: { limit: 12, readCost: 1, mutatingCost: 5 } },
    });
    const ann = ToolContext.web({ principal: 'ann' });
    const turns: (string | undefined)[] = [];
    for (let n = 0; n < 2; n++) {
      const asked = await registry.call('close_account', {}, ann);
      const done = await registry.call('close_account', { confirm_token: asked.confirmToken }, ann);
      turns.push(asked.code, done.code);
    }
    expect(turns).toEqual([undefined, undefined, undefined, undefined]);
    expect((await registry.call('close_account', {}, ann)).code).toBe('RATE_LIMITED');
    await app.close();
  });

  it('is charged for wrong tokens too, so that guessing ends', async () => {
    const { app, registry } = await bootRuntime({
      providers: [Bank],
      options: { rateLimit: { limit: 10 } },
    });
    const ann = ToolContext.web({ principal: 'ann' });
    const codes = new Set<string | undefined>();
    for (let n = 0; n < 11; n++)
      codes.add((await registry.call('close_account', { confirm_token: `guess-${n}` }, ann)).code);
    expect(codes).toEqual(new Set(['VALIDATION_ERROR', 'RATE_LIMITED']));
    await app.close();
  });
});

function pick({ principal, scopes }: ToolContext) {
  return { principal, scopes };
}
