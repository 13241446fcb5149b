import type { Awaitable } from '../common/awaitable.js';
import type { JsonObject, JsonValue } from '../common/json.js';
import type { VerificationPolicy } from './verification-policy.js';

/** The call that a verification releases once it is granted. Plain JSON. */
export interface VerifiedCall {
  readonly tool: string;
  /** Fingerprint of the declaration that was asked about. */
  readonly fingerprint: string;
  /** The exact arguments, repaired and clamped, that will execute. */
  readonly arguments: JsonObject;
  /** SHA-256 of the canonical JSON of {@link arguments}. */
  readonly argumentsDigest: string;
  /** Digest of what the first call sent, to notice a repeat that sends something else. */
  readonly sentDigest: string;
  /** Paths inside {@link arguments} that are secret by declaration. */
  readonly sensitive: readonly (readonly string[])[];
  /** Digest of the channel's policy when the call was made. The decision itself is made again. */
  readonly policyVersion: string;
  /** Whether the caller had confirmed the call, where it had to. */
  readonly confirmed: boolean;
}

/** What somebody is asked to say yes to, and what becomes of the answer. Plain JSON, so that it can cross a process; never changes. */
export interface VerificationEntry {
  /** Unique while it is remembered. */
  readonly id: string;
  /** What is asked for by name; `null` when the call says it all. */
  readonly subject: string | null;
  readonly policy: VerificationPolicy;
  /** How many different people must approve. */
  readonly needed: number;
  /** A reviewer holds one of these; empty: the default of the runtime applies. */
  readonly scopes: readonly string[];
  /** Whether whoever asks may not answer. */
  readonly excludeRequester: boolean;
  /** Who asks; `null` is nobody. */
  readonly requestedBy: string | null;
  readonly channel: string;
  /** Whose budget of open verifications it counts against: an injective encoding of channel and principal. */
  readonly owner: string;
  /** Who may use the grant, for what: an injective encoding of channel, principal and tool. Compared, never parsed. `null` when it releases no call. */
  readonly binding: string | null;
  readonly call: VerifiedCall | null;
  /** One line for the reviewer, without secrets. */
  readonly summary: string;
  /** The arguments, redacted and bounded, for the reviewer. */
  readonly details: JsonValue;
  /** 128 random bits, known to external verifiers alone: what they send back is about this entry and no later one of the same id. */
  readonly challenge: string;
  /** Milliseconds since the Unix epoch, by the clock of whoever opened it: for people. */
  readonly openedAt: number;
  /** How long a decision is waited for, milliseconds. */
  readonly decideWithinMs: number;
  /** How long a grant can be used, milliseconds from the grant. */
  readonly useWithinMs: number;
  /** How long an ended verification is remembered, milliseconds: so long the caller can be told why. */
  readonly keepMs: number;
}

/**
 * Where a verification stands. `pending` waits for people; `granted` waits to be used; `rejected`, `used` and `expired` are ends. A grant that is
 * not used in time expires too; one without a binding releases nothing, so there `granted` is an end.
 */
export type VerificationStage = 'pending' | 'granted' | 'rejected' | 'used' | 'expired';

/** Somebody's answer. */
export interface VerificationVote {
  /** Who it is, in the form in which people are told apart: one person counts once. */
  readonly person: string;
  /** Who it is, as the channel knows them. */
  readonly principal: string;
  readonly channel: string;
  /** Name of the verifier that took the answer. */
  readonly verifier: string;
  readonly reason: string | null;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** A yes. */
export interface VerificationApproval extends VerificationVote {
  /** Grants whatever is still missing: the verifier says that nobody needs to be asked. */
  readonly waives: boolean;
}

/** An entry and what has become of it. */
export interface VerificationRecord {
  readonly entry: VerificationEntry;
  readonly stage: VerificationStage;
  /** In the order they were given; of different persons. */
  readonly approvals: readonly VerificationApproval[];
  /** Who said no, and why. */
  readonly rejection: VerificationVote | null;
  /** Request id of the call that used the grant. */
  readonly usedBy: string | null;
}

/** Why a verification could not be opened. A full store refuses the new entry and never drops an open one. */
export type VerificationRefusal = 'id_taken' | 'owner_full' | 'store_full';

/** What a transition did. */
export interface VerificationTransition {
  /** True for exactly one of all callers that ask for a transition which can happen once. */
  readonly changed: boolean;
  /** How the verification stands now; undefined when there is none that the caller may know of. */
  readonly record: VerificationRecord | undefined;
}

/** A part of the pending verifications. */
export interface VerificationPage {
  readonly records: readonly VerificationRecord[];
  /** For the next page; absent on the last one. */
  readonly next?: string;
}

/**
 * Where verifications wait, are decided and are used up.
 *
 * Every method is one atomic step: of any number of concurrent callers, in any number of processes, each transition is made by one of them, and all
 * others are told how things stand. Nothing is decided by a function that would have to cross a process: what a transition depends on is in its
 * arguments and in the entry. Lifetimes run on the store's own clock: an entry lives for less than, never for exactly, the given time.
 *
 * Pending entries, and granted ones that can be used, count against the caps: so many of one owner, so many in all. Ended ones are remembered for `keepMs` of their entry,
 * or less when there are too many of them.
 *
 * A store that cannot decide throws; the runtime then refuses the call as UNAVAILABLE.
 */
export interface VerificationStore {
  /** Keeps a pending entry. @returns undefined when kept, else what refused it; an ended entry that is still remembered keeps its id */
  open(entry: VerificationEntry): Awaitable<VerificationRefusal | undefined>;
  /** How a verification stands, ended ones included while they are remembered. Changes nothing. */
  get(id: string): Awaitable<VerificationRecord | undefined>;
  /**
   * Pending entries, oldest first.
   * @param limit most records of the page
   * @param after {@link VerificationPage.next} of the page before
   */
  list(limit: number, after?: string): Awaitable<VerificationPage>;
  /**
   * Adds an approval to a pending entry, unless this person has given one. With the last one that is needed, or with one that waives the rest, the
   * entry is granted: its `useWithinMs` begins, or, without a binding, it has ended.
   */
  approve(id: string, approval: VerificationApproval): Awaitable<VerificationTransition>;
  /** Ends a pending entry. */
  reject(id: string, rejection: VerificationVote): Awaitable<VerificationTransition>;
  /**
   * Uses a grant up, if the entry has this binding; for any other binding there is no such entry.
   * @param usedBy request id of the call that will execute
   */
  use(id: string, binding: string, usedBy: string): Awaitable<VerificationTransition>;
  /** Entries that have expired, pending or granted, each given to one caller once, so that it can be announced. At most `limit`. */
  takeExpired(limit: number): Awaitable<readonly VerificationRecord[]>;
}

/** Injection token of the {@link VerificationStore}. */
export const VerificationStore = Symbol('VerificationStore');
