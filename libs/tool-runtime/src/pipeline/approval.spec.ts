import { Injectable, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import {
  Approvals,
  Clock,
  PolicyRuleProvider,
  RuleVerifier,
  Tool,
  ToolContext,
  ToolParam,
  VerificationResult,
  VerificationStore,
  Verifier,
  HumanVerifier,
  InvocationPlanBuilder,
} from '@toolgate/tool-runtime';
import type {
  PolicyRuleQuery,
  ToolDefinition,
  VerificationRecord,
  VerificationRule,
} from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';

class SmallAmountsGuard implements CanActivate {
  canActivate(execution: ExecutionContext) {
    return execution.getArgByIndex<{ amount: number }>(1).amount <= 5_000;
  }
}

@Injectable()
class Desk {
  readonly refunds: unknown[] = [];
  readonly asked: unknown[] = [];

  @Tool({
    name: 'refund',
    description: 'Refunds an order',
    scopes: ['orders:refund'],
    mutating: true,
    approval: {
      scopes: ['refunds:approve'],
      when: ({ amount }: { amount: number }) => amount > 500,
    },
  })
  @UseGuards(SmallAmountsGuard)
  refund(
    @ToolParam('id') id: string,
    @ToolParam('amount', { clamp: [1, 10_000], type: 'integer' }) amount: number,
    @ToolParam('card', { required: false, sensitive: true }) card?: string,
    @ToolParam('tags', { required: false, items: String }) tags?: string[],
  ) {
    tags?.push('changed by the tool');
    this.refunds.push({ id, amount, ...(card ? { card } : {}) });
    return 'refunded';
  }

  @Tool({
    name: 'close',
    description: 'Closes the desk',
    mutating: true,
    approval: { policy: 'dual', expiresInMs: 10_000, useWithinMs: 5_000 },
  })
  close() {
    this.refunds.push('closed');
    return 'closed';
  }

  @Tool({ name: 'open', description: 'Opens', approval: { policy: 'quorum(3)' } })
  open() {
    return 'open';
  }

  @Tool({
    name: 'own',
    description: 'Whoever calls may approve',
    approval: { excludeRequester: false },
  })
  own() {
    return 'done';
  }

  @Tool({
    name: 'odd',
    description: 'Its condition fails',
    approval: {
      when: () => {
        throw new Error('S3NT1NEL');
      },
    },
  })
  odd() {
    return 'done';
  }

  @Tool({ name: 'both', description: 'Confirmed and approved', confirm: true, approval: {} })
  both(@ToolParam('text') text: string) {
    return text;
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

const clerk = (principal: string, scopes = ['orders:refund']) =>
  ToolContext.web({ principal, scopes });
const manager = (principal: string, scopes = ['refunds:approve', 'verification:resolve']) =>
  ToolContext.web({ principal, scopes });

const ann = clerk('ann');
const ben = manager('ben');
const cem = manager('cem');
const LARGE = { id: 'A-1', amount: 700 };

describe('a tool whose calls need an approval', () => {
  const clock = new FakeClock();
  const rules = new Rules();
  let runtime: RunningRuntime;
  let desk: Desk;
  let approvals: Approvals;
  const call = (tool: string, args: unknown = {}, context = ann) =>
    runtime.registry.call(tool, args, context);
  const submit = async (tool = 'refund', args: unknown = tool === 'refund' ? LARGE : {}) =>
    (await call(tool, args)).verificationId!;
  const replay = (id: unknown, more: object = {}, context = ann, tool = 'refund') =>
    call(tool, { ...more, verification_id: id }, context);

  beforeAll(async () => {
    runtime = await bootRuntime({
      providers: [Desk],
      options: { rateLimit: false, verification: { maxPerRequester: 5 } },
      collaborators: [
        { provide: Clock, useValue: clock },
        { provide: PolicyRuleProvider, useValue: rules },
      ],
    });
    desk = runtime.app.get(Desk);
    approvals = runtime.app.get(Approvals);
  });
  beforeEach(() => {
    desk.refunds.length = 0;
    rules.closed = false;
    clock.advance(10_000_000);
  });
  afterAll(() => runtime.app.close());

  it('does nothing at the first call but say what it waits for', async () => {
    const asked = await call('refund', LARGE);
    expect(asked.success).toBe(true);
    expect(asked.data).toEqual({
      requires_verification: true,
      verification_id: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      status: 'pending',
      action_summary: 'refund(id=A-1, amount=700)',
      approvals: 0,
      needed: 1,
      expires_at: new Date(clock.now() + 3_600_000).toISOString(),
    });
    expect(asked.meta).toMatchObject({ type: 'verification', requires_verification: true });
    expect(asked.requiresVerification).toBe(true);
    expect(asked.requiresConfirmation).toBe(false);
    expect(asked.message).toContain('Nothing has been done yet');
    expect(desk.refunds).toEqual([]);
  });

  it('runs at once where its condition says that nobody has to approve', async () => {
    expect(await call('refund', { id: 'A-1', amount: 500 })).toMatchObject({ data: 'refunded' });
    expect(desk.refunds).toEqual([{ id: 'A-1', amount: 500 }]);
  });

  it('waits, and logs nothing of the arguments, where its condition fails', async () => {
    expect((await call('odd')).requiresVerification).toBe(true);
  });

  it('executes what was asked first, once it is granted, whatever the second call sends', async () => {
    const id = await submit();
    await approvals.grant(id, ben);
    const done = await replay(id, { id: 'EVIL', amount: 1 });
    expect(done).toMatchObject({ success: true, data: 'refunded' });
    expect(done.meta).toMatchObject({ verification_id: id, verification_args_ignored: true });
    expect(desk.refunds).toEqual([LARGE]);
  });

  it('is content with the id alone, and sees no difference in the same arguments', async () => {
    for (const more of [{}, LARGE]) {
      const id = await submit();
      await approvals.grant(id, ben);
      const done = await replay(id, more);
      expect(done.meta['verification_args_ignored']).toBeUndefined();
    }
    expect(desk.refunds).toEqual([LARGE, LARGE]);
  });

  it('executes once, however often the id is sent', async () => {
    const id = await submit();
    await approvals.grant(id, ben);
    const first = await replay(id);
    const second = await replay(id);
    expect(second).toMatchObject({ success: false, code: 'CONFLICT' });
    expect(second.meta['reason_code']).toBe('verification_used');
    expect(second.error).toContain(String(first.meta['request_id']));
    expect(desk.refunds).toHaveLength(1);
  });

  it('tells who asks again how it stands, and lets nobody skip the wait', async () => {
    const id = await submit('close');
    expect(await replay(id, {}, ann, 'close')).toMatchObject({
      success: true,
      data: { status: 'pending', approvals: 0, needed: 2 },
    });
    await approvals.grant(id, ben);
    const halfway = await replay(id, {}, ann, 'close');
    expect(halfway.data).toMatchObject({ approvals: 1, needed: 2 });
    expect(halfway.message).toContain('1 of 2');
    await approvals.grant(id, cem);
    expect(await replay(id, {}, ann, 'close')).toMatchObject({ data: 'closed' });
  });

  it('counts different people, not approvals', async () => {
    const id = await submit('open');
    await approvals.grant(id, ben);
    for (const again of [
      ben,
      manager(' BEN '),
      ToolContext.mcp({ principal: 'Ben', scopes: ben.scopes }),
    ])
      await expect(async () => approvals.grant(id, again)).rejects.toMatchObject({
        reasonCode: 'verification_repeated',
      });
    expect(await approvals.grant(id, cem)).toMatchObject({ stage: 'pending' });
    expect(await approvals.grant(id, manager('dan'))).toMatchObject({ stage: 'granted' });
    expect(await replay(id, {}, ann, 'open')).toMatchObject({ data: 'open' });
  });

  it('gives the reason of a rejection to the caller, and never runs', async () => {
    const id = await submit();
    await approvals.reject(id, ben, 'Ask the shop first.');
    const refused = await replay(id);
    expect(refused).toMatchObject({
      success: false,
      code: 'FORBIDDEN',
      error: 'The approval was rejected: Ask the shop first.',
    });
    expect(refused.meta).toMatchObject({
      reason_code: 'verification_rejected',
      verification_reason: 'Ask the shop first.',
      verification_id: id,
    });
    expect(desk.refunds).toEqual([]);
  });

  it('expires when nobody decides in time, and when nobody uses the grant in time', async () => {
    const undecided = await submit('close');
    clock.advance(10_000);
    const refused = await replay(undecided, {}, ann, 'close');
    expect(refused).toMatchObject({ success: false, code: 'CONFLICT' });
    expect(refused.error).toContain('expired before it was granted');
    await expect(async () => approvals.grant(undecided, ben)).rejects.toMatchObject({
      reasonCode: 'verification_expired',
    });

    const unused = await submit('close');
    await approvals.grant(unused, ben);
    await approvals.grant(unused, cem);
    clock.advance(5_000);
    expect((await replay(unused, {}, ann, 'close')).error).toContain('expired before it was used');
    expect(desk.refunds).toEqual([]);
  });

  it.each<[string, () => ToolContext]>([
    ['another caller', () => clerk('bob')],
    ['an anonymous caller', () => ToolContext.of({ channel: 'cli', principal: null })],
    ['the same caller on another channel', () => ToolContext.mcp(ann)],
    ['the reviewer', () => manager('ben', ['orders:refund', 'refunds:approve'])],
    ['a caller whose name differs by a blank', () => clerk('ann ')],
  ])('does not exist for %s, and stays for its owner', async (_, stranger) => {
    const id = await submit();
    await approvals.grant(id, ben);
    const refused = await replay(id, {}, stranger());
    expect(refused.success).toBe(false);
    expect(refused.error).not.toContain('granted');
    expect(refused.verificationId).toBeNull();
    expect(desk.refunds).toEqual([]);
    expect(await replay(id)).toMatchObject({ data: 'refunded' });
  });

  it('does not exist for another tool', async () => {
    const id = await submit();
    await approvals.grant(id, ben);
    const refused = await replay(id, {}, ann, 'close');
    expect(refused.meta['reason_code']).toBe('verification_unknown');
    expect(await replay(id)).toMatchObject({ data: 'refunded' });
  });

  it.each<[string, unknown]>([
    ['a number', 123],
    ['true', true],
    ['empty', ''],
    ['a list', []],
    ['an object', {}],
    ['endless', 'x'.repeat(1_000_000)],
    ['__proto__', '__proto__'],
    ['unknown', 'unknown'],
  ])('refuses an id that is %s without judging or running anything', async (_, id) => {
    rules.asked.length = 0;
    const refused = await replay(id, LARGE);
    expect(refused).toMatchObject({ success: false, code: 'VALIDATION_ERROR' });
    expect(refused.meta['reason_code']).toBe('verification_unknown');
    expect(rules.asked).toEqual([undefined]);
    expect(desk.refunds).toEqual([]);
  });

  it('takes a null id for none', async () => {
    expect((await call('refund', { ...LARGE, verification_id: null })).requiresVerification).toBe(
      true,
    );
  });

  it('is refused after the tool has changed', async () => {
    const id = await submit();
    await approvals.grant(id, ben);
    const store = runtime.app.get<VerificationStore>(VerificationStore);
    const { get } = store;
    store.get = (of) => {
      const record = get.call(store, of) as VerificationRecord;
      const { entry } = record;
      return { ...record, entry: { ...entry, call: { ...entry.call!, fingerprint: 'older' } } };
    };
    const refused = await replay(id);
    store.get = get;
    expect(refused).toMatchObject({ success: false, code: 'CONFLICT' });
    expect(refused.error).toContain('The tool has changed');
    expect(desk.refunds).toEqual([]);
  });

  it('is refused when the stored arguments are not the ones that were approved', async () => {
    const id = await submit();
    await approvals.grant(id, ben);
    const store = runtime.app.get<VerificationStore>(VerificationStore);
    const { get } = store;
    store.get = (of) => {
      const record = get.call(store, of) as VerificationRecord;
      const { entry } = record;
      const call = { ...entry.call!, arguments: { id: 'EVIL', amount: 5_000 } };
      return { ...record, entry: { ...entry, call } };
    };
    const refused = await replay(id);
    store.get = get;
    expect(refused.meta['reason_code']).toBe('verification_damaged');
    expect(desk.refunds).toEqual([]);
  });

  it('is decided by the policy again, for the stored arguments', async () => {
    const id = await submit();
    await approvals.grant(id, ben);
    rules.asked.length = 0;
    rules.closed = true;
    expect(await replay(id, { id: 'other', amount: 1 })).toMatchObject({
      code: 'FORBIDDEN',
      error: 'No refund now.',
    });
    expect(rules.asked).toEqual([LARGE]);
    expect(await replay(id, {}, clerk('ann', []))).toMatchObject({ code: 'FORBIDDEN' });
    rules.closed = false;
    expect(await replay(id)).toMatchObject({ data: 'refunded' });
  });

  it('is judged by the guards of the tool before anybody is asked', async () => {
    const refused = await call('refund', { id: 'A-1', amount: 6_000 });
    expect(refused).toMatchObject({ code: 'FORBIDDEN' });
    expect((await approvals.list(ben)).approvals).toEqual([]);
  });

  it('stores what the tool would get, out of reach of everybody', async () => {
    const args = { id: 'A-1', amount: 999_999, tags: ['x'] };
    const id = await submit('refund', { ...args, amount: '4000' });
    args.tags.push('changed by the caller');
    const [view] = (await approvals.list(ben)).approvals;
    expect(view!.arguments).toEqual({ id: 'A-1', amount: 4000, tags: ['x'] });
    await approvals.grant(id, ben);
    expect(await replay(id)).toMatchObject({ data: 'refunded' });
    expect(desk.refunds).toEqual([{ id: 'A-1', amount: 4000 }]);
  });

  it('shows no secret to the reviewer, and gives it to the tool', async () => {
    const id = await submit('refund', { ...LARGE, card: 'S3NT1NEL-4111' });
    const shown = JSON.stringify(await approvals.show(id, ben));
    expect(shown).not.toContain('S3NT1NEL');
    expect(shown).toContain('***REDACTED***');
    await approvals.grant(id, ben);
    await replay(id);
    expect(desk.refunds).toEqual([{ ...LARGE, card: 'S3NT1NEL-4111' }]);
    expect(JSON.stringify(runtime.records())).not.toContain('S3NT1NEL');
  });

  it('refuses more open calls of one caller than are allowed', async () => {
    for (let open = 0; open < 5; open++) await submit();
    const refused = await call('refund', LARGE);
    expect(refused).toMatchObject({ success: false, code: 'RATE_LIMITED' });
    expect(refused.meta['retry_after_seconds']).toBe(3_600);
    expect((await call('refund', LARGE, clerk('bob'))).requiresVerification).toBe(true);
  });

  it('only says in plan mode that it would wait, and opens nothing', async () => {
    const plan = await call('refund', LARGE, ann.asPlan());
    expect(plan.data).toMatchObject({ plan: { requires_verification: true } });
    const small = await call('refund', { id: 'A-1', amount: 5 }, ann.asPlan());
    expect(small.data).toMatchObject({ plan: { requires_verification: false } });
    const id = await submit();
    await approvals.grant(id, ben);
    expect(await replay(id, LARGE, ann.asPlan())).toMatchObject({ meta: { type: 'plan' } });
    expect(desk.refunds).toEqual([]);
    expect(await replay(id)).toMatchObject({ data: 'refunded' });
  });

  it('asks for the confirmation first, and for the approval of what was confirmed', async () => {
    const first = await call('both', { text: 'one' });
    expect(first.requiresConfirmation).toBe(true);
    const second = await call('both', { text: 'other', confirm_token: first.confirmToken });
    expect(second.requiresVerification).toBe(true);
    const id = second.verificationId!;
    await approvals.grant(id, ben);
    const done = await replay(id, { text: 'one' }, ann, 'both');
    expect(done).toMatchObject({ data: 'one' });
    expect(done.meta['verification_args_ignored']).toBeUndefined();
  });

  it('takes the approval when a confirmation is sent beside it, and leaves that unused', async () => {
    const first = await call('both', { text: 'one' });
    const second = await call('both', { confirm_token: first.confirmToken });
    const id = second.verificationId!;
    await approvals.grant(id, ben);
    const other = await call('both', { text: 'two' });
    const both = { verification_id: id, confirm_token: other.confirmToken };
    expect(await call('both', both)).toMatchObject({ data: 'one' });
    expect((await call('both', { confirm_token: other.confirmToken })).requiresVerification).toBe(
      true,
    );
  });

  it('keeps the caller from approving, however the name is spelled, unless the tool allows it', async () => {
    const id = await submit();
    for (const self of ['ann', 'Ann', ' ann ', 'ａｎｎ', 'an\u200bn'])
      await expect(async () => approvals.grant(id, manager(self))).rejects.toMatchObject({
        reasonCode: 'verification_own_request',
        code: 'FORBIDDEN',
      });
    const own = await submit('own');
    expect(await approvals.grant(own, manager('ann'))).toMatchObject({ stage: 'granted' });
    expect(await replay(own, {}, ann, 'own')).toMatchObject({ data: 'done' });
  });

  it('needs a reviewer who holds the scope of the tool', async () => {
    const id = await submit();
    await expect(async () =>
      approvals.grant(id, manager('eve', ['verification:resolve'])),
    ).rejects.toMatchObject({
      reasonCode: 'verification_scope_missing',
      message: expect.stringContaining('refunds:approve'),
    });
    await expect(async () =>
      approvals.grant(id, ToolContext.web({ principal: null, scopes: ['*'] })),
    ).rejects.toMatchObject({ reasonCode: 'verification_anonymous' });
    expect(await approvals.grant(id, manager('eve', ['refunds:approve']))).toMatchObject({
      stage: 'granted',
    });
  });

  it('leaves a story in the audit trail that one id tells', async () => {
    const id = await submit();
    await approvals.grant(id, ben, 'Checked.');
    await replay(id);
    const story = runtime.records().filter(({ verificationId }) => verificationId === id);
    expect(
      story.map(({ phase, outcome, principal, tool, reasonCode, approvedBy }) => ({
        phase,
        outcome,
        principal,
        tool,
        reasonCode,
        approvedBy,
      })),
    ).toEqual([
      {
        phase: 'terminal',
        outcome: 'verification_requested',
        principal: 'ann',
        tool: 'refund',
        reasonCode: undefined,
        approvedBy: undefined,
      },
      {
        phase: 'verification',
        outcome: 'verification_granted',
        principal: 'ben',
        tool: 'refund',
        reasonCode: 'human_verifier',
        approvedBy: undefined,
      },
      {
        phase: 'terminal',
        outcome: 'executed',
        principal: 'ann',
        tool: 'refund',
        reasonCode: undefined,
        approvedBy: ['ben'],
      },
    ]);
    expect(new Set(story.map(({ argumentsDigest }) => argumentsDigest)).size).toBe(1);
    expect(new Set(story.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(story[2]!.toJSON()).toMatchObject({ verification_id: id, approved_by: ['ben'] });
  });

  it('shows in the plan of the call who has to approve', async () => {
    const plans = runtime.app.get(InvocationPlanBuilder);
    const planOf = async (tool: string) =>
      plans.build(runtime.registry.getDefinition(tool) as ToolDefinition, ann);
    const stepOf = async (tool: string) =>
      (await planOf(tool)).steps.find(({ kind }) => kind === 'approve')!;
    expect(await stepOf('close')).toMatchObject({
      role: 'branch',
      presence: 'conditional',
      blocking: true,
      source:
        'The tool asks for the approval of 2 people who hold verification:resolve, not of its caller.',
      facts: {
        policy: 'dual',
        needed: 2,
        scopes: ['verification:resolve'],
        excludeRequester: true,
        expiresInMs: 10_000,
        useWithinMs: 5_000,
        dependsOnArguments: false,
      },
    });
    expect((await planOf('close')).verdict.outcome).toBe('verification_requested');
    expect((await stepOf('refund')).source).toContain('depending on its arguments');
    const { verdict } = await planOf('refund');
    expect(verdict.outcome).toBe('executed');
    expect(verdict.depends_on).toContain('approve');
    const kinds = (await planOf('refund')).steps.map(({ kind }) => kind);
    expect(kinds.indexOf('approve')).toBe(kinds.indexOf('confirm') + 1);
    expect(kinds.indexOf('emit_executing')).toBe(kinds.indexOf('approve') + 1);
  });

  it('changes its fingerprint with what it asks for', () => {
    const fingerprint = (approval?: object) =>
      runtime.registry.register({ name: 'x', description: 'x', approval }, () => null, {
        replace: true,
      }).fingerprint;
    const prints = [
      undefined,
      {},
      { policy: 'dual' },
      { scopes: ['a'] },
      { expiresInMs: 5 },
      { when: () => true },
    ].map(fingerprint);
    expect(new Set(prints).size).toBe(prints.length);
    expect(fingerprint({ when: () => false })).toBe(fingerprint({ when: () => true }));
    runtime.registry.unregister('x');
  });

  it.each<[object, RegExp]>([
    [{ policy: 'everybody' }, /approval\.policy must be 'single', 'dual', 'auto' or 'quorum\(n\)'/],
    [{ policy: 'quorum(0)' }, /approval\.policy/],
    [{ policy: 'quorum(101)' }, /approval\.policy/],
    [{ expiresInMs: 0 }, /approval\.expiresInMs/],
    [{ scopes: [''] }, /approval\.scopes/],
    [{ when: 'amount > 5' }, /approval\.when must be a function/],
    [{ who: 'ben' }, /approval\.who is not an option/],
  ])('is refused at boot when it asks for %p', (approval, problem) => {
    expect(() =>
      runtime.registry.register({ name: 'x', description: 'x', approval }, () => null),
    ).toThrow(problem);
  });

  it('may not have an argument with the name of the id; other tools may', () => {
    const input = {
      type: 'object',
      properties: { verification_id: { type: 'string' }, nested: { type: 'object' } },
    };
    const register = (approval?: object) =>
      runtime.registry.register({ name: 'x', description: 'x', input, approval }, () => null);
    expect(() => register({})).toThrow(/"verification_id" says which approved call is meant/);
    expect(register().name).toBe('x');
    runtime.registry.unregister('x');
  });
});

describe('what a call that waits costs', () => {
  it('is what a read costs, until the call that executes', async () => {
    const runtime = await bootRuntime({
      providers: [Desk],
      options: { rateLimit: { limit: 20, mutatingCost: 10 } },
    });
    const approvals = runtime.app.get(Approvals);
    const call = (args: object) => runtime.registry.call('refund', args, ann);
    const id = (await call(LARGE)).verificationId!;
    for (let poll = 0; poll < 8; poll++)
      expect(await call({ verification_id: id })).toMatchObject({ success: true });
    await approvals.grant(id, ben);
    expect(await call({ verification_id: id })).toMatchObject({ data: 'refunded' });
    // 9 reads and one execution make 19 of 20.
    expect(await call({ id: 'A-2', amount: 5 })).toMatchObject({ code: 'RATE_LIMITED' });
    await runtime.app.close();
  });
});

describe('a verifier that decides by itself', () => {
  const clerkRule: VerificationRule = {
    name: 'small_amounts',
    decide: (_request, { evidence }) => {
      const { amount } = evidence['arguments'] as { amount: number };
      if (amount < 1_000) return { decision: 'pass', reason: 'Below 1000.' };
      if (amount > 4_000) return { decision: 'fail', reason: 'Never that much.' };
      return amount > 3_000 ? { decision: 'waive', reason: 'Season.' } : undefined;
    },
  };
  let runtime: RunningRuntime;
  let desk: Desk;
  let answer: () => unknown;
  const call = (amount: number) => runtime.registry.call('refund', { id: 'A-1', amount }, ann);

  beforeAll(async () => {
    runtime = await bootRuntime({
      providers: [Desk],
      collaborators: [
        {
          provide: Verifier,
          inject: [HumanVerifier],
          useFactory: (people: HumanVerifier) => {
            const verifier = new RuleVerifier([clerkRule], people);
            return {
              name: verifier.name,
              verify: (...asked: Parameters<typeof verifier.verify>) =>
                answer === undefined ? verifier.verify(...asked) : answer(),
            };
          },
        },
      ],
    });
    desk = runtime.app.get(Desk);
  });
  beforeEach(() => {
    answer = undefined as never;
    desk.refunds.length = 0;
  });
  afterAll(() => runtime.app.close());

  it('lets a call run at once, and is named in the records', async () => {
    const done = await call(700);
    expect(done).toMatchObject({ data: 'refunded' });
    const story = runtime
      .records()
      .filter(({ verificationId }) => verificationId === done.verificationId)
      .map(({ outcome, principal, approvedBy }) => [outcome, principal, approvedBy]);
    expect(story).toEqual([
      ['verification_granted', 'rule_verifier', undefined],
      ['executed', 'ann', ['rule_verifier']],
    ]);
  });

  it('lets a call run that needs no approval at all', async () => {
    expect(await call(3_500)).toMatchObject({ data: 'refunded' });
  });

  it('refuses a call with its reason', async () => {
    expect(await call(4_500)).toMatchObject({
      code: 'FORBIDDEN',
      error: 'The approval was rejected: Never that much.',
    });
    expect(desk.refunds).toEqual([]);
  });

  it('leaves to people what no rule decides', async () => {
    const asked = await call(2_000);
    expect(asked.requiresVerification).toBe(true);
    await runtime.app.get(Approvals).grant(asked.verificationId!, ben);
    const done = await runtime.registry.call(
      'refund',
      { verification_id: asked.verificationId },
      ann,
    );
    expect(done).toMatchObject({ data: 'refunded' });
  });

  it('counts as one of the people where more are needed', async () => {
    answer = () => VerificationResult.pass('rule_verifier');
    const asked = await runtime.registry.call('close', {}, ann);
    expect(asked.data).toMatchObject({ status: 'pending', approvals: 1, needed: 2 });
    expect(desk.refunds).toEqual([]);
  });

  it('cannot let the caller approve', async () => {
    answer = () => VerificationResult.pass('rule_verifier', 'ANN');
    expect((await call(2_000)).requiresVerification).toBe(true);
    expect(desk.refunds).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('down');
      },
    ],
    ['rejects', () => Promise.reject(new Error('down'))],
    ['answers with nothing', () => undefined],
    ['answers with something else', () => ({ status: 'passed', isSatisfied: true, isFinal: true })],
    ['promises nothing', () => Promise.resolve(null)],
  ])('fails the call as unavailable when it %s, and leaves nothing open', async (_, fault) => {
    answer = fault;
    const failed = await call(700);
    expect(failed).toMatchObject({ success: false, code: 'UNAVAILABLE' });
    expect(failed.meta['reason_code']).toBe('verifier');
    expect(desk.refunds).toEqual([]);
    expect(runtime.records().at(-1)).toMatchObject({ outcome: 'unavailable' });
    const { verificationId } = runtime.records().at(-1)!;
    expect(await runtime.app.get(Approvals).show(verificationId!, ben)).toMatchObject({
      stage: 'rejected',
    });
  });
});
