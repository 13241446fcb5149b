import { isDeepStrictEqual } from 'node:util';
import { MemoryAuditSink } from '@toolgate/tool-runtime';
import type { AuditRecord } from '@toolgate/tool-runtime';
import { NOTHING_RECORDED, otherRecords } from './testing.messages.js';
import { ToolExpectationError } from './tool-expectation.error.js';

/** What a record should say: its outcome, or any of its members. What is not named may be anything. */
export type ExpectedRecord =
  AuditRecord['outcome'] | Readonly<Partial<Omit<AuditRecord, 'toJSON'>>>;

/** An audit sink that keeps every record of a test, and answers questions about them. */
export class AuditRecorder extends MemoryAuditSink {
  constructor() {
    super(Number.POSITIVE_INFINITY);
  }

  /**
   * The newest record.
   * @throws ToolExpectationError when there is none
   */
  get last(): AuditRecord {
    const last = this.records.at(-1);
    if (!last) throw new ToolExpectationError(NOTHING_RECORDED);
    return last;
  }

  /** The records of one tool, oldest first. */
  ofTool(name: string): readonly AuditRecord[] {
    return this.records.filter(({ tool }) => tool === name);
  }

  /** How the calls ended, oldest first. */
  outcomes(): readonly AuditRecord['outcome'][] {
    return this.records.map(({ outcome }) => outcome);
  }

  /**
   * There are these records, in this order, and no others.
   *
   * @throws ToolExpectationError showing both sides, record by record
   * @example
   * ```ts
   * audit.expectOnly('confirmation_requested', { outcome: 'executed', tool: 'refund_order', principal: 'user:1' });
   * ```
   */
  expectOnly(...expected: readonly ExpectedRecord[]): void {
    const { records } = this;
    const patterns = expected.map((each) => (typeof each === 'string' ? { outcome: each } : each));
    const isMet =
      records.length === patterns.length &&
      patterns.every((pattern, index) => matches(records[index]!, pattern));
    if (isMet) return;
    throw new ToolExpectationError(
      otherRecords(
        patterns.map((pattern) => JSON.stringify(pattern)),
        records.map((record, index) => JSON.stringify(comparable(record, patterns[index]))),
      ),
    );
  }
}

type Pattern = Exclude<ExpectedRecord, string>;

function matches(record: AuditRecord, pattern: Pattern): boolean {
  return membersOf(pattern).every((member) => isDeepStrictEqual(record[member], pattern[member]));
}

/** What is asked of a record, and what tells it from others, so that the two sides can be compared by eye. */
function comparable(record: AuditRecord, pattern: Pattern = {}): Record<string, unknown> {
  const members = new Set([...membersOf(pattern), 'outcome', 'tool', 'reasonCode'] as const);
  return Object.fromEntries([...members].map((member) => [member, record[member]]));
}

function membersOf(pattern: Pattern): (keyof Pattern)[] {
  return Object.keys(pattern) as (keyof Pattern)[];
}
