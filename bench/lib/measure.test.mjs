import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { measure, orderOf } from './measure.mjs';
import { formatReport, formatTime } from './report.mjs';
import { quantile, spread, summarise } from './statistics.mjs';

/** A clock that candidates move on, so that nothing depends on the machine. */
function fakeTime() {
  let elapsed = 0;
  return {
    now: () => elapsed,
    costs: (ms) => () => {
      elapsed += ms;
    },
  };
}

const quick = { rounds: 6, sampleMs: 10, warmUpMs: 20 };

describe('measure', () => {
  it('reports the time of one operation and its ratio to the reference', async () => {
    const { now, costs } = fakeTime();
    const [plain, governed] = await measure(
      [
        { name: 'plain', run: costs(0.5) },
        { name: 'governed', run: costs(1.25) },
      ],
      { ...quick, now },
    );
    assert.deepEqual([plain.reference, governed.reference], [true, false]);
    assert.ok(Math.abs(plain.ns.median - 500_000) < 1);
    assert.ok(Math.abs(governed.ns.median - 1_250_000) < 1);
    assert.ok(Math.abs(governed.ratio.median - 2.5) < 1e-6);
    assert.deepEqual([plain.operations, governed.operations], [20, 8]);
    assert.equal(governed.noisy, false);
  });

  it('compares with the candidate that says it is the reference', async () => {
    const { now, costs } = fakeTime();
    const [slow, fast] = await measure(
      [
        { name: 'slow', run: costs(2) },
        { name: 'fast', run: costs(1), reference: true },
      ],
      { ...quick, now },
    );
    assert.equal(fast.reference, true);
    assert.ok(Math.abs(slow.ratio.median - 2) < 1e-6);
  });

  it('finds the same ratio while the machine slows down for both', async () => {
    let elapsed = 0;
    let slowness = 1;
    const costs = (ms) => () => {
      elapsed += ms * slowness;
      slowness *= 1.0005;
    };
    const [plain, other] = await measure(
      [
        { name: 'plain', run: costs(1) },
        { name: 'other', run: costs(3) },
      ],
      { ...quick, rounds: 30, now: () => elapsed },
    );
    assert.ok(plain.ns.max / plain.ns.min > 1.2);
    assert.ok(Math.abs(other.ratio.median - 3) < 0.05);
  });

  it('says when the numbers are too scattered to be believed', async () => {
    let elapsed = 0;
    let call = 0;
    const [steady, jumpy] = await measure(
      [
        { name: 'steady', run: () => void (elapsed += 1) },
        { name: 'jumpy', run: () => void (elapsed += call++ % 40 < 20 ? 1 : 3) },
      ],
      { ...quick, rounds: 20, now: () => elapsed },
    );
    assert.deepEqual([steady.noisy, jumpy.noisy], [false, true]);
  });

  it('awaits operations that are asynchronous, as many at a time as asked for', async () => {
    let running = 0;
    let most = 0;
    const run = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    await measure([{ name: 'async', run }], {
      rounds: 3,
      sampleMs: 1,
      warmUpMs: 0,
      concurrency: 4,
    });
    assert.equal(most, 4);
    assert.equal(running, 0);
  });

  it('sets up and tears down each candidate once, also when one fails', async () => {
    const steps = [];
    const candidate = (name, run) => ({
      name,
      run,
      setUp: () => steps.push(`+${name}`),
      tearDown: () => steps.push(`-${name}`),
    });
    const failing = () => {
      throw new Error('broken');
    };
    const { now, costs } = fakeTime();
    await assert.rejects(
      measure([candidate('a', costs(1)), candidate('b', failing), candidate('c', costs(1))], {
        ...quick,
        now,
      }),
      /broken/,
    );
    assert.deepEqual(steps, ['+a', '+b', '-a', '-b']);
  });

  it('refuses what cannot be measured', async () => {
    const run = () => 1;
    await assert.rejects(measure([]), RangeError);
    await assert.rejects(
      measure([
        { name: 'a', run },
        { name: 'a', run },
      ]),
      /"a"/,
    );
    await assert.rejects(measure([{ name: 'a', run }], { rounds: 2 }), /rounds/);
    await assert.rejects(measure([{ name: 'a', run }], { sampleMs: 0 }), /sampleMs/);
    await assert.rejects(measure([{ name: 'a', run }], { warmUpMs: -1 }), /warmUpMs/);
    await assert.rejects(measure([{ name: 'a', run }], { concurrency: 0 }), /concurrency/);
    await assert.rejects(
      measure([
        { name: 'a', run, reference: true },
        { name: 'b', run, reference: true },
      ]),
      /reference/,
    );
  });
});

describe('the order of a round', () => {
  it('gives everybody every place equally often', () => {
    for (const count of [1, 2, 3, 5]) {
      const places = Array.from({ length: count }, () => Array.from({ length: count }, () => 0));
      for (let round = 0; round < count * 2; round++)
        orderOf(round, count).forEach((index, place) => places[index][place]++);
      assert.ok(places.flat().every((times) => times === 2));
    }
  });
});

describe('statistics', () => {
  it('interpolates quantiles', () => {
    assert.equal(quantile([1, 2, 3, 4], 0.5), 2.5);
    assert.equal(quantile([1], 0.9), 1);
    assert.deepEqual(summarise([5, 1, 3, 2, 4]), { median: 3, low: 2, high: 4, min: 1, max: 5 });
    assert.equal(spread(summarise([5, 1, 3, 2, 4])), 2 / 3);
    assert.throws(() => summarise([]), RangeError);
  });
});

describe('the report', () => {
  it('shows times in readable units', () => {
    assert.deepEqual([1, 1_500, 2_500_000, 3e9].map(formatTime), [
      '1.00 ns',
      '1.50 µs',
      '2.50 ms',
      '3.00 s',
    ]);
  });

  it('is a table that names the machine', () => {
    const ns = summarise([1_000, 1_000, 1_000]);
    const ratio = summarise([1, 1, 1]);
    const text = formatReport('Audit', [
      { name: 'a|b', reference: true, operations: 1, ns, ratio, noisy: false },
      { name: 'c', reference: false, operations: 1, ns, ratio: summarise([2, 2, 2]), noisy: true },
    ]);
    assert.match(text, /^## Audit\n/);
    assert.match(text, /\| a\\\|b \| 1\.00 µs \| .* \| 1,000,000 \| 1 \(reference\) \|/);
    assert.match(text, /\| c \| .* \| 2\.00 \| 2\.00 – 2\.00 \| noisy \|/);
    assert.ok(text.includes(process.version));
  });
});
