import type { ExchangeLogLevel } from '@toolgate/tool-runtime';

/** The levels of RFC 5424 from least to most severe. */
const RANKS: ReadonlyMap<unknown, number> = new Map(
  (
    [
      'debug',
      'info',
      'notice',
      'warning',
      'error',
      'critical',
      'alert',
      'emergency',
    ] satisfies ExchangeLogLevel[]
  ).map((level, rank) => [level, rank]),
);

/** What legacy clients get that never said what they want, or that have no session to remember it in. */
export const DEFAULT_LEGACY_LOG_LEVEL: ExchangeLogLevel = 'info';

export function isLogLevel(value: unknown): value is ExchangeLogLevel {
  return RANKS.has(value);
}

/** True when a message of this level is for somebody who wants `threshold` and above. Unknown levels are for nobody. */
export function reachesLevel(level: unknown, threshold: string): boolean {
  const rank = RANKS.get(level);
  const least = RANKS.get(threshold);
  return rank !== undefined && least !== undefined && rank >= least;
}
