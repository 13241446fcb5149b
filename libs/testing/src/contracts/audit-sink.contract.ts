import type { AuditSink, Awaitable, CallFacts } from '@toolgate/tool-runtime';
import { someRecord } from './audit-samples.js';
import { contractCases } from './contract-case.js';
import type { ContractCase, ContractRule } from './contract-case.js';
import { check, sameJson } from './contract-checks.js';

/** A sink to test, and a way to see what has come out of it. */
export interface AuditSinkUnderTest {
  /** Nothing has been written to it yet. */
  readonly sink: AuditSink;
  /** Everything written so far, one text per record, oldest first. */
  readonly written: () => Awaitable<readonly string[]>;
  readonly close?: () => Awaitable<void>;
}

/**
 * What every {@link AuditSink} keeps to.
 * @param create makes a new sink for each case
 */
export function auditSinkContract(
  create: () => Awaitable<AuditSinkUnderTest>,
): readonly ContractCase[] {
  return contractCases(create, RULES);
}

const SECRET = 'S3NT1NEL-contract';

const RULES: readonly ContractRule<AuditSinkUnderTest>[] = [
  [
    'writes one entry per record, in the order the calls ended',
    async (subject) => {
      const ids = ['first', 'second', 'third'];
      for (const requestId of ids) await write(subject, { requestId });
      const written = await entries(subject, ids.length);
      ids.forEach((id, index) => contains(written[index]!, id));
    },
  ],
  [
    'says who called what, over which channel, and how it ended',
    async (subject) => {
      const reasonCode = 'missing_scope';
      await write(subject, { outcome: 'denied', success: false, code: 'FORBIDDEN', reasonCode });
      const [entry] = await entries(subject, 1);
      for (const fact of ['user:42', 'refund_order', 'web', 'denied', 'FORBIDDEN', reasonCode])
        contains(entry!, fact);
    },
  ],
  [
    'keeps records that were written at the same time apart',
    async (subject) => {
      const ids = Array.from({ length: 20 }, (_none, index) => `call-${index}-`);
      await Promise.all(ids.map((requestId) => write(subject, { requestId })));
      const written = await entries(subject, ids.length);
      for (const id of ids) {
        const count = written.filter((entry) => entry.includes(id)).length;
        sameJson(count, 1, `the number of entries with ${id}`);
      }
    },
  ],
  [
    'tells an announced execution from one that has ended',
    async (subject) => {
      await write(subject, { phase: 'intent' });
      await write(subject, { phase: 'terminal' });
      const [intent, terminal] = await entries(subject, 2);
      contains(intent!, 'intent');
      check(!terminal!.includes('intent'), `A call that has ended is not an intent: ${terminal}`);
    },
  ],
  [
    'lets no secret out',
    async (subject) => {
      await write(subject, {
        args: { password: SECRET, card: { number: SECRET }, note: `Bearer ${SECRET}` },
        sensitive: [['card', 'number']],
        userAgent: `client token=${SECRET}`,
      });
      const [entry] = await entries(subject, 1);
      contains(entry!, 'REDACTED');
      check(!entry!.includes(SECRET), `The entry shows a secret: ${entry}`);
    },
  ],
  [
    'takes a call whose arguments were never understood',
    async (subject) => {
      const cyclic: Record<string, unknown> = { amount: 10n };
      cyclic['self'] = cyclic;
      await write(subject, { args: undefined, fingerprint: undefined, tool: 'no\nsuch|tool' });
      await write(subject, { args: cyclic });
      await entries(subject, 2);
    },
  ],
];

async function write({ sink }: AuditSinkUnderTest, changes: Partial<CallFacts>): Promise<void> {
  await sink.write(someRecord(changes));
}

async function entries({ written }: AuditSinkUnderTest, count: number) {
  const all = await written();
  sameJson(all.length, count, 'the number of entries');
  return all;
}

function contains(entry: string, part: string): void {
  check(entry.includes(part), `Expected an entry with ${JSON.stringify(part)}, got: ${entry}`);
}
