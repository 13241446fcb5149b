/**
 * Order statistics of a list of numbers. They say nothing false about skewed data, which is what timings are: one
 * garbage collection moves a mean, not a median.
 *
 * @typedef {object} Summary
 * @property {number} median
 * @property {number} low the first quartile
 * @property {number} high the third quartile
 * @property {number} min
 * @property {number} max
 */

/**
 * The value below which a share of the numbers lies, interpolated between neighbours.
 *
 * @param {readonly number[]} sorted ascending, not empty
 * @param {number} share from 0 to 1
 */
export function quantile(sorted, share) {
  const position = (sorted.length - 1) * share;
  const below = Math.floor(position);
  const above = Math.ceil(position);
  return sorted[below] + (sorted[above] - sorted[below]) * (position - below);
}

/**
 * @param {readonly number[]} values not empty
 * @returns {Summary}
 */
export function summarise(values) {
  if (values.length === 0) throw new RangeError('summarise: there is nothing to summarise.');
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    min: sorted[0],
    max: sorted.at(-1),
  };
}

/**
 * How far the middle half of the values lies apart, as a share of the median.
 *
 * @param {Summary} summary
 */
export function spread({ median, low, high }) {
  return median === 0 ? 0 : (high - low) / median;
}
