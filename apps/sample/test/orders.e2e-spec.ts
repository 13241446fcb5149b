import { ChangeFreezeListener } from '../src/governance/change-freeze.listener.js';
import { agent, openSupportDesk } from './support/support-desk.js';
import type { SupportDesk } from './support/support-desk.js';

describe('a support agent at the desk', () => {
  let desk: SupportDesk;

  beforeAll(async () => {
    desk = await openSupportDesk();
  });

  afterAll(() => desk.app.close());

  it('reads an order', async () => {
    const { success, data, meta } = await desk.call('get_order', { order_id: 'A-1001' }, agent());
    expect(success).toBe(true);
    expect(data).toMatchObject({
      id: 'A-1001',
      placedAt: '2026-09-01T09:00:00.000Z',
      total: 12_900,
    });
    expect(meta).toMatchObject({
      tool: 'get_order',
      channel: 'web',
      principal: 'user:ada',
      type: 'detail',
      entity: 'Order',
      actions: ['refund_order'],
    });
  });

  it('is told that an order does not exist', async () => {
    const { code, error } = await desk.call('get_order', { order_id: 'A-9999' }, agent());
    expect({ code, error }).toEqual({ code: 'NOT_FOUND', error: 'There is no order A-9999.' });
  });

  it('who asks for page 0 and 400 rows gets the first page and as many as there may be', async () => {
    const { data, meta } = await desk.call('list_orders', { page: 0, limit: 400 }, agent());
    expect(data).toHaveLength(25);
    expect(meta['clamped']).toEqual(['page', 'limit']);
    expect(meta['pagination']).toEqual({
      page: 1,
      limit: 25,
      total_pages: 2,
      total_items: 42,
      has_prev: false,
      has_next: true,
    });
  });

  it('may send a number and an object as text', async () => {
    const listed = await desk.call('list_orders', { limit: '2' }, agent());
    expect(listed.data).toHaveLength(2);
    expect(listed.meta['repaired']).toEqual(['limit']);

    const moved = await desk.call(
      'update_order_address',
      { order_id: 'A-1001', changes: '{"street":"Am Kaiserkai 1"}' },
      agent(),
    );
    expect(moved.data).toMatchObject({ street: 'Am Kaiserkai 1', city: 'Hamburg' });
    expect(moved.meta['repaired']).toEqual(['changes']);
  });

  it('is told which argument is wrong, and which one was probably meant', async () => {
    const { code, error, meta } = await desk.call('list_orders', { statsu: 'open' }, agent());
    expect(code).toBe('VALIDATION_ERROR');
    expect(error).toBe('Unknown property: statsu (did you mean "status"?)');
    expect(meta['issues']).toEqual([{ path: 'statsu', rule: 'additionalProperties' }]);
  });

  it('cannot redirect an order that has left', async () => {
    const { code, error } = await desk.call(
      'update_order_address',
      { order_id: 'A-1002', changes: { city: 'Kiel' } },
      agent(),
    );
    expect(code).toBe('CONFLICT');
    expect(error).toBe('Order A-1002 is shipped; only open orders can be redirected.');
  });

  it('changes nothing during a freeze, and reads all the same', async () => {
    const freeze = desk.app.get(ChangeFreezeListener);
    const change = { order_id: 'A-1005', changes: { city: 'Kiel' } };
    freeze.begin('stock-taking until 18:00');
    const { code, type, error } = await desk.call('update_order_address', change, agent());
    const read = await desk.call('get_order', { order_id: 'A-1005' }, agent());
    freeze.end();

    expect({ code, type }).toEqual({ code: 'BLOCKED', type: 'blocked' });
    expect(error).toContain('stock-taking until 18:00');
    expect(read.data).not.toMatchObject({ address: { city: 'Kiel' } });
    expect((await desk.call('update_order_address', change, agent())).success).toBe(true);
  });

  it('sees a customer of the own region, with a masked address', async () => {
    const { data } = await desk.call('get_customer', { customer_id: 'C-1' }, agent());
    expect(data).toEqual({
      id: 'C-1',
      name: 'Joana Prado',
      email: 'j***@example.com',
      region: 'eu',
    });
  });

  it('is refused a customer of another region by the guard of the tool', async () => {
    const { code, error, meta } = await desk.call('get_customer', { customer_id: 'C-4' }, agent());
    expect(code).toBe('FORBIDDEN');
    expect(error).toBe('Customer C-4 belongs to the us desk.');
    expect(meta['reason_code']).toBe('guard_denied');
  });

  it('gets the same search from the cache the second time', async () => {
    const search = () => desk.call('search_articles', { query: 'refund' }, agent());
    const [first, second] = [await search(), await search()];
    expect(first.data).toMatchObject({ articles: [{ id: 'KB-1' }, { id: 'KB-4' }] });
    expect(first.meta).not.toHaveProperty('cache_served');
    expect(second.data).toEqual(first.data);
    expect(second.meta['cache_served']).toBe(true);
  });

  it('who names a tool that is not there is told so', async () => {
    const { code, error } = await desk.call('drop_tables', {}, agent());
    expect({ code, error }).toEqual({
      code: 'TOOL_NOT_FOUND',
      error: 'Tool not found: drop_tables',
    });
  });
});
