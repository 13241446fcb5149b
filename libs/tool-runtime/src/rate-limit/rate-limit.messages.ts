import { escapeForLine } from '../common/escape-for-line.js';
import type { RateLimitWindow } from './rate-limiter.js';

/** Longest budget name shown: channel, principal and tool together. */
const BUDGET_LENGTH = 300;

export const rateLimitExceeded = (budget: string, { limit, windowMs }: RateLimitWindow): string =>
  `Rate limit exceeded for '${escapeForLine(budget, BUDGET_LENGTH)}': max ${limit} tokens per ${windowMs / 1000}s.`;

export const sharedLimiterFailed = (fault: string, retryMs: number): string =>
  `The shared rate limit storage failed; until it answers again this process counts alone and tries it every ${retryMs} ms: ${fault}`;

export const sharedLimiterSlow = (timeoutMs: number): string =>
  `no answer within ${timeoutMs} ms (rateLimit.storageTimeoutMs).`;

export const SHARED_LIMITER_BACK =
  'The shared rate limit storage answers again; budgets are shared again.';

export const MALFORMED_RECORD =
  'the ThrottlerStorage returned something that is not a record with totalHits and isBlocked.';
