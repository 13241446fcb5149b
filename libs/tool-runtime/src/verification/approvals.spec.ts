import { Injectable } from '@nestjs/common';
import {
  Approvals,
  Clock,
  HumanVerifier,
  Tool,
  ToolContext,
  ToolParam,
  VerificationRequest,
  VerificationStore,
} from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';

@Injectable()
class Desk {
  @Tool({ name: 'refund', description: 'Refunds', approval: { scopes: ['refunds:approve'] } })
  refund(@ToolParam('amount', { type: 'integer' }) amount: number) {
    return amount;
  }

  @Tool({ name: 'close', description: 'Closes', approval: { policy: 'dual' } })
  close() {
    return 'closed';
  }
}

const caller = (principal: string) => ToolContext.web({ principal });
const reviewer = (principal: string, scopes = ['refunds:approve']) =>
  ToolContext.web({ principal, scopes });
const ben = reviewer('ben');
const everybody = reviewer('eve', ['*']);

describe('approvals, for people who decide', () => {
  const clock = new FakeClock();
  let runtime: RunningRuntime;
  let approvals: Approvals;
  const submit = async (tool: string, args: object = {}, context = caller('ann')) =>
    (await runtime.registry.call(tool, args, context)).verificationId!;

  beforeEach(async () => {
    runtime = await bootRuntime({
      providers: [Desk],
      options: { rateLimit: false, verification: { maxPerRequester: 300 } },
      collaborators: [{ provide: Clock, useValue: clock }],
    });
    approvals = runtime.app.get(Approvals);
  });
  afterEach(() => runtime.app.close());

  it('list what a reviewer may decide, oldest first, and nothing else', async () => {
    const refunds: string[] = [];
    for (let amount = 1; amount <= 5; amount++) {
      refunds.push(await submit('refund', { amount }));
      await submit('close');
    }
    const listed = await approvals.list(ben);
    expect(listed.approvals.map(({ id }) => id)).toEqual(refunds);
    expect(listed.next).toBeUndefined();
    expect((await approvals.list(everybody)).approvals).toHaveLength(10);
    expect((await approvals.list(caller('ann'))).approvals).toEqual([]);
  });

  it('list page by page, without holes and repetitions, however little a reviewer may see', async () => {
    const mine: string[] = [];
    for (let index = 0; index < 120; index++) {
      const id = await submit(index % 7 === 0 ? 'refund' : 'close', index % 7 ? {} : { amount: 1 });
      if (index % 7 === 0) mine.push(id);
    }
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await approvals.list(ben, { limit: 4, ...(after ? { after } : {}) });
      expect(page.approvals.length).toBeLessThanOrEqual(4);
      seen.push(...page.approvals.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(seen).toEqual(mine);
  });

  it.each([0, -5, Number.NaN, 1.5, 1e9])(
    'list at least one and at most 100 for %p',
    async (limit) => {
      for (let amount = 1; amount <= 101; amount++) await submit('refund', { amount });
      const { approvals: listed, next } = await approvals.list(ben, { limit });
      expect(listed.length).toBeGreaterThanOrEqual(1);
      expect(listed.length).toBeLessThanOrEqual(100);
      expect(next).toBeDefined();
    },
  );

  it('show one, whole, to who may decide it and to who asked', async () => {
    const id = await submit('refund', { amount: 7 });
    const view = await approvals.show(id, ben);
    expect(view).toEqual({
      id,
      stage: 'pending',
      summary: 'refund(amount=7)',
      subject: null,
      tool: 'refund',
      arguments: { amount: 7 },
      argumentsDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      policy: 'single',
      needed: 1,
      approvals: [],
      rejection: null,
      requestedBy: 'ann',
      channel: 'web',
      openedAt: new Date(clock.now()).toISOString(),
      expiresAt: new Date(clock.now() + 3_600_000).toISOString(),
      usedBy: null,
    });
    expect(await approvals.show(id, caller('ann'))).toEqual(view);
    for (const other of [caller('bob'), reviewer('bob', ['verification:resolve'])])
      await expect(async () => approvals.show(id, other)).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    await expect(async () => approvals.show('unknown', ben)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(async () =>
      approvals.show(id, ToolContext.web({ principal: '', scopes: ['*'] })),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  it('tell what became of one', async () => {
    const id = await submit('refund', { amount: 7 });
    const granted = await approvals.grant(id, ben, 'Fine.');
    expect(granted).toMatchObject({
      stage: 'granted',
      approvals: [
        {
          principal: 'ben',
          channel: 'web',
          verifier: 'human_verifier',
          reason: 'Fine.',
          at: new Date(clock.now()).toISOString(),
        },
      ],
    });
    await runtime.registry.call('refund', { verification_id: id }, caller('ann'));
    expect(await approvals.show(id, ben)).toMatchObject({
      stage: 'used',
      expiresAt: null,
      usedBy: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const rejected = await submit('refund', { amount: 8 });
    expect(await approvals.reject(rejected, ben, 'x'.repeat(5_000))).toMatchObject({
      stage: 'rejected',
      rejection: { principal: 'ben', reason: 'x'.repeat(1_000) },
    });
  });

  it('can be given by code of the host that knows who answered', async () => {
    const people = runtime.app.get(HumanVerifier);
    const id = await submit('close');
    expect(await people.grant(id, { principal: 'ben', channel: 'mail' })).toMatchObject({
      status: 'pending',
      metadata: { approvals: 1, needed: 2 },
    });
    await expect(async () => people.grant(id, { principal: 'ann' })).rejects.toMatchObject({
      reasonCode: 'verification_own_request',
    });
    await expect(async () => people.grant(id, { principal: ' ' })).rejects.toMatchObject({
      reasonCode: 'verification_anonymous',
    });
    const request = VerificationRequest.forResolution(id);
    expect(await people.reject(request, { principal: 'cem', reason: 'Not today.' })).toMatchObject({
      status: 'failed',
      reason: 'Not today.',
      principal: 'cem',
    });
    expect(people.verify()).toMatchObject({ status: 'pending', verifier: 'human_verifier' });
  });

  it('refuse as unavailable while the store is down, and say why only to the host', async () => {
    const store = runtime.app.get<VerificationStore>(VerificationStore);
    const fault = new Error('ECONNREFUSED');
    for (const method of ['get', 'list'] as const)
      store[method] = () => {
        throw fault;
      };
    for (const ask of [
      () => approvals.list(ben),
      () => approvals.show('x', ben),
      () => approvals.grant('x', ben),
      () => approvals.reject('x', ben),
    ])
      await expect(async () => ask()).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: expect.not.stringContaining('ECONNREFUSED'),
        cause: fault,
      });
  });
});
