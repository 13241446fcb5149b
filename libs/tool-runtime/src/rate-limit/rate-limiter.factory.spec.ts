import { FakeClock } from '../../../../test/support/fake-clock.js';
import { LogRecorder } from '../../../../test/support/log-recorder.js';
import { createRateLimiter, withLocalFallback } from './rate-limiter.factory.js';

const settings = { maxKeys: 10, storageTimeoutMs: 250 };
const window = { limit: 1, windowMs: 1_000 };
const clock = new FakeClock();

describe('making the limiter that the options ask for', () => {
  let log: LogRecorder;
  beforeEach(() => {
    log = LogRecorder.start();
  });
  afterEach(() => log.stop());

  it('counts in memory, at once, when there is no storage', () => {
    const limiter = createRateLimiter(settings, clock);
    expect(limiter.consume('ann', 1, window)).toMatchObject({ allowed: true });
    expect(limiter.consume('ann', 1, window)).toMatchObject({ allowed: false });
  });

  it('counts in the storage when there is one, and in memory while it fails', async () => {
    let isDown = false;
    const record = { totalHits: 1, isBlocked: false, timeToExpire: 1, timeToBlockExpire: 0 };
    const limiter = createRateLimiter(settings, clock, {
      increment: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(record)),
    });
    const use = async () => (await limiter.consume('ann', 1, window)).allowed;
    expect([await use(), await use()]).toEqual([true, true]);
    isDown = true;
    expect([await use(), await use()]).toEqual([true, false]);
  });

  it('puts the memory behind any other shared limiter', async () => {
    const shared = { consume: () => Promise.reject(new Error('down')) };
    const limiter = withLocalFallback(shared, settings, clock);
    await expect(limiter.consume('ann', 1, window)).resolves.toMatchObject({ allowed: true });
  });
});
