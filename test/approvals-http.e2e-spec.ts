import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import request from 'supertest';
import {
  Tool,
  ToolContext,
  ToolParam,
  ToolRegistry,
  ToolRuntimeModule,
} from '@toolgate/tool-runtime';
import { ApprovalsModule } from '@toolgate/tool-runtime/approvals';
import { VerificationStore } from '@toolgate/tool-runtime';
import { LogRecorder } from './support/log-recorder.js';

@Injectable()
class Payments {
  readonly made: number[] = [];

  @Tool({
    name: 'pay',
    description: 'Pays',
    mutating: true,
    approval: { scopes: ['pay:approve'], policy: 'dual' },
  })
  pay(
    @ToolParam('amount', { type: 'integer' }) amount: number,
    @ToolParam('iban', { sensitive: true }) _iban: string,
  ) {
    this.made.push(amount);
    return `Paid ${amount}`;
  }
}

/** Everybody is who they say they are. */
@Injectable()
class NameGuard implements CanActivate {
  canActivate(host: ExecutionContext): boolean {
    const incoming = host.switchToHttp().getRequest<{
      headers: Record<string, string | undefined>;
      user?: object;
    }>();
    const { 'x-name': id, 'x-scopes': scopes } = incoming.headers;
    if (id) incoming.user = { id, scopes: scopes?.split(' ') ?? [] };
    return true;
  }
}

const ADAPTERS = [
  { platform: 'Express', createAdapter: () => new ExpressAdapter() },
  { platform: 'Fastify', createAdapter: () => new FastifyAdapter() },
];
const caller = ToolContext.web({ principal: 'ann' });

describe.each(ADAPTERS)('deciding over HTTP on $platform', ({ createAdapter }) => {
  let app: INestApplication;
  let registry: ToolRegistry;

  const open = async (collaborators: object[] = []) => {
    const module = await Test.createTestingModule({
      imports: [
        ToolRuntimeModule.forRoot({ providers: collaborators as never }),
        ApprovalsModule.forRoot({ path: 'admin/approvals', guards: [NameGuard] }),
      ],
      providers: [Payments],
    })
      .setLogger(new LogRecorder())
      .compile();
    app = module.createNestApplication(createAdapter());
    await app.listen(0, '127.0.0.1');
    registry = app.get(ToolRegistry);
  };
  beforeEach(() => open());
  afterEach(() => app.close());

  const ask = async (amount = 700) => {
    const asked = await registry.call('pay', { amount, iban: 'DE1234567890' }, caller);
    return asked.verificationId!;
  };
  const as = (name: string, scopes = 'pay:approve') => ({ 'x-name': name, 'x-scopes': scopes });
  const get = (path: string, headers: Record<string, string> = as('bob')) =>
    request(app.getHttpServer()).get(`/admin/approvals${path}`).set(headers);
  const post = (path: string, headers: Record<string, string> = as('bob'), body?: object) =>
    request(app.getHttpServer()).post(`/admin/approvals${path}`).set(headers).send(body);

  it('shows what waits, without its secrets, and lets two people release the call', async () => {
    const id = await ask();
    const listed = await get('');
    expect([listed.status, listed.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(listed.body.approvals).toEqual([
      expect.objectContaining({ id, stage: 'pending', tool: 'pay', requestedBy: 'ann', needed: 2 }),
    ]);
    expect(listed.text).not.toContain('DE1234567890');
    const first = await post(`/${id}/grant`, as('bob'), { reason: 'fine' });
    expect([first.status, first.body.stage]).toEqual([200, 'pending']);
    const second = await post(`/${id}/grant`, as('eve'));
    expect([second.status, second.body.stage]).toEqual([200, 'granted']);
    expect(second.body.approvals[0]).toMatchObject({ principal: 'bob', reason: 'fine' });
    const paid = await registry.call('pay', { verification_id: id }, caller);
    expect([paid.data, app.get(Payments).made]).toEqual(['Paid 700', [700]]);
    expect((await get(`/${id}`)).body).toMatchObject({ stage: 'used', usedBy: expect.any(String) });
  });

  it('tells the caller why somebody said no', async () => {
    const id = await ask();
    const rejected = await post(`/${id}/reject`, as('bob'), { reason: 'Too much' });
    expect([rejected.status, rejected.body.stage]).toEqual([200, 'rejected']);
    const refused = await registry.call('pay', { verification_id: id }, caller);
    expect([refused.success, refused.error]).toEqual([false, expect.stringContaining('Too much')]);
    expect(app.get(Payments).made).toEqual([]);
  });

  it.each([
    ['nobody', {}, 401, undefined],
    ['who has no scope for it', as('bob', 'other'), 403, 'verification_scope_missing'],
    ['who asked for it themselves', as('ann'), 403, 'verification_own_request'],
  ])('refuses %s', async (_who, headers, status, reasonCode) => {
    const id = await ask();
    const answer = await post(`/${id}/grant`, headers);
    expect([answer.status, answer.body.reason_code]).toEqual([status, reasonCode]);
  });

  it('lets a person count once, and a decision be made once', async () => {
    const id = await ask();
    await post(`/${id}/grant`, as('bob'));
    const again = await post(`/${id}/grant`, as('bob'));
    expect([again.status, again.body.reason_code]).toEqual([409, 'verification_repeated']);
    await post(`/${id}/reject`, as('eve'));
    const late = await post(`/${id}/grant`, as('tom'));
    expect([late.status, late.body.reason_code]).toEqual([409, 'verification_resolved']);
  });

  it.each(['nothing', '__proto__', 'constructor', '%00', '..%2f..', 'x'.repeat(5_000)])(
    'knows nothing under the id %j',
    async (id) => {
      for (const answer of [await get(`/${id}`), await post(`/${id}/grant`)])
        expect([400, 404, 414]).toContain(answer.status);
    },
  );

  it.each([
    { reason: 7 },
    { reason: 'x'.repeat(1_001) },
    { principal: 'carol' },
    { reason: 'fine', scopes: ['pay:approve'] },
    [],
  ])('refuses the body %j and decides nothing', async (body) => {
    const id = await ask();
    expect((await post(`/${id}/grant`, as('bob'), body)).status).toBe(400);
    expect((await get(`/${id}`)).body.approvals).toEqual([]);
  });

  it('pages', async () => {
    for (let amount = 1; amount <= 3; amount++) await ask(amount);
    const first = await get('?limit=2');
    expect(first.body.approvals).toHaveLength(2);
    const second = await get(`?limit=2&after=${encodeURIComponent(first.body.next)}`);
    expect(second.body.approvals).toHaveLength(1);
    expect(second.body.next).toBeUndefined();
    for (const query of ['?limit=0', '?limit=101', '?limit=x', '?limit=1&limit=2', '?after='])
      expect((await get(query)).status).toBe(400);
  });

  it('decides nothing while the store is down, and does not say why', async () => {
    await app.close();
    const down = () => Promise.reject(new Error('ECONNREFUSED 10.0.0.7'));
    const store = { open: down, get: down, list: down, approve: down, takeExpired: down };
    await open([{ provide: VerificationStore, useValue: store }]);
    for (const answer of [await get(''), await post('/some-id/grant')]) {
      expect([answer.status, answer.body.reason_code]).toEqual([503, 'verification_store']);
      expect(answer.text).not.toContain('10.0.0.7');
    }
  });
});

it('does not start when nobody guards it', () => {
  expect(() => ApprovalsModule.forRoot({})).toThrow(/would let anybody approve/);
  expect(() => ApprovalsModule.forRoot({ guards: [] })).toThrow(/guards/);
  expect(ApprovalsModule.forRoot({ guardedElsewhere: true }).controllers).toHaveLength(1);
});
