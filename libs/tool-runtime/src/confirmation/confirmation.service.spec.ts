import { jest } from '@jest/globals';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { aTool, someOptions } from '../../../../test/support/fixtures.js';
import { sha256 } from '../common/canonical-json.js';
import type { JsonObject } from '../common/json.js';
import { SystemRandomSource } from '../common/random-source.js';
import { ToolContext } from '../context/tool-context.js';
import { ConfirmationService } from './confirmation.service.js';
import type { ConfirmableTool, IssuedConfirmation } from './confirmation.service.js';
import type { ConfirmationStore } from './confirmation-store.js';
import { MemoryConfirmationStore } from './memory-confirmation.store.js';

const ann = ToolContext.mcp({ principal: 'ann', scopes: ['orders:refund'] });
const refund = aTool({ name: 'refund_order', mutating: true, confirm: true });
const redactor = { isSensitiveKey: () => false, redactText: (text: string) => text };

function create(settings: Partial<ReturnType<typeof someOptions>['confirmation']> = {}) {
  const clock = new FakeClock();
  const options = someOptions();
  const confirmation = { ...options.confirmation, ...settings };
  const store = new MemoryConfirmationStore({ confirmation }, clock);
  const service = new ConfirmationService(
    store,
    { confirmation },
    clock,
    new SystemRandomSource(),
    redactor,
  );
  const issue = (args: JsonObject = { id: 'A-1' }, context = ann, tool: ConfirmableTool = refund) =>
    service.issue(context, tool, args, 'digest') as IssuedConfirmation;
  return { service, store, clock, issue };
}

describe('asking for a confirmation', () => {
  it('gives a token that cannot be guessed and differs every time', () => {
    const { issue } = create({ maxPerPrincipal: 1_000 });
    const tokens = Array.from({ length: 500 }, () => issue().token);
    expect(tokens.every((token) => /^[0-9a-f]{64}$/.test(token))).toBe(true);
    expect(new Set(tokens).size).toBe(500);
  });

  it('says what would be done and until when it can be confirmed', () => {
    const { issue, clock } = create({ ttlMs: 120_000 });
    const { summary, expiresAt } = issue({ key: 'agent.treeBudget', value: 7 });
    expect(summary).toBe('refund_order(key=agent.treeBudget, value=7)');
    expect(expiresAt).toBe(new Date(clock.now() + 120_000).toISOString());
  });

  it('never shows the token to the store', () => {
    const { service, store } = create();
    const put = jest.spyOn(store, 'put');
    const { token } = service.issue(ann, refund, { id: 'A-1' }, 'digest') as IssuedConfirmation;
    expect(put.mock.calls[0][0]).toBe(sha256(token));
    expect(JSON.stringify(put.mock.calls)).not.toContain(token);
  });

  it('says which cap refused it', () => {
    const { service, issue } = create({ maxPerPrincipal: 1 });
    issue();
    expect(service.issue(ann, refund, {}, 'digest')).toEqual({ refused: 'owner_full' });
    const full = create({ maxTotal: 1 });
    full.issue();
    const bob = ToolContext.mcp({ principal: 'bob' });
    expect(full.service.issue(bob, refund, {}, 'digest')).toEqual({ refused: 'store_full' });
  });

  it('counts a caller of another channel as another caller', () => {
    const { service, issue } = create({ maxPerPrincipal: 1 });
    issue();
    const other = ToolContext.web({ principal: 'ann' });
    expect(service.issue(other, refund, {}, 'digest')).toHaveProperty('token');
  });
});

describe('redeeming a confirmation', () => {
  it('gives back the arguments of the first call, once', () => {
    const { service, issue } = create();
    const { token } = issue({ id: 42 });
    expect(service.find(ann, refund, token)).toMatchObject({ arguments: { id: 42 } });
    expect(service.redeem(ann, refund, token)).toMatchObject({
      tool: 'refund_order',
      arguments: { id: 42 },
      sentDigest: 'digest',
    });
    expect(service.redeem(ann, refund, token)).toBeUndefined();
    expect(service.find(ann, refund, token)).toBeUndefined();
  });

  it('gives what was asked, even if the caller changes its arguments afterwards', () => {
    const { service, issue } = create();
    const args = { order: { amount: 40 } };
    const { token } = issue(args);
    args.order.amount = 4_000;
    const entry = service.redeem(ann, refund, token);
    expect(entry).toMatchObject({ arguments: { order: { amount: 40 } } });
    expect(() => {
      (entry as unknown as { arguments: typeof args }).arguments.order.amount = 1;
    }).toThrow(TypeError);
  });

  it.each<[string, ToolContext, ConfirmableTool]>([
    ['another caller', ToolContext.mcp({ principal: 'bob', scopes: ['*'] }), refund],
    ['an anonymous caller', ToolContext.mcp({ principal: null }), refund],
    ['the same caller on another channel', ToolContext.web({ principal: 'ann' }), refund],
    ['another tool', ann, aTool({ name: 'delete_order' })],
    ['the tool after it has changed', ann, { ...refund, fingerprint: 'fingerprint-2' }],
  ])('is impossible for %s, and leaves the token to its owner', (_, context, tool) => {
    const { service, issue } = create();
    const { token } = issue();
    expect(service.find(context, tool, token)).toBeUndefined();
    expect(service.redeem(context, tool, token)).toBeUndefined();
    expect(service.redeem(ann, refund, token)).toBeDefined();
  });

  it('cannot be tricked by separators inside names', () => {
    const { service, issue } = create();
    const tool = aTool({ name: 'b' });
    const { token } = issue({}, ToolContext.of({ channel: 'x', principal: 'a:1' }), tool);
    for (const [channel, principal] of [
      ['x:a', '1'],
      ['x', 'a'],
      ['x:a:1', null],
    ] as const)
      expect(service.redeem(ToolContext.of({ channel, principal }), tool, token)).toBeUndefined();
  });

  it('is not bound to scopes, which the policy judges anew', () => {
    const { service, issue } = create();
    const { token } = issue();
    const poorer = ToolContext.mcp({ principal: 'ann', scopes: [] });
    expect(service.redeem(poorer, refund, token)).toBeDefined();
  });

  it('is possible until the token expires, whatever the clock on the wall says', () => {
    const { service, issue, clock } = create({ ttlMs: 1_000 });
    const early = issue().token;
    const late = issue().token;
    clock.advance(999);
    clock.jump(3_600_000);
    expect(service.redeem(ann, refund, early)).toBeDefined();
    clock.advance(2);
    clock.jump(-7_200_000);
    expect(service.find(ann, refund, late)).toBeUndefined();
    expect(service.redeem(ann, refund, late)).toBeUndefined();
  });

  it('survives ten thousand wrong guesses of any kind', () => {
    const { service, issue } = create();
    const { token } = issue();
    const guesses = [
      '',
      'invalid_token',
      '__proto__',
      token.toUpperCase(),
      `${token}0`,
      token.slice(1),
    ];
    for (let time = 0; time < 10_000; time++)
      expect(service.redeem(ann, refund, `${guesses[time % guesses.length]}`)).toBeUndefined();
    expect(service.redeem(ann, refund, token)).toBeDefined();
  });

  it('does not hash an endless token', () => {
    const take = jest.fn<ConfirmationStore['take']>();
    const { service, store } = create();
    jest.spyOn(store, 'take').mockImplementation(take as never);
    expect(service.redeem(ann, refund, 'f'.repeat(10_000_000))).toBeUndefined();
    expect(take).not.toHaveBeenCalled();
  });
});

describe('a confirmation store that has to be waited for', () => {
  const service = (store: Partial<ConfirmationStore>) =>
    new ConfirmationService(
      store as ConfirmationStore,
      someOptions(),
      new FakeClock(),
      new SystemRandomSource(),
      redactor,
    );

  it('is waited for', async () => {
    const subject = service({ put: () => Promise.resolve(undefined) });
    await expect(subject.issue(ann, refund, {}, 'digest')).resolves.toHaveProperty('token');
  });

  it('fails the call when it fails: nobody else can decide', async () => {
    const fault = new Error('store down');
    const subject = service({
      put: () => Promise.reject(fault),
      take: () => {
        throw fault;
      },
    });
    await expect(subject.issue(ann, refund, {}, 'digest')).rejects.toBe(fault);
    expect(() => subject.redeem(ann, refund, 'token')).toThrow(fault);
  });
});
