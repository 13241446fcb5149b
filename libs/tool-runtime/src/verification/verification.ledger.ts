import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import type { VerificationOutcome } from '../audit/call-outcome.js';
import { Redactor } from '../audit/redactor.js';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import { Clock } from '../common/clock.js';
import { ExpiryWatch } from './expiry-watch.js';
import { isSamePerson, personOf } from './person.js';
import { guarded } from './store-guard.js';
import { verificationFacts } from './verification-audit.js';
import type { VerificationActor } from './verification-audit.js';
import { VerificationEventEmitter } from './verification-event.emitter.js';
import { VerificationStore } from './verification-store.js';
import type {
  VerificationApproval,
  VerificationEntry,
  VerificationPage,
  VerificationRecord,
  VerificationRefusal,
  VerificationTransition,
  VerificationVote,
} from './verification-store.js';
import { wasGranted } from './verification-views.js';
import { VerificationRefusedError, VerificationUnavailableError } from './verification.error.js';
import * as messages from './verification.messages.js';

/** Who answers. */
export interface Reviewer extends VerificationActor {
  readonly principal: string;
  /** In the form in which people are told apart. @default that of {@link principal} */
  readonly person?: string;
}

/** What somebody answers. */
export interface VerificationAnswer {
  readonly reason: string | null;
  /** Name of the verifier that takes the answer. */
  readonly verifier: string;
  /** Grants whatever is still missing. */
  readonly waives?: boolean;
}

/** Looks at an entry before it is decided, and throws to refuse. */
export type Admission = (entry: VerificationEntry) => void;

/** Longest reason that is kept, characters. */
const LONGEST_REASON = 1_000;
/** Most expired verifications announced at once. */
const ANNOUNCED_AT_ONCE = 100;

const admitAll: Admission = () => undefined;

/**
 * Every change of a verification goes through here: the store makes it, in one atomic step, and whoever made it tells the audit trail and the
 * listeners, once.
 *
 * Every method throws, or rejects with, {@link VerificationUnavailableError} when the store does not answer.
 */
@Injectable()
export class VerificationLedger implements OnApplicationShutdown {
  private readonly logger = new Logger('Verification');
  private readonly watch: ExpiryWatch;

  constructor(
    @Inject(VerificationStore) private readonly store: VerificationStore,
    @Inject(Clock) private readonly clock: Clock,
    private readonly events: VerificationEventEmitter,
    private readonly trail: AuditTrail,
    private readonly redactor: Redactor,
  ) {
    this.watch = new ExpiryWatch(
      () => clock.monotonic(),
      () => this.announceExpired(),
    );
  }

  /** Opens a verification. @returns how it stands, or what refused it */
  open(
    entry: VerificationEntry,
    requester: VerificationActor,
  ): Awaitable<VerificationRecord | VerificationRefusal> {
    const opened = ask(() => this.store.open(entry));
    return settle(opened, (refusal) => {
      if (refusal !== undefined) return refusal;
      const record: VerificationRecord = Object.freeze({
        entry,
        stage: 'pending',
        approvals: [],
        rejection: null,
        usedBy: null,
      });
      this.events.requested(record);
      // A call that waits leaves a record of its own.
      if (!entry.call) this.record(entry, 'verification_requested', requester);
      this.watch.expect(entry.decideWithinMs);
      return record;
    });
  }

  /** How a verification stands; undefined when it is not known, or not any more. */
  find(id: string): Awaitable<VerificationRecord | undefined> {
    return settle(
      ask(() => this.store.get(id)),
      (record) => this.noticed(record),
    );
  }

  /** Pending verifications, oldest first. */
  list(limit: number, after?: string): Awaitable<VerificationPage> {
    this.watch.lookNow();
    return ask(() => this.store.list(limit, after));
  }

  /**
   * Adds somebody's yes.
   * @throws VerificationRefusedError when there is no such pending verification, when the reviewer is nobody, is who asked, or has approved before,
   * and whatever `admit` throws
   */
  approve(
    id: string,
    reviewer: Reviewer,
    answer: VerificationAnswer,
    admit: Admission = admitAll,
  ): Awaitable<VerificationRecord> {
    return settle(this.reviewable(id, reviewer, admit), () => {
      const approval: VerificationApproval = {
        ...this.voteOf(reviewer, answer),
        waives: answer.waives ?? false,
      };
      return settle(
        ask(() => this.store.approve(id, approval)),
        (transition) => this.approved(id, transition, reviewer, approval),
      );
    });
  }

  /**
   * Ends a verification with somebody's no.
   * @throws VerificationRefusedError as {@link approve} does, except that whoever has approved may still reject while others are awaited
   */
  reject(
    id: string,
    reviewer: Reviewer,
    answer: VerificationAnswer,
    admit: Admission = admitAll,
  ): Awaitable<VerificationRecord> {
    return settle(this.reviewable(id, reviewer, admit), () => {
      const rejection = this.voteOf(reviewer, answer);
      return settle(
        ask(() => this.store.reject(id, rejection)),
        ({ changed, record }) => {
          if (!changed || !record) throw this.undecidable(id, record);
          this.events.rejected(record);
          this.record(record.entry, 'verification_rejected', reviewer, rejection.verifier);
          return record;
        },
      );
    });
  }

  /** Uses a grant up, for the call of this request. */
  use(entry: VerificationEntry, requestId: string): Awaitable<VerificationTransition> {
    const { id, binding } = entry;
    if (binding === null) return { changed: false, record: undefined };
    return ask(() => this.store.use(id, binding, requestId));
  }

  onApplicationShutdown(): void {
    this.watch.stop();
  }

  private reviewable(
    id: string,
    { principal }: Reviewer,
    admit: Admission,
  ): Awaitable<VerificationRecord> {
    if (principal.trim() === '')
      throw new VerificationRefusedError('verification_anonymous', messages.anonymousReviewer());
    return settle(this.find(id), (record) => {
      if (!record)
        throw new VerificationRefusedError(
          'verification_unknown',
          messages.unknownVerification(id),
        );
      admit(record.entry);
      if (record.stage !== 'pending') throw this.undecidable(id, record);
      // The entry never changes, so what is true of it now is true when the store decides.
      if (record.entry.excludeRequester && isSamePerson(record.entry.requestedBy, principal))
        throw new VerificationRefusedError('verification_own_request', messages.ownRequest(id));
      return record;
    });
  }

  private approved(
    id: string,
    { changed, record }: VerificationTransition,
    reviewer: Reviewer,
    { verifier }: VerificationApproval,
  ): VerificationRecord {
    if (!changed || !record) throw this.undecidable(id, record);
    const isGranted = record.stage !== 'pending';
    if (isGranted) {
      this.events.granted(record);
      if (record.entry.binding !== null) this.watch.expect(record.entry.useWithinMs);
    }
    const outcome = isGranted ? 'verification_granted' : 'verification_approved';
    this.record(record.entry, outcome, reviewer, verifier);
    return record;
  }

  /** Why a decision about this verification does not count any more. */
  private undecidable(
    id: string,
    record: VerificationRecord | undefined,
  ): VerificationRefusedError {
    if (!record)
      return new VerificationRefusedError('verification_unknown', messages.unknownVerification(id));
    const { stage, entry, approvals } = record;
    if (stage === 'expired')
      return new VerificationRefusedError('verification_expired', messages.verificationExpired(id));
    if (stage === 'pending')
      return new VerificationRefusedError(
        'verification_repeated',
        messages.approvedBefore(id, entry.needed - approvals.length),
      );
    const how = stage === 'rejected' ? 'rejected' : 'granted';
    return new VerificationRefusedError(
      'verification_resolved',
      messages.verificationResolved(id, how),
    );
  }

  private voteOf(reviewer: Reviewer, { reason, verifier }: VerificationAnswer): VerificationVote {
    const { principal, channel, person } = reviewer;
    return {
      person: person ?? personOf(principal),
      principal,
      channel,
      verifier,
      reason: reason === null || reason.trim() === '' ? null : reason.slice(0, LONGEST_REASON),
      at: this.clock.now(),
    };
  }

  private record(
    entry: VerificationEntry,
    outcome: VerificationOutcome,
    actor: VerificationActor,
    verifier?: string,
  ): void {
    this.trail.record(verificationFacts(entry, outcome, actor, verifier));
  }

  private noticed<T extends VerificationRecord | undefined>(record: T): T {
    if (record?.stage === 'expired') this.watch.lookNow();
    return record;
  }

  private announceExpired(): void {
    const announce = (records: readonly VerificationRecord[]) => {
      for (const record of records) this.announce(record);
      if (records.length === ANNOUNCED_AT_ONCE) this.announceExpired();
    };
    try {
      const taken = guarded(() => this.store.takeExpired(ANNOUNCED_AT_ONCE), rethrow);
      void Promise.resolve(settle(taken, announce)).then(undefined, (error: unknown) =>
        this.complain(error),
      );
    } catch (error) {
      this.complain(error);
    }
  }

  private announce(record: VerificationRecord): void {
    const { entry } = record;
    this.events.expired(record, wasGranted(record));
    const nobody = { principal: null, channel: entry.channel, requestId: entry.id };
    this.record(entry, 'verification_expired', nobody);
  }

  private complain(cause: unknown): void {
    this.logger.error(messages.expiryUnread(this.redactor.describeError(cause)));
  }
}

function ask<T>(question: () => Awaitable<T>): Awaitable<T> {
  return guarded(question, (cause) => {
    throw new VerificationUnavailableError('verification_store', { cause });
  });
}

function rethrow(cause: unknown): never {
  throw cause;
}
