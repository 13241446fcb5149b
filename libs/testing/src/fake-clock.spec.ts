import { FakeClock } from './fake-clock.js';

describe('a fake clock', () => {
  it('stands still until it is told otherwise', () => {
    const clock = new FakeClock();
    expect([clock.now(), clock.monotonic()]).toEqual([clock.now(), clock.monotonic()]);
  });

  it('shows the time it is given, and the first of January 2026 otherwise', () => {
    expect(new Date(new FakeClock().now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
    expect(new FakeClock(1_000).now()).toBe(1_000);
  });

  it('moves both clocks when time passes, and the one on the wall when somebody sets it', () => {
    const clock = new FakeClock(0);
    const start = clock.monotonic();
    clock.advance(250);
    expect([clock.now(), clock.monotonic() - start]).toEqual([250, 250]);
    clock.jump(-1_000);
    expect([clock.now(), clock.monotonic() - start]).toEqual([-750, 250]);
  });

  it.each([-1, Number.NaN])('does not let %s ms pass', (ms) => {
    expect(() => new FakeClock().advance(ms)).toThrow('time passes forwards');
  });
});
