import { spread, summarise } from './statistics.mjs';

/**
 * Something to time.
 *
 * @typedef {object} Candidate
 * @property {string} name unique within a measurement
 * @property {() => unknown} run one operation. When the first call returns a promise, every operation is awaited; otherwise none is.
 * @property {boolean} [reference] the one the others are compared with; the first candidate unless one says so
 * @property {() => unknown} [setUp] runs once before anything is timed
 * @property {() => unknown} [tearDown] runs once at the end, also when the measurement fails
 */

/**
 * @typedef {object} MeasureOptions
 * @property {number} [rounds] samples per candidate, at least 3. Default 30
 * @property {number} [sampleMs] how long one sample should take, milliseconds. Default 20
 * @property {number} [warmUpMs] how long each candidate runs untimed, milliseconds. Default 300
 * @property {number} [concurrency] operations in flight at a time; only for candidates that return promises. Default 1
 * @property {() => number} [now] a monotonic clock, milliseconds. Default `performance.now`
 */

/**
 * What was found out about one candidate.
 *
 * @typedef {object} Measurement
 * @property {string} name
 * @property {boolean} reference
 * @property {number} operations operations per sample
 * @property {import('./statistics.mjs').Summary} ns nanoseconds per operation, over the rounds
 * @property {import('./statistics.mjs').Summary} ratio time per operation divided by that of the reference in the same round
 * @property {boolean} noisy the middle half of the ratios, or of the reference's own times, lies more than 10 % apart: measure again on a quieter machine
 */

const NOISY = 0.1;
const MAX_OPERATIONS = 1e8;

// Results are stored where the optimiser cannot prove that nobody reads them, or it may remove the work.
const blackHole = { last: undefined };

/**
 * Times candidates against each other in one process.
 *
 * Every round takes one sample of each, in an order that rotates and reverses, and a candidate is compared with the reference sample of the same round:
 * what slows the whole machine down for a while (another process, a hot processor) hits both and cancels out of the ratio.
 *
 * @param {readonly Candidate[]} candidates
 * @param {MeasureOptions} [options]
 * @returns {Promise<Measurement[]>} in the order given
 * @throws {RangeError} for no candidates, a name that is used twice, or options out of range
 */
export async function measure(candidates, options = {}) {
  const settings = settingsOf(options);
  requireDistinct(candidates);
  const reference = Math.max(
    0,
    candidates.findIndex((candidate) => candidate.reference === true),
  );
  const ready = [];
  try {
    const subjects = [];
    for (const candidate of candidates) {
      ready.push(candidate);
      await candidate.setUp?.();
      subjects.push(await prepare(candidate, settings));
    }
    const samples = await sampleAll(subjects, settings);
    return candidates.map(({ name }, index) => ({
      name,
      reference: index === reference,
      operations: subjects[index].operations,
      ...evaluate(samples[index], samples[reference]),
    }));
  } finally {
    for (const candidate of ready) await candidate.tearDown?.();
  }
}

/** @param {MeasureOptions} options */
function settingsOf({ rounds = 30, sampleMs = 20, warmUpMs = 300, concurrency = 1, now }) {
  const clock = now ?? (() => performance.now());
  if (!Number.isInteger(rounds) || rounds < 3)
    throw new RangeError(`measure: rounds must be a whole number of at least 3, got ${rounds}.`);
  if (!(sampleMs > 0)) throw new RangeError(`measure: sampleMs must be above 0, got ${sampleMs}.`);
  if (!(warmUpMs >= 0))
    throw new RangeError(`measure: warmUpMs must not be negative, got ${warmUpMs}.`);
  if (!Number.isInteger(concurrency) || concurrency < 1)
    throw new RangeError(
      `measure: concurrency must be a whole number of at least 1, got ${concurrency}.`,
    );
  return { rounds, sampleMs, warmUpMs, concurrency, now: clock };
}

/** @param {readonly Candidate[]} candidates */
function requireDistinct(candidates) {
  if (candidates.length === 0) throw new RangeError('measure: there is no candidate.');
  const names = candidates.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new RangeError(`measure: two candidates are called "${twice}".`);
  if (candidates.filter(({ reference }) => reference === true).length > 1)
    throw new RangeError('measure: more than one candidate says it is the reference.');
}

/**
 * Warms a candidate up until its code is optimised, then finds how many operations fill a sample.
 */
async function prepare({ run }, settings) {
  const { now, warmUpMs, sampleMs, concurrency } = settings;
  const first = run();
  const asynchronous = typeof first?.then === 'function';
  await first;
  const time = async (operations) => {
    const startedAt = now();
    if (asynchronous) await repeatAsync(run, operations, concurrency);
    else repeatSync(run, operations);
    return now() - startedAt;
  };
  const least = asynchronous ? concurrency : 1;
  let operations = least;
  const warmUntil = now() + warmUpMs;
  for (;;) {
    const took = await time(operations);
    const filled = took >= sampleMs || operations >= MAX_OPERATIONS;
    if (filled && now() >= warmUntil) break;
    if (!filled) operations = Math.min(MAX_OPERATIONS, operations * 2);
  }
  // The last doubling was measured warm: scale it to the length asked for.
  const took = await time(operations);
  const wanted = took > 0 ? Math.round((operations * sampleMs) / took) : operations;
  return { time, operations: Math.max(least, wanted) };
}

/** Kept apart from the asynchronous loop, so that a synchronous candidate is not charged for a promise. */
function repeatSync(run, operations) {
  for (let index = 0; index < operations; index++) blackHole.last = run();
}

async function repeatAsync(run, operations, concurrency) {
  let left = operations;
  const worker = async () => {
    while (left-- > 0) blackHole.last = await run();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** @returns {Promise<number[][]>} nanoseconds per operation, by candidate and round */
async function sampleAll(subjects, { rounds }) {
  const samples = subjects.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const index of orderOf(round, subjects.length)) {
      // With --expose-gc no sample pays for the garbage of the one before.
      globalThis.gc?.();
      const { time, operations } = subjects[index];
      samples[index].push(((await time(operations)) * 1e6) / operations);
    }
  return samples;
}

/**
 * The order of one round: rotated, and every other time reversed, so that nobody always runs first or always after the same neighbour.
 *
 * @param {number} round
 * @param {number} count
 */
export function orderOf(round, count) {
  const order = Array.from({ length: count }, (_, index) => (index + (round >> 1)) % count);
  return round % 2 === 0 ? order : order.reverse();
}

function evaluate(own, reference) {
  const ns = summarise(own);
  const ratio = summarise(own.map((value, round) => value / reference[round]));
  // The reference's ratio to itself is always 1; its own times tell how quiet the machine was.
  const noisy = spread(own === reference ? ns : ratio) > NOISY;
  return { ns, ratio, noisy };
}
