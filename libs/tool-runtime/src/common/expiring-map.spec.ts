import * as fc from 'fast-check';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { ExpiringMap } from './expiring-map.js';

describe('a map whose entries expire', () => {
  it('agrees with a plain list of what was written and when, whatever happens', () => {
    const key = fc.constantFrom('a', 'b', 'c', '__proto__');
    const step = fc.oneof(
      fc.record({ do: fc.constant('set' as const), key, life: fc.constantFrom(10, 25, 100) }),
      fc.record({ do: fc.constant('delete' as const), key, life: fc.constant(0) }),
      fc.record({ do: fc.constant('wait' as const), key, life: fc.integer({ min: 0, max: 40 }) }),
      fc.record({ do: fc.constant('sweep' as const), key, life: fc.constant(1) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const clock = new FakeClock();
        const removed: number[] = [];
        const map = new ExpiringMap<number>(clock, (value) => removed.push(value));
        const model = new Map<string, { value: number; until: number }>();
        let written = 0;
        for (const { do: action, key: name, life } of steps) {
          if (action === 'wait') clock.advance(life);
          if (action === 'sweep') map.sweep(life);
          if (action === 'delete') {
            map.delete(name);
            model.delete(name);
          }
          if (action === 'set') {
            map.set(name, ++written, life);
            model.set(name, { value: written, until: clock.monotonic() + life });
          }
          for (const probe of ['a', 'b', 'c', '__proto__']) {
            const held = model.get(probe);
            const expected = held && held.until > clock.monotonic() ? held.value : undefined;
            expect(map.get(probe)).toBe(expected);
          }
        }
        map.sweep();
        const alive = [...model.values()].filter(({ until }) => until > clock.monotonic());
        expect(map.size).toBe(alive.length);
        expect(removed.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: written }, (_, index) => index + 1).filter(
            (value) => !alive.some((held) => held.value === value),
          ),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('sweeps no more at once than it is told', () => {
    const clock = new FakeClock();
    const map = new ExpiringMap<number>(clock);
    for (let index = 0; index < 100; index++) map.set(`k${index}`, index, 10);
    clock.advance(10);
    map.sweep(30);
    expect(map.size).toBe(70);
  });

  it('knows when the next entry goes', () => {
    const clock = new FakeClock();
    const map = new ExpiringMap<number>(clock);
    expect(map.untilNextExpiry()).toBe(Number.POSITIVE_INFINITY);
    map.set('long', 1, 100);
    map.set('short', 2, 30);
    clock.advance(10);
    expect(map.untilNextExpiry()).toBe(20);
    clock.advance(50);
    expect(map.untilNextExpiry()).toBe(0);
  });

  it('keeps a value that is written again', () => {
    const clock = new FakeClock();
    const removed: object[] = [];
    const map = new ExpiringMap<object>(clock, (value) => removed.push(value));
    const value = {};
    map.set('k', value, 10);
    clock.advance(8);
    map.set('k', value, 10);
    clock.advance(8);
    expect(map.get('k')).toBe(value);
    expect(removed).toEqual([]);
  });
});
