import { Inject, Injectable } from '@nestjs/common';
import { isPromiseLike, settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import { personOfVerifier } from './person.js';
import { VerificationContext } from './verification-context.js';
import { VerificationResult } from './verification-result.js';
import type { VerificationRecord } from './verification-store.js';
import { requestOfEntry } from './verification-views.js';
import { VerificationRefusedError, VerificationUnavailableError } from './verification.error.js';
import { VerificationLedger } from './verification.ledger.js';
import type { Reviewer } from './verification.ledger.js';
import { verifierFailed } from './verification.messages.js';
import { Verifier } from './verifier.js';

/** Asks the verifier about a verification that has just been opened, and writes down what it decides by itself. */
@Injectable()
export class VerifierConsultation {
  constructor(
    @Inject(Verifier) private readonly verifier: Verifier,
    private readonly ledger: VerificationLedger,
  ) {}

  /**
   * How a verification stands once the verifier has been asked.
   * @throws VerificationUnavailableError when the verifier or the store fails
   */
  decide(record: VerificationRecord, context: ToolContext): Awaitable<VerificationRecord> {
    return settle(this.ask(record, context), (answer) => this.apply(record, answer, context));
  }

  /**
   * What the verifier answers. When it fails, the verification is withdrawn as well as that is possible, because nobody was asked.
   * @throws VerificationUnavailableError when the verifier throws, rejects, or answers with what is no result
   */
  private ask(record: VerificationRecord, context: ToolContext): Awaitable<VerificationResult> {
    const failed = (cause: unknown): Awaitable<never> =>
      settle(this.withdraw(record, context), () => {
        throw new VerificationUnavailableError('verifier', { cause });
      });
    const judged = (answer: VerificationResult) =>
      answer instanceof VerificationResult ? answer : failed(noResult(this.verifier.name));
    try {
      const answer = this.verifier.verify(
        requestOfEntry(record.entry),
        evidenceOf(record, context),
      );
      return isPromiseLike(answer) ? Promise.resolve(answer).then(judged, failed) : judged(answer);
    } catch (error) {
      return failed(error);
    }
  }

  /** How the verification stands after this answer of the verifier. */
  private apply(
    record: VerificationRecord,
    result: VerificationResult,
    context: ToolContext,
  ): Awaitable<VerificationRecord> {
    if (!result.isFinal) return record;
    const { id } = record.entry;
    const verifier = result.verifier ?? this.verifier.name;
    const reviewer = this.reviewerOf(result.principal, verifier, context);
    const reason = result.reason ?? reasonOf(result);
    const written = () =>
      result.isSatisfied
        ? this.ledger.approve(id, reviewer, {
            reason,
            verifier,
            waives: result.status === 'waived',
          })
        : this.ledger.reject(id, reviewer, { reason, verifier });
    const decidedBefore = (error: unknown): Awaitable<VerificationRecord> => {
      if (!(error instanceof VerificationRefusedError)) throw error;
      // Somebody was faster, or the verifier named somebody who may not decide: what the store says stands.
      return settle(this.ledger.find(id), (found) => found ?? record);
    };
    try {
      const done = written();
      return isPromiseLike(done) ? Promise.resolve(done).then(undefined, decidedBefore) : done;
    } catch (error) {
      return decidedBefore(error);
    }
  }

  private withdraw(record: VerificationRecord, context: ToolContext): Awaitable<unknown> {
    const { name } = this.verifier;
    const answer = { reason: verifierFailed(name), verifier: name };
    const given = () =>
      this.ledger.reject(record.entry.id, this.reviewerOf(null, name, context), answer);
    try {
      const done = given();
      // What cannot be withdrawn expires; its caller never learns its id.
      return isPromiseLike(done)
        ? Promise.resolve(done).then(undefined, () => undefined)
        : undefined;
    } catch {
      return undefined;
    }
  }

  private reviewerOf(
    principal: string | null,
    verifier: string,
    { channel, requestId }: ToolContext,
  ): Reviewer {
    return principal
      ? { principal, channel, requestId }
      : { principal: verifier, person: personOfVerifier(verifier), channel, requestId };
  }
}

function evidenceOf({ entry }: VerificationRecord, context: ToolContext): VerificationContext {
  const { principal, channel, requestId, scopes } = context;
  const { call } = entry;
  return VerificationContext.of({
    principal,
    evidence: {
      scopes,
      challenge: entry.challenge,
      ...(call && {
        tool: call.tool,
        arguments: call.arguments,
        fingerprint: call.fingerprint,
        argumentsDigest: call.argumentsDigest,
      }),
    },
    metadata: {
      channel,
      request_id: requestId,
      needed: entry.needed,
      opened_at: entry.openedAt,
      decide_within_ms: entry.decideWithinMs,
    },
  });
}

function reasonOf({ metadata }: VerificationResult): string | null {
  const { reason } = metadata;
  return typeof reason === 'string' ? reason : null;
}

function noResult(verifier: string): TypeError {
  return new TypeError(
    `The verifier ${verifier} answered with something that is no VerificationResult. Use VerificationResult.pass, fail, waived or pending.`,
  );
}
