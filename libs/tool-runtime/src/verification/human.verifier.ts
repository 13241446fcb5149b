import { Inject, Injectable } from '@nestjs/common';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import { RandomSource } from '../common/random-source.js';
import type { VerificationRequest } from './verification-request.js';
import { VerificationResult } from './verification-result.js';
import { resultOfRecord } from './verification-views.js';
import { VerificationLedger } from './verification.ledger.js';
import type { Reviewer } from './verification.ledger.js';
import type { Verifier } from './verifier.js';

/** Who says so, and where it was heard. */
export interface HumanAnswer {
  /** Who it is. The host has made sure; nothing a caller sent may end up here unchecked. */
  readonly principal: string;
  readonly reason?: string | null;
  /** Where the answer came from, for the records. @default 'host' */
  readonly channel?: string;
}

const REQUEST_ID_BYTES = 16;

/**
 * Never decides: people do. The default {@link Verifier}.
 *
 * Its `grant` and `reject` are for code of the host that knows who answered, such as a bot or a mail gateway. They ask for no scopes; for a reviewer
 * with a `ToolContext` use `Approvals`.
 */
@Injectable()
export class HumanVerifier implements Verifier {
  readonly name = 'human_verifier';

  constructor(
    private readonly ledger: VerificationLedger,
    @Inject(RandomSource) private readonly random: RandomSource,
  ) {}

  verify(): VerificationResult {
    return VerificationResult.pending(this.name);
  }

  /**
   * Somebody says yes. The result is pending while others have to say yes too.
   * @throws VerificationRefusedError when there is no such pending verification, or when this person may not decide it or has approved before
   * @throws VerificationUnavailableError when the store does not answer
   */
  grant(
    request: VerificationRequest | string,
    { reason = null, ...by }: HumanAnswer,
  ): Awaitable<VerificationResult> {
    const answer = { reason, verifier: this.name };
    return settle(this.ledger.approve(idOf(request), this.reviewer(by), answer), resultOfRecord);
  }

  /** Somebody says no. Throws as {@link grant} does. */
  reject(
    request: VerificationRequest | string,
    { reason = null, ...by }: HumanAnswer,
  ): Awaitable<VerificationResult> {
    const answer = { reason, verifier: this.name };
    return settle(this.ledger.reject(idOf(request), this.reviewer(by), answer), resultOfRecord);
  }

  private reviewer({ principal, channel = 'host' }: HumanAnswer): Reviewer {
    return { principal, channel, requestId: this.random.hex(REQUEST_ID_BYTES) };
  }
}

function idOf(request: VerificationRequest | string): string {
  return typeof request === 'string' ? request : (request.id ?? '');
}
