import { agent, auditor, openSupportDesk } from './support/support-desk.js';
import type { SupportDesk } from './support/support-desk.js';

const EVERYTHING = { from: '2026-09-01T00:00:00Z', to: '2026-12-31T00:00:00Z' };
const LAST_DAY = { from: '2026-10-12T00:00:00Z', to: '2026-10-13T00:00:00Z' };

describe('a call that takes its time', () => {
  let desk: SupportDesk;

  beforeEach(async () => {
    desk = await openSupportDesk();
  });

  afterEach(() => desk.app.close());

  it('ends at its deadline when the warehouse does not answer', async () => {
    const { code, error } = await desk.call('check_stock', { sku: 'KB-75' }, agent());
    expect({ code, error }).toEqual({
      code: 'TIMEOUT',
      error: "Tool 'check_stock' did not finish within 150 ms.",
    });
  });

  it('says how far it has come', async () => {
    const steps: string[] = [];
    const listening = auditor({
      exchange: {
        progress: ({ progress, total }) => {
          steps.push(`${progress} of ${total}`);
        },
      },
    });
    const { data } = await desk.call('export_orders', EVERYTHING, listening);
    expect(data).toMatchObject({ rows: 42 });
    expect(steps).toEqual(['10 of 42', '20 of 42', '30 of 42', '40 of 42', '42 of 42']);
  });

  it('stops when its caller has gone', async () => {
    const cancel = new AbortController();
    const leaving = auditor({
      signal: cancel.signal,
      exchange: { progress: () => cancel.abort() },
    });
    const { code } = await desk.call('export_orders', EVERYTHING, leaving);
    expect(code).toBe('CANCELLED');
  });

  it('may be made three times a minute, as the tool says', async () => {
    for (let time = 0; time < 3; time++)
      expect((await desk.call('export_orders', LAST_DAY, auditor())).data).toMatchObject({
        rows: 1,
      });
    const { code, error, meta } = await desk.call('export_orders', LAST_DAY, auditor());
    expect(code).toBe('RATE_LIMITED');
    expect(error).toBe(
      "Rate limit exceeded for 'web:user:alan:export_orders': max 3 tokens per 60s.",
    );
    expect(meta['retry_after_seconds']).toBe(60);
  });
});
