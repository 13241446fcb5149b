import type { Awaitable } from '../common/awaitable.js';
import { systemClock } from '../common/clock.js';
import { SystemRandomSource } from '../common/random-source.js';
import { AuditRecordFactory } from './audit-record.factory.js';
import type { AuditRecord, CallFacts } from './audit-record.js';
import type { AuditSink } from './audit-sink.js';
import { Redactor } from './redactor.js';

/** A sink, and a way to see what has come out of it. */
export interface AuditSinkHarness {
  readonly sink: AuditSink;
  /** Everything written so far, one text per record, oldest first. */
  written(): Awaitable<readonly string[]>;
}

const SECRET = 'S3NT1NEL-contract';

/** A successful call, with whatever a test wants to be different. */
export function someCall(changes: Partial<CallFacts> = {}): CallFacts {
  return {
    outcome: 'executed',
    success: true,
    code: undefined,
    reasonCode: undefined,
    tool: 'refund_order',
    fingerprint: 'f'.repeat(64),
    requestId: '0123456789abcdef0123456789abcdef',
    channel: 'web',
    principal: 'user:42',
    ip: '203.0.113.7',
    userAgent: 'test-client/1.0',
    args: { id: 'A-1', amount: 40 },
    sensitive: [],
    tookMs: 150,
    resultBytes: 12,
    cacheServed: false,
    late: false,
    phase: 'terminal',
    ...changes,
  };
}

/** The record of {@link someCall}. */
export function someRecord(changes: Partial<CallFacts> = {}): AuditRecord {
  const options = { audit: { sensitiveKeys: [], maxArgumentsBytes: 4_096 } };
  const redactor = new Redactor(options);
  return new AuditRecordFactory(redactor, systemClock, new SystemRandomSource(), options).create(
    someCall(changes),
  );
}

/** What every audit sink does. Run it in the spec of a sink of your own. */
export function describeAuditSink(name: string, create: () => Awaitable<AuditSinkHarness>): void {
  describe(`${name} as an audit sink`, () => {
    let harness: AuditSinkHarness;

    beforeEach(async () => {
      harness = await create();
    });

    const write = async (changes: Partial<CallFacts>) => harness.sink.write(someRecord(changes));

    it('writes one entry per record, in the order the calls ended', async () => {
      for (const requestId of ['first', 'second', 'third']) await write({ requestId });
      const written = await harness.written();
      expect(written).toHaveLength(3);
      expect(written[0]).toContain('first');
      expect(written[1]).toContain('second');
      expect(written[2]).toContain('third');
    });

    it('says who called what, over which channel, and how it ended', async () => {
      await write({ outcome: 'denied', success: false, code: 'FORBIDDEN', reasonCode: 'scopes' });
      const [entry] = await harness.written();
      for (const fact of ['user:42', 'refund_order', 'web', 'denied', 'FORBIDDEN', 'scopes'])
        expect(entry).toContain(fact);
    });

    it('keeps records that were written at the same time apart', async () => {
      const ids = Array.from({ length: 20 }, (_, index) => `call-${index}-`);
      await Promise.all(ids.map((requestId) => write({ requestId })));
      const written = await harness.written();
      expect(written).toHaveLength(20);
      for (const id of ids) expect(written.filter((entry) => entry.includes(id))).toHaveLength(1);
    });

    it('tells an announced execution from one that has ended', async () => {
      await write({ phase: 'intent' });
      await write({ phase: 'terminal' });
      const [intent, terminal] = await harness.written();
      expect(intent).toContain('intent');
      expect(terminal).not.toContain('intent');
    });

    it('lets no secret out', async () => {
      await write({
        args: { password: SECRET, card: { number: SECRET }, note: `Bearer ${SECRET}` },
        sensitive: [['card', 'number']],
        userAgent: `client token=${SECRET}`,
      });
      const [entry] = await harness.written();
      expect(entry).toContain('REDACTED');
      expect(entry).not.toContain(SECRET);
    });

    it('takes a call whose arguments were never understood', async () => {
      const cyclic: Record<string, unknown> = { amount: 10n };
      cyclic['self'] = cyclic;
      await write({ args: undefined, fingerprint: undefined, tool: 'no\nsuch|tool' });
      await write({ args: cyclic });
      expect(await harness.written()).toHaveLength(2);
    });
  });
}
