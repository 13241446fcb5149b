import { jest } from '@jest/globals';
import { ExpiryWatch } from './expiry-watch.js';

describe('the watch for what has expired', () => {
  let looks: number[];
  let watch: ExpiryWatch;
  beforeEach(() => {
    jest.useFakeTimers();
    looks = [];
    watch = new ExpiryWatch(
      () => performance.now(),
      () => looks.push(performance.now()),
    );
  });
  afterEach(() => jest.useRealTimers());

  it('looks when something was opened, but not at every opening', () => {
    for (let time = 0; time < 100; time++) watch.expect(5_000);
    expect(looks).toHaveLength(1);
  });

  it('looks again when the time of what was opened is up', () => {
    watch.expect(5_000);
    looks.length = 0;
    jest.advanceTimersByTime(5_001);
    expect(looks.length).toBeGreaterThan(0);
  });

  it('looks every minute while something can expire, and then no more', () => {
    watch.expect(300_000);
    looks.length = 0;
    jest.advanceTimersByTime(302_000);
    expect(looks.length).toBeGreaterThanOrEqual(5);
    const seen = looks.length;
    jest.advanceTimersByTime(3_600_000);
    expect(looks).toHaveLength(seen);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('has one timer, however much is open, and none once it is stopped', () => {
    for (let time = 0; time < 1_000; time++) watch.expect(60_000 + time);
    expect(jest.getTimerCount()).toBe(1);
    watch.stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});
