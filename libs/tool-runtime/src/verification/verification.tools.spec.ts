import { Injectable } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import {
  Clock,
  OnVerificationExpired,
  OnVerificationGranted,
  OnVerificationRejected,
  OnVerificationRequested,
  Tool,
  ToolContext,
  ToolParam,
  ToolResult,
  VerificationExpiredEvent,
  VerificationGrantedEvent,
  VerificationRejectedEvent,
  VerificationRequestedEvent,
  VerificationStore,
  VerificationTools,
} from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';

type SomeEvent =
  | VerificationRequestedEvent
  | VerificationGrantedEvent
  | VerificationRejectedEvent
  | VerificationExpiredEvent;

@Injectable()
class Listener {
  readonly heard: [name: string, event: SomeEvent][] = [];

  @OnVerificationRequested()
  requested(event: VerificationRequestedEvent) {
    this.heard.push(['requested', event]);
  }

  @OnVerificationGranted()
  granted(event: VerificationGrantedEvent) {
    this.heard.push(['granted', event]);
  }

  @OnVerificationRejected()
  rejected(event: VerificationRejectedEvent) {
    this.heard.push(['rejected', event]);
  }

  @OnVerificationExpired()
  expired(event: VerificationExpiredEvent) {
    this.heard.push(['expired', event]);
  }

  @OnEvent('verification.*')
  fail() {
    throw new Error('A listener fails.');
  }
}

@Injectable()
class Payments {
  @Tool({ name: 'pay', description: 'Pays', approval: { scopes: ['pay:approve'] } })
  pay(@ToolParam('pin', { sensitive: true }) pin: string) {
    return pin.length;
  }
}

const reviewer = (principal: string, scopes = ['verification:resolve']) =>
  ToolContext.mcp({ principal, scopes });
const worker = ToolContext.mcp({ principal: 'agent:worker', scopes: ['tasks:write'] });
const boss = reviewer('user:boss');

describe('the verification tools', () => {
  const clock = new FakeClock();
  let runtime: RunningRuntime;
  let listener: Listener;
  const call = <T = Record<string, unknown>>(tool: string, args: unknown, context?: ToolContext) =>
    runtime.registry.call<T>(tool, args, context);
  const request = async (context = worker, more: object = {}) => {
    const asked = await call(
      'request_verification',
      { subject: 'gate:report.publish', ...more },
      context,
    );
    return asked.data!['request_id'] as string;
  };
  const resolve = (id: string, decision: string, context = boss, more: object = {}) =>
    call('resolve_verification', { request_id: id, decision, ...more }, context);
  const heard = () => listener.heard.map(([name]) => name);

  beforeAll(async () => {
    runtime = await bootRuntime({
      providers: [Listener, Payments],
      options: {
        rateLimit: false,
        verification: { tools: true, maxPerRequester: 3, expiresInMs: 60_000 },
      },
      collaborators: [{ provide: Clock, useValue: clock }],
    });
    listener = runtime.app.get(Listener);
  });
  beforeEach(async () => {
    clock.advance(10_000_000);
    await call('list_verifications', {}, boss);
    listener.heard.length = 0;
  });
  afterAll(() => runtime.app.close());

  it('asks without deciding, and gives an id instead of a token', async () => {
    const asked = await call('request_verification', { subject: ' gate:report.publish ' });
    expect(asked).toMatchObject({ success: true, requiresConfirmation: true, confirmToken: null });
    const id = asked.data!['request_id'];
    expect(asked.data).toEqual({
      subject: 'gate:report.publish',
      policy: 'single',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(asked.meta).toMatchObject({
      type: 'confirmation',
      requires_confirmation: true,
      action: 'verify',
      target: 'gate:report.publish',
      target_id: 'gate:report.publish',
    });
    for (const part of ['gate:report.publish', 'single', 'resolve_verification', id])
      expect(asked.message).toContain(part);
    expect(heard()).toEqual(['requested']);
  });

  it('lets somebody else say yes', async () => {
    const id = await request(ToolContext.cli());
    const done = await call('resolve_verification', {
      request_id: id,
      decision: 'grant',
      principal: 'agent:claude',
    });
    expect(done.requiresConfirmation).toBe(false);
    expect(done.data).toEqual({
      status: 'passed',
      reason: null,
      verifier: 'human_verifier',
      principal: 'agent:claude',
      missing: [],
      metadata: {},
    });
    expect(done.message).toBe(`Verification granted for '${id}'.`);
    expect(done.meta).toMatchObject({ verification_status: 'passed' });
  });

  it('lets somebody say no, which is a decision and no failure', async () => {
    const id = await request();
    const done = await resolve(id, 'reject', boss, { reason: 'insufficient evidence' });
    expect(done).toMatchObject({
      success: true,
      message: `Verification rejected for '${id}'.`,
      data: { status: 'failed', reason: 'insufficient evidence', principal: 'user:boss' },
    });
    const [, event] = listener.heard.at(-1)!;
    expect(event).toBeInstanceOf(VerificationRejectedEvent);
    expect(event.requestId).toBe(id);
    expect(event.request.subject).toBe('gate:report.publish');
    const bare = await resolve(await request(), 'reject');
    expect(bare.data).toMatchObject({ reason: 'rejected' });
  });

  it('keeps one id through every event', async () => {
    for (const decision of ['grant', 'reject']) {
      const id = await request(worker, { request_id: `corr-${decision}` });
      await resolve(id, decision, boss, { subject: 'gate:report.publish', reason: 'Because.' });
    }
    expect(listener.heard.map(([name, { requestId }]) => [name, requestId])).toEqual([
      ['requested', 'corr-grant'],
      ['granted', 'corr-grant'],
      ['requested', 'corr-reject'],
      ['rejected', 'corr-reject'],
    ]);
    const [, granted] = listener.heard[1]!;
    expect(granted).toBeInstanceOf(VerificationGrantedEvent);
    expect((granted as VerificationGrantedEvent).result.metadata).toEqual({ reason: 'Because.' });
  });

  it('announces what expired, once, although listeners fail', async () => {
    const id = await request();
    clock.advance(60_000);
    await call('list_verifications', {}, boss);
    clock.advance(60_000);
    await call('list_verifications', {}, boss);
    expect(listener.heard.map(([name, { requestId }]) => [name, requestId])).toEqual([
      ['requested', id],
      ['expired', id],
    ]);
    const [, event] = listener.heard[1]!;
    expect(event).toMatchObject({ wasGranted: false, result: { status: 'failed' } });
    expect(
      runtime.records().find(({ outcome }) => outcome === 'verification_expired'),
    ).toMatchObject({ principal: null, phase: 'verification' });
  });

  it('is decided by whoever holds the scope, and by nobody else', async () => {
    const id = await request();
    const denied = await resolve(id, 'grant', worker);
    expect(denied).toMatchObject({
      code: 'FORBIDDEN',
      error:
        "Missing required scope for tool 'resolve_verification'. Need one of: verification:resolve — context has: tasks:write.",
    });
    expect(await resolve(id, 'grant')).toMatchObject({ data: { status: 'passed' } });
  });

  it.each<[string, object]>([
    ['a decision', { request_id: 'x' }],
    ['a request', { decision: 'grant' }],
    ['a known decision', { request_id: 'x', decision: 'maybe' }],
    ['a printable id', { request_id: 'a\u0000b', decision: 'grant' }],
    ['no scopes', { request_id: 'x', decision: 'grant', scopes: ['*'] }],
    ['no context', { request_id: 'x', decision: 'grant', ctx: {} }],
  ])('insists on %s', async (_, args) => {
    expect(await call('resolve_verification', args, boss)).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  it.each<[string, string, ToolContext]>([
    ['a name of somebody else', 'user:ceo', boss],
    ['another spelling of their own name', 'User:Boss ', boss],
    [
      'the name of another on the web',
      'user:ceo',
      ToolContext.web({ principal: 'user:boss', scopes: ['*'] }),
    ],
  ])('refuses a reviewer who gives %s', async (_, principal, context) => {
    const id = await request();
    const refused = await resolve(id, 'grant', context, { principal });
    expect(refused).toMatchObject({ code: 'FORBIDDEN' });
    expect(refused.meta['reason_code']).toBe('verification_principal_mismatch');
    expect(heard()).toEqual(['requested']);
    const own = await resolve(id, 'grant', boss, { principal: 'user:boss' });
    expect(own.data).toMatchObject({ principal: 'user:boss' });
  });

  it('refuses a requester who gives the name of somebody else', async () => {
    const args = { subject: 'x', requested_by: 'user:ceo' };
    expect(await call('request_verification', args, worker)).toMatchObject({ code: 'FORBIDDEN' });
    expect(heard()).toEqual([]);
  });

  it('refuses who has asked, however the name is spelled, on whatever channel', async () => {
    const id = await request(reviewer('agent:worker'));
    for (const name of ['agent:worker', 'Agent:Worker', ' agent:worker ', 'AGENT:WORKER'])
      for (const context of [
        reviewer(name),
        ToolContext.web({ principal: name, scopes: ['verification:resolve'] }),
      ]) {
        const refused = await resolve(id, 'grant', context);
        expect(refused).toMatchObject({ code: 'FORBIDDEN' });
        expect(refused.meta['reason_code']).toBe('verification_own_request');
      }
    expect(heard()).toEqual(['requested']);
  });

  it.each<[string, () => Promise<string>, string, string]>([
    ['nobody asked for', async () => 'never-asked', 'NOT_FOUND', 'verification_unknown'],
    ['that has a name of objects', async () => '__proto__', 'NOT_FOUND', 'verification_unknown'],
    [
      'that was granted',
      async () => {
        const id = await request();
        await resolve(id, 'grant');
        return id;
      },
      'CONFLICT',
      'verification_resolved',
    ],
    [
      'that was rejected',
      async () => {
        const id = await request();
        await resolve(id, 'reject');
        return id;
      },
      'CONFLICT',
      'verification_resolved',
    ],
    [
      'that has expired',
      async () => {
        const id = await request();
        clock.advance(60_000);
        return id;
      },
      'CONFLICT',
      'verification_expired',
    ],
  ])('refuses a decision on what %s, and emits nothing', async (_, make, code, reasonCode) => {
    const id = await make();
    await call('list_verifications', {}, boss);
    const before = heard();
    for (const decision of ['grant', 'reject']) {
      const refused = await resolve(id, decision, reviewer('user:other'));
      expect(refused).toMatchObject({ success: false, code });
      expect(refused.meta['reason_code']).toBe(reasonCode);
      expect(refused.error).toContain(id);
    }
    expect(heard()).toEqual(before);
  });

  it('decides once when a yes and a no come together', async () => {
    for (let round = 0; round < 200; round++) {
      const id = await request(worker, { request_id: `both-${round}` });
      const answers = await Promise.all([
        resolve(id, 'grant', boss),
        resolve(id, 'reject', reviewer('user:other')),
      ]);
      expect(answers.filter(({ success }) => success)).toHaveLength(1);
    }
    const decided = heard().filter((name) => name !== 'requested');
    expect(decided).toHaveLength(200);
  });

  it('counts different people where two or more are needed', async () => {
    const id = await request(worker, { policy: 'quorum', quorum: 3 });
    const first = await resolve(id, 'grant');
    expect(first).toMatchObject({
      data: { status: 'pending', metadata: { approvals: 1, needed: 3 } },
    });
    expect(first.message).toContain('2 more approvals');
    const again = await resolve(id, 'grant', reviewer('USER:BOSS'));
    expect(again.meta['reason_code']).toBe('verification_repeated');
    await resolve(id, 'grant', reviewer('user:b'));
    expect(heard()).toEqual(['requested']);
    const last = await resolve(id, 'grant', reviewer('user:c'));
    expect(last.data).toMatchObject({
      status: 'passed',
      principal: 'user:c',
      metadata: { approvals: ['user:boss', 'user:b', 'user:c'] },
    });
    expect(heard()).toEqual(['requested', 'granted']);
    const dual = await request(worker, { policy: 'dual' });
    expect(await resolve(dual, 'grant')).toMatchObject({ data: { status: 'pending' } });
  });

  it.each<[object, string]>([
    [{ policy: 'quorum' }, "policy 'quorum' needs quorum"],
    [{ policy: 'single', quorum: 3 }, "quorum is only for policy 'quorum'"],
    [{ policy: 'most' }, 'policy'],
    [{ subject: '   ' }, 'subject is required'],
    [{ subject: undefined }, 'subject'],
    [{ request_id: 'two words' }, 'request_id'],
  ])('refuses a request with %j', async (more, said) => {
    const refused = await call('request_verification', { subject: 'x', ...more }, worker);
    expect(refused.code).toBe('VALIDATION_ERROR');
    expect(refused.error).toContain(said);
    expect(heard()).toEqual([]);
  });

  it('gives no id twice', async () => {
    await request(worker, { request_id: 'taken' });
    const other = reviewer('agent:other');
    const refused = await call(
      'request_verification',
      { subject: 'x', request_id: 'taken' },
      other,
    );
    expect(refused).toMatchObject({ code: 'CONFLICT' });
    expect(refused.meta['reason_code']).toBe('id_taken');
    expect(heard()).toEqual(['requested']);
  });

  it('lets nobody fill the store', async () => {
    for (let open = 0; open < 3; open++) await request();
    const refused = await call('request_verification', { subject: 'x' }, worker);
    expect(refused).toMatchObject({ code: 'RATE_LIMITED' });
  });

  it('refuses a decision on another subject than the reviewer thinks', async () => {
    const id = await request();
    const refused = await resolve(id, 'grant', boss, { subject: 'gate:other' });
    expect(refused.meta['reason_code']).toBe('verification_subject_mismatch');
    expect(heard()).toEqual(['requested']);
  });

  it('lists what the caller may decide, without secrets', async () => {
    const id = await request();
    const paid = await runtime.registry.call('pay', { pin: 'S3NT1NEL' }, worker);
    const listed = await call('list_verifications', {}, boss);
    expect(listed.data).toEqual({
      verifications: [
        {
          request_id: id,
          summary: 'gate:report.publish',
          tool: null,
          arguments: null,
          policy: 'single',
          needed: 1,
          approved_by: [],
          requested_by: 'agent:worker',
          channel: 'mcp',
          opened_at: new Date(clock.now()).toISOString(),
          expires_at: new Date(clock.now() + 60_000).toISOString(),
        },
      ],
    });
    const both = await call(
      'list_verifications',
      {},
      reviewer('user:both', ['verification:resolve', 'pay:approve']),
    );
    expect(both.data!['verifications']).toHaveLength(2);
    expect(both.dataJson).toContain(paid.verificationId);
    expect(both.dataJson).not.toContain('S3NT1NEL');
    expect(await call('list_verifications', {}, worker)).toMatchObject({ code: 'FORBIDDEN' });
  });

  it('lists page by page', async () => {
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids.push(await request(reviewer(name)));
    const seen: string[] = [];
    let after: unknown;
    do {
      const { data } = await call<{ verifications: { request_id: string }[]; next?: string }>(
        'list_verifications',
        { limit: 2, ...(after === undefined ? {} : { after }) },
        boss,
      );
      seen.push(...data!.verifications.map(({ request_id }) => request_id));
      after = data!.next;
    } while (after !== undefined);
    expect(seen).toEqual(ids);
  });

  it('releases a call through the tool as through everything else', async () => {
    const paid = await runtime.registry.call('pay', { pin: '1234' }, worker);
    const id = paid.verificationId!;
    expect(await resolve(id, 'grant')).toMatchObject({ code: 'FORBIDDEN' });
    const approver = reviewer('user:boss', ['verification:resolve', 'pay:approve']);
    await resolve(id, 'grant', approver);
    const done = await runtime.registry.call('pay', { verification_id: id }, worker);
    expect(done).toMatchObject({ data: 4 });
  });

  it('asks for a confirmation only where the channel confirms what mutates', async () => {
    const chat = (userId: string) =>
      ToolContext.telegram({ chatId: 1, userId, scopes: ['verification:resolve'] });
    const asked = await call('request_verification', { subject: 'x' }, chat('1'));
    expect(asked.confirmToken).not.toBeNull();
    const confirmed = await call(
      'request_verification',
      { confirm_token: asked.confirmToken },
      chat('1'),
    );
    const id = confirmed.data!['request_id'] as string;
    const resolving = await resolve(id, 'grant', chat('2'));
    expect(resolving.confirmToken).not.toBeNull();
    expect(await call('list_verifications', {}, chat('2'))).toMatchObject({
      data: { verifications: [expect.objectContaining({ request_id: id })] },
    });
    const done = await call(
      'resolve_verification',
      { confirm_token: resolving.confirmToken },
      chat('2'),
    );
    expect(done.data).toMatchObject({ status: 'passed', principal: '2' });
  });

  it('can be used without the registry', async () => {
    const tools = runtime.app.get(VerificationTools);
    const asked = (await tools.request({ subject: 'direct' }, worker)) as ToolResult<{
      request_id: string;
    }>;
    const { request_id } = asked.data!;
    const blank = await tools.resolve({ request_id: ' ', decision: 'grant' }, boss);
    expect(blank).toMatchObject({
      code: 'VALIDATION_ERROR',
      data: { field: 'request_id', message: 'request_id is required' },
    });
    const odd = await tools.resolve({ request_id, decision: 'maybe' as never }, boss);
    expect(odd.data).toEqual({ field: 'decision', message: 'decision must be grant|reject' });
    expect(await tools.request({ subject: '' }, worker)).toMatchObject({
      data: { field: 'subject', message: 'subject is required' },
    });
    await expect(async () =>
      tools.resolve({ request_id, decision: 'grant' }, ToolContext.mcp({ principal: null })),
    ).rejects.toMatchObject({ reasonCode: 'verification_anonymous' });
    expect(await tools.resolve({ request_id, decision: 'grant' }, boss)).toMatchObject({
      data: { status: 'passed' },
    });
  });
});

describe('the names of the verification tools', () => {
  @Injectable()
  class Own {
    @Tool({ name: 'resolve_verification', description: 'Of the host' })
    own() {
      return 'own';
    }
  }

  it('are reserved while the tools are registered, and free otherwise', async () => {
    await expect(
      bootRuntime({ providers: [Own], options: { verification: { tools: true } } }),
    ).rejects.toThrow(/"resolve_verification" is reserved for the tools of verification\.tools/);
    const runtime = await bootRuntime({ providers: [Own] });
    expect(runtime.registry.getDefinitions().map(({ name }) => name)).toEqual([
      'resolve_verification',
    ]);
    await runtime.app.close();
  });
});

describe('the verification tools without their store', () => {
  it('fail closed, and say that it is the store', async () => {
    const down = () => Promise.reject(new Error('ECONNREFUSED 10.0.0.7'));
    const store = { open: down, get: down, list: down, takeExpired: down };
    const runtime = await bootRuntime({
      options: { verification: { tools: true } },
      collaborators: [{ provide: VerificationStore, useValue: store }],
    });
    for (const [tool, args] of [
      ['request_verification', { subject: 'x' }],
      ['resolve_verification', { request_id: 'x', decision: 'grant' }],
      ['list_verifications', {}],
    ] as const) {
      const failed = await runtime.registry.call(tool, args, boss);
      expect(failed).toMatchObject({ success: false, code: 'UNAVAILABLE' });
      expect(failed.meta['reason_code']).toBe('verification_store');
      expect(JSON.stringify(failed)).not.toContain('10.0.0.7');
      expect(runtime.records().at(-1)).toMatchObject({ outcome: 'unavailable' });
    }
    await runtime.app.close();
  });
});
