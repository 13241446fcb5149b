import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { deepFreeze } from '../common/deep-freeze.js';
import { ExpiringMap } from '../common/expiring-map.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import { EndedVerifications } from './ended-verifications.js';
import type {
  VerificationApproval,
  VerificationEntry,
  VerificationPage,
  VerificationRecord,
  VerificationRefusal,
  VerificationStore,
  VerificationTransition,
  VerificationVote,
} from './verification-store.js';

/** An open verification: its record is replaced, never changed. */
interface OpenVerification {
  /** Rises with every entry that is opened. */
  readonly serial: number;
  record: VerificationRecord;
}

/** True while a verification can still expire. */
function isOpen({ stage, entry }: VerificationRecord): boolean {
  return stage === 'pending' || (stage === 'granted' && entry.binding !== null);
}

/** So many announcements wait at least until somebody takes them, however small the store is. */
const FEWEST_KEPT = 1_000;

const UNKNOWN: VerificationTransition = Object.freeze({ changed: false, record: undefined });

/**
 * Keeps verifications in this process: right for one instance, lost on restart. Synchronous, and therefore atomic; on the monotonic clock, so setting
 * the machine's clock neither revives nor kills an approval; without a timer.
 */
@Injectable()
export class MemoryVerificationStore implements VerificationStore {
  private readonly live: ExpiringMap<OpenVerification>;
  /** The pending ones among them, oldest first. */
  private readonly pending = new Map<string, OpenVerification>();
  /** Open verifications per owner; owners without any are not kept. */
  private readonly owners = new Map<string, number>();
  private readonly ended: EndedVerifications;
  /** Expired, and nobody has been told. */
  private readonly unannounced = new Map<string, VerificationRecord>();
  private lastSerial = 0;

  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS)
    private readonly options: {
      readonly verification: Pick<
        ResolvedToolRuntimeOptions['verification'],
        'maxPerRequester' | 'maxTotal'
      >;
    },
    @Inject(Clock) clock: Clock,
  ) {
    this.live = new ExpiringMap(clock, (held) => this.left(held));
    this.ended = new EndedVerifications(clock, options.verification.maxTotal);
  }

  /** Records held now, open and ended ones. */
  get size(): number {
    return this.live.size + this.ended.size;
  }

  open(entry: VerificationEntry): VerificationRefusal | undefined {
    const { maxPerRequester, maxTotal } = this.options.verification;
    if (this.get(entry.id)) return 'id_taken';
    const opened = this.owners.get(entry.owner) ?? 0;
    if (opened >= maxPerRequester) return 'owner_full';
    if (this.live.size >= maxTotal) return 'store_full';
    const held: OpenVerification = {
      serial: ++this.lastSerial,
      record: deepFreeze<VerificationRecord>({
        entry: Object.isFrozen(entry) ? entry : structuredClone(entry),
        stage: 'pending',
        approvals: [],
        rejection: null,
        usedBy: null,
      }),
    };
    this.live.set(entry.id, held, entry.decideWithinMs);
    this.pending.set(entry.id, held);
    this.owners.set(entry.owner, opened + 1);
    return undefined;
  }

  get(id: string): VerificationRecord | undefined {
    this.live.sweep();
    return this.live.get(id)?.record ?? this.ended.get(id);
  }

  list(limit: number, after = '0'): VerificationPage {
    this.live.sweep();
    const records: VerificationRecord[] = [];
    let last = 0;
    for (const { serial, record } of this.pending.values()) {
      if (serial <= Number(after)) continue;
      if (records.length === limit) return { records, next: String(last) };
      records.push(record);
      last = serial;
    }
    return { records };
  }

  approve(id: string, approval: VerificationApproval): VerificationTransition {
    const held = this.pendingOne(id);
    if (!held) return this.unchanged(id);
    const { record } = held;
    if (record.approvals.some(({ person }) => person === approval.person))
      return this.unchanged(id);
    const approvals = [...record.approvals, approval];
    const isGranted = approval.waives || approvals.length >= record.entry.needed;
    this.advance(held, { approvals, stage: isGranted ? 'granted' : 'pending' });
    if (isGranted) {
      this.pending.delete(id);
      if (isOpen(held.record)) this.live.set(id, held, record.entry.useWithinMs);
      else this.live.delete(id);
    }
    return { changed: true, record: held.record };
  }

  reject(id: string, rejection: VerificationVote): VerificationTransition {
    const held = this.pendingOne(id);
    if (!held) return this.unchanged(id);
    this.advance(held, { rejection, stage: 'rejected' });
    this.live.delete(id);
    return { changed: true, record: held.record };
  }

  use(id: string, binding: string, usedBy: string): VerificationTransition {
    this.live.sweep();
    const record = this.get(id);
    if (record?.entry.binding !== binding) return UNKNOWN;
    const held = this.live.get(id);
    if (held?.record.stage !== 'granted') return { changed: false, record };
    this.advance(held, { usedBy, stage: 'used' });
    this.live.delete(id);
    return { changed: true, record: held.record };
  }

  takeExpired(limit: number): readonly VerificationRecord[] {
    this.live.sweep();
    const taken = [...this.unannounced].slice(0, limit);
    for (const [id] of taken) this.unannounced.delete(id);
    return taken.map(([, record]) => record);
  }

  private pendingOne(id: string): OpenVerification | undefined {
    this.live.sweep();
    return this.pending.get(id);
  }

  private unchanged(id: string): VerificationTransition {
    return { changed: false, record: this.get(id) };
  }

  private advance(held: OpenVerification, change: Partial<VerificationRecord>): void {
    held.record = deepFreeze({ ...held.record, ...change });
  }

  /** An entry that leaves the open ones without an end of its own has expired. */
  private left(held: OpenVerification): void {
    const { id, owner } = held.record.entry;
    this.pending.delete(id);
    const opened = (this.owners.get(owner) ?? 0) - 1;
    if (opened > 0) this.owners.set(owner, opened);
    else this.owners.delete(owner);
    if (isOpen(held.record)) {
      this.advance(held, { stage: 'expired' });
      this.announceLater(held.record);
    }
    this.ended.add(held.record);
  }

  private announceLater(record: VerificationRecord): void {
    this.unannounced.set(record.entry.id, record);
    const [oldest] = this.unannounced.keys();
    if (this.unannounced.size > Math.max(FEWEST_KEPT, this.options.verification.maxTotal))
      this.unannounced.delete(oldest!);
  }
}
