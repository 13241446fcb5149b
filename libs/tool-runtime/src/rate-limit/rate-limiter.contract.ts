import type { RateLimiter } from './rate-limiter.js';

/** A limiter to test, with time in the hands of the suite. */
export interface RateLimiterUnderTest {
  readonly limiter: RateLimiter;
  /** Lets time pass for the limiter. */
  readonly advance: (ms: number) => void | Promise<void>;
  readonly close?: () => void | Promise<void>;
}

const MINUTE = { limit: 100, windowMs: 60_000 };

/** What every {@link RateLimiter} keeps to, in memory or shared. */
export function describeRateLimiter(
  name: string,
  create: () => RateLimiterUnderTest | Promise<RateLimiterUnderTest>,
): void {
  describe(`${name} as a rate limiter`, () => {
    let subject: RateLimiterUnderTest;
    beforeEach(async () => {
      subject = await create();
    });
    afterEach(async () => subject.close?.());

    const consume = async (key: string, cost: number, window = MINUTE) =>
      subject.limiter.consume(key, cost, window);

    async function admitted(times: number, cost: number, window = MINUTE): Promise<number> {
      let count = 0;
      for (let time = 0; time < times; time++)
        if ((await consume('ann', cost, window)).allowed) count++;
      return count;
    }

    it('admits as many uses as the limit holds, and not one more', async () => {
      expect(await admitted(110, 1)).toBe(100);
    });

    it('admits fewer uses the more each costs', async () => {
      expect(await admitted(5, 30)).toBe(3);
    });

    it('says how many more there are', async () => {
      expect(await consume('ann', 1)).toEqual({ allowed: true, retryAfterMs: 0, remaining: 99 });
      expect(await consume('bob', 50)).toMatchObject({ remaining: 1 });
      expect(await consume('bob', 50)).toMatchObject({ remaining: 0 });
      expect(await consume('bob', 50)).toMatchObject({ allowed: false });
    });

    it('keeps keys apart', async () => {
      await admitted(100, 1);
      expect(await consume('ann', 1)).toMatchObject({ allowed: false });
      expect(await consume('bob', 1)).toMatchObject({ allowed: true });
    });

    it('admits exactly the limit of a thousand uses that come at once', async () => {
      const window = { limit: 5, windowMs: 1_000 };
      const verdicts = await Promise.all(
        Array.from({ length: 1_000 }, async () => consume('ann', 1, window)),
      );
      expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(5);
    });

    it('lets in again whoever waits as long as it says', async () => {
      await admitted(101, 1);
      const { allowed, retryAfterMs } = await consume('ann', 1);
      expect(allowed).toBe(false);
      expect(retryAfterMs).toBeGreaterThan(0);
      expect(retryAfterMs).toBeLessThanOrEqual(MINUTE.windowMs + 1_000);
      await subject.advance(retryAfterMs);
      expect(await consume('ann', 1)).toMatchObject({ allowed: true, retryAfterMs: 0 });
    });

    it('has no double burst at the border of two windows', async () => {
      await subject.advance(59_000);
      expect(await admitted(100, 1)).toBe(100);
      await subject.advance(2_000);
      expect(await admitted(100, 1)).toBe(0);
    });

    it('never admits a use that costs more than the limit, and promises nothing', async () => {
      expect(await consume('ann', 150)).toMatchObject({
        allowed: false,
        retryAfterMs: Number.POSITIVE_INFINITY,
      });
    });

    it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])(
      'never admits a use that costs %s',
      async (cost) => {
        expect(await consume('ann', cost)).toMatchObject({ allowed: false });
        expect(await admitted(110, 1)).toBe(100);
      },
    );
  });
}
