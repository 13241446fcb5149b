import type { RateLimitRule } from '@toolgate/tool-runtime';
import { change, changes, loosens, tightens } from './lock-difference.js';
import type { Change } from './lock-difference.js';

/** What changed in the budget of a tool: more calls at once, or more over time, is looser. */
export function diffRateLimit(
  before: RateLimitRule | null,
  after: RateLimitRule | null,
): readonly Change[] {
  if (before === null && after === null) return [];
  if (after === null) return [loosens('rate limit removed')];
  if (before === null) return [tightens(`rate limit of ${ruleText(after)} added`)];
  if (ruleText(before) === ruleText(after)) return [];
  const message = `rate limit is ${ruleText(after)} instead of ${ruleText(before)}`;
  const burst = callsPerWindow(after) - callsPerWindow(before);
  const rate = perHour(after) - perHour(before);
  if (burst > 0 || rate > 0) return [change(true, message)];
  return [burst < 0 || rate < 0 ? change(false, message) : changes(message)];
}

function callsPerWindow({ limit, cost }: RateLimitRule): number {
  return cost === 0 ? Infinity : Math.floor(limit / cost);
}

function perHour(rule: RateLimitRule): number {
  return (callsPerWindow(rule) * 3_600_000) / rule.windowMs;
}

function ruleText({ limit, windowMs, cost }: RateLimitRule): string {
  return `${limit} units per ${windowMs} ms at ${cost} a call`;
}
