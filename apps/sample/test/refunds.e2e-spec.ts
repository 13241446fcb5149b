import { RefundsService } from '../src/refunds/refunds.service.js';
import { agent, manager, openSupportDesk } from './support/support-desk.js';
import type { SupportDesk } from './support/support-desk.js';

const REFUND = { order_id: 'A-1003', amount: 2_500, reason: 'damaged', note: 'Sorry' };

describe('refunding an order', () => {
  let desk: SupportDesk;

  beforeEach(async () => {
    desk = await openSupportDesk();
  });

  afterEach(() => desk.app.close());

  const refund = (args: object, context = manager()) => desk.call('refund_order', args, context);
  const paid = () => desk.app.get(RefundsService).all();

  it('is not for an agent without the scope', async () => {
    const { code, error, meta } = await refund(REFUND, agent());
    expect(code).toBe('FORBIDDEN');
    expect(error).toContain('Need one of: orders:refund');
    expect(meta['reason_code']).toBe('missing_scope');
  });

  it('stops at an amount that the rules of the desk leave to the finance team', async () => {
    const { code, error, meta } = await refund({ ...REFUND, amount: 90_000 });
    expect(code).toBe('FORBIDDEN');
    expect(error).toBe('Refunds over 50000 cents are made by the finance team.');
    expect(meta['reason_code']).toBe('rule_denied');
  });

  it('can be planned without paying anything', async () => {
    const { type, data } = await refund(REFUND, manager().asPlan());
    expect(type).toBe('plan');
    expect(data).toMatchObject({
      plan: { tool: 'refund_order', mutating: true, requires_confirmation: true, args: REFUND },
    });
    expect(paid()).toEqual([]);
  });

  it('pays what was asked first, once, whatever the second call sends', async () => {
    const asked = await refund(REFUND);
    expect(asked.requiresConfirmation).toBe(true);
    expect(paid()).toEqual([]);

    const second = { ...REFUND, amount: 1, confirm_token: asked.confirmToken };
    const done = await refund(second);
    expect(done.data).toMatchObject({ id: 'R-1', amount: 2_500, by: 'user:grace' });
    expect(done.meta['confirmation_args_ignored']).toBe(true);

    const again = await refund(second);
    expect(again.code).toBe('VALIDATION_ERROR');
    expect(again.error).toBe('Invalid or expired confirmation token');
    expect(paid()).toHaveLength(1);
  });

  it('never pays back more than was paid', async () => {
    const asked = await refund({ ...REFUND, order_id: 'A-1004', amount: 50_000 });
    const { code, error, data } = await refund({ confirm_token: asked.confirmToken });
    expect(code).toBe('CONFLICT');
    expect(error).toMatch(/^Order A-1004 has \d+ cents left to refund\.$/);
    expect(data).toEqual({ left: expect.any(Number) });
    expect(paid()).toEqual([]);
  });
});
