import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { ExpiringMap } from '../common/expiring-map.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import type {
  ConfirmationRefusal,
  ConfirmationStore,
  PendingConfirmation,
} from './confirmation-store.js';

/**
 * Keeps pending confirmations in this process: right for one instance, lost on restart. Synchronous, and therefore atomic; on the
 * monotonic clock, so setting the machine's clock neither revives nor kills a token; without a timer.
 */
@Injectable()
export class MemoryConfirmationStore implements ConfirmationStore {
  private readonly entries: ExpiringMap<PendingConfirmation>;
  /** Pending confirmations per owner; owners without any are not kept. */
  private readonly pending = new Map<string, number>();

  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS)
    private readonly options: Pick<ResolvedToolRuntimeOptions, 'confirmation'>,
    @Inject(Clock) clock: Clock,
  ) {
    this.entries = new ExpiringMap(clock, (entry) => this.count(entry.owner, -1));
  }

  /** Entries held now, including expired ones that the next `put` drops. */
  get size(): number {
    return this.entries.size;
  }

  put(key: string, entry: PendingConfirmation, ttlMs: number): ConfirmationRefusal | undefined {
    const { maxPerPrincipal, maxTotal } = this.options.confirmation;
    this.entries.sweep();
    if ((this.pending.get(entry.owner) ?? 0) >= maxPerPrincipal) return 'owner_full';
    if (this.entries.size >= maxTotal) return 'store_full';
    this.entries.set(key, entry, ttlMs);
    this.count(entry.owner, 1);
    return undefined;
  }

  peek(key: string, binding: string): PendingConfirmation | undefined {
    const entry = this.entries.get(key);
    return entry?.binding === binding ? entry : undefined;
  }

  take(key: string, binding: string): PendingConfirmation | undefined {
    const entry = this.peek(key, binding);
    if (entry) this.entries.delete(key);
    return entry;
  }

  private count(owner: string, change: 1 | -1): void {
    const pending = (this.pending.get(owner) ?? 0) + change;
    if (pending > 0) this.pending.set(owner, pending);
    else this.pending.delete(owner);
  }
}
