import { Logger } from '@nestjs/common';
import { isPromiseLike } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { Clock } from '../common/clock.js';
import { DeadlineExceededError, withinDeadline } from '../common/deadline.js';
import { faultSummary } from '../common/fault-summary.js';
import * as messages from './rate-limit.messages.js';
import type { RateLimiter, RateLimitVerdict, RateLimitWindow } from './rate-limiter.js';

/** How often a broken storage is tried: one call per interval waits for it, all others are decided at once. */
const RETRY_MS = 1_000;

/**
 * A shared limiter with a local one for the time in which the shared one throws, rejects or takes too long. During an outage every process limits
 * alone and from zero: a caller gets at most one more limit per process, and nobody is locked out because a storage is down.
 */
export class FailoverRateLimiter implements RateLimiter {
  private readonly logger = new Logger(FailoverRateLimiter.name);
  /** When the broken storage is tried next, on the monotonic clock; undefined while it works. */
  private retryAt: number | undefined;

  /** @param timeoutMs how long the shared limiter may take over one use */
  constructor(
    private readonly shared: RateLimiter,
    private readonly local: RateLimiter,
    private readonly clock: Clock,
    private readonly timeoutMs: number,
  ) {}

  consume(key: string, cost: number, window: RateLimitWindow): Awaitable<RateLimitVerdict> {
    if (!this.mayAskShared()) return this.local.consume(key, cost, window);
    const decideAlone = (error: unknown) => {
      this.broke(error);
      return this.local.consume(key, cost, window);
    };
    try {
      const verdict = this.shared.consume(key, cost, window);
      if (!isPromiseLike(verdict)) return this.works(verdict);
      return withinDeadline(verdict, this.timeoutMs).then(
        (settled) => this.works(settled),
        decideAlone,
      );
    } catch (error) {
      return decideAlone(error);
    }
  }

  private mayAskShared(): boolean {
    if (this.retryAt === undefined) return true;
    const now = this.clock.monotonic();
    if (now < this.retryAt) return false;
    this.retryAt = now + RETRY_MS;
    return true;
  }

  private works(verdict: RateLimitVerdict): RateLimitVerdict {
    if (this.retryAt !== undefined) {
      this.retryAt = undefined;
      this.logger.log(messages.SHARED_LIMITER_BACK);
    }
    return verdict;
  }

  private broke(error: unknown): void {
    const known = this.retryAt !== undefined;
    this.retryAt = this.clock.monotonic() + RETRY_MS;
    if (known) return;
    const fault =
      error instanceof DeadlineExceededError
        ? messages.sharedLimiterSlow(error.timeoutMs)
        : faultSummary(error);
    this.logger.warn(messages.sharedLimiterFailed(fault, RETRY_MS));
  }
}
