import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { someCall } from '@toolgate/testing';
import { systemClock } from '../common/clock.js';
import { SystemRandomSource } from '../common/random-source.js';
import { AuditRecordFactory } from './audit-record.factory.js';
import type { AuditRecord } from './audit-record.js';
import type { AuditSink } from './audit-sink.js';
import { AuditTrail } from './audit-trail.js';
import { MemoryAuditSink } from './memory.audit-sink.js';
import { Redactor } from './redactor.js';

const SECRET = 'S3NT1NEL-c44e';
const options = { audit: { sensitiveKeys: [], maxArgumentsBytes: 4_096, sinkTimeoutMs: 20 } };

let now: number;
let complaints: string[];

beforeEach(() => {
  now = 0;
  complaints = [];
  jest.spyOn(Logger.prototype, 'error').mockImplementation((text: unknown) => {
    complaints.push(String(text));
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

function createTrail(
  sinks: readonly AuditSink[],
  clock = { ...systemClock, monotonic: () => now },
) {
  const redactor = new Redactor(options);
  const records = new AuditRecordFactory(redactor, clock, new SystemRandomSource(), options);
  return new AuditTrail(sinks, records, clock, options);
}

class BrokenSink implements AuditSink {
  write(record: AuditRecord): void {
    throw Object.assign(new TypeError(`no room for ${JSON.stringify(record)} ${SECRET}`), {
      code: 'ENOSPC',
    });
  }
}

/** A sink whose writes end when the test says so. */
class SlowSink implements AuditSink {
  readonly pending: { resolve: () => void; reject: (error: Error) => void }[] = [];

  write(): Promise<void> {
    return new Promise((resolve, reject) => this.pending.push({ resolve, reject }));
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the audit trail', () => {
  it('brings one record per call to every sink, in order', () => {
    const [first, second] = [new MemoryAuditSink(), new MemoryAuditSink()];
    const trail = createTrail([first, second]);
    for (const requestId of ['a', 'b', 'c']) trail.record(someCall({ requestId }));
    for (const sink of [first, second])
      expect(sink.records.map(({ requestId }) => requestId)).toEqual(['a', 'b', 'c']);
    expect(first.records[0]!.id).toBe(second.records[0]!.id);
    expect(trail.droppedTotal).toBe(0);
  });

  it('gives every record an id of its own', () => {
    const sink = new MemoryAuditSink();
    const trail = createTrail([sink]);
    for (let call = 0; call < 500; call++) trail.record(someCall());
    expect(new Set(sink.records.map(({ id }) => id)).size).toBe(500);
  });

  it('names its sinks', () => {
    const trail = createTrail([new MemoryAuditSink(), new BrokenSink(), { write() {} }]);
    expect(trail.sinkNames).toEqual(['MemoryAuditSink', 'BrokenSink', 'AuditSink']);
  });

  it.each<[string, AuditSink['write']]>([
    [
      'throws',
      () => {
        throw new Error(SECRET);
      },
    ],
    [
      'throws something that is no error',
      () => {
        throw null;
      },
    ],
    ['rejects', () => Promise.reject(new Error(SECRET))],
    [
      'returns a promise that cannot be used',
      () =>
        ({
          then: () => {
            throw new Error(SECRET);
          },
        }) as never,
    ],
    [
      'returns an object whose then throws',
      () => ({
        get then(): never {
          throw new Error(SECRET);
        },
      }),
    ],
  ])(
    'counts a record as dropped when a sink %s, and the others get it all the same',
    async (_, write) => {
      const before = new MemoryAuditSink();
      const after = new MemoryAuditSink();
      const trail = createTrail([before, { write }, after]);
      expect(() => trail.record(someCall())).not.toThrow();
      await settled();
      expect([before.records.length, after.records.length, trail.droppedTotal]).toEqual([1, 1, 1]);
    },
  );

  it('logs a failing sink once a minute, by name and cause, without what was to be recorded', () => {
    const trail = createTrail([new BrokenSink(), new MemoryAuditSink()]);
    for (let call = 0; call < 50; call++)
      trail.record(someCall({ args: { password: SECRET, id: 'A-1' } }));
    expect(trail.droppedTotal).toBe(50);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toContain('BrokenSink');
    expect(complaints[0]).toContain('TypeError ENOSPC');
    for (const content of [SECRET, 'A-1', 'refund_order', 'user:42'])
      expect(complaints[0]).not.toContain(content);
    now += 60_000;
    trail.record(someCall());
    expect(complaints).toHaveLength(2);
    expect(complaints[1]).toContain('51');
  });

  it('logs each of two failing sinks', () => {
    const trail = createTrail([
      new BrokenSink(),
      {
        write: () => {
          throw new Error('full');
        },
      },
    ]);
    trail.record(someCall());
    expect(complaints).toHaveLength(2);
  });

  it('survives a log that is broken too', () => {
    jest.spyOn(Logger.prototype, 'error').mockImplementation(() => {
      throw new Error('no log');
    });
    const trail = createTrail([new BrokenSink()]);
    expect(() => trail.record(someCall())).not.toThrow();
    expect(trail.droppedTotal).toBe(1);
  });

  it('survives a clock that throws, and counts what it could not record', () => {
    const broken = {
      now: () => {
        throw new Error('no time');
      },
      monotonic: () => 0,
    };
    const trail = createTrail([new MemoryAuditSink()], broken);
    expect(() => trail.record(someCall())).not.toThrow();
    expect(trail.droppedTotal).toBe(1);
    expect(trail.recordDurably(someCall())).toBe(false);
  });

  it('waits for no sink', () => {
    const slow = new SlowSink();
    createTrail([slow]).record(someCall());
    expect(slow.pending).toHaveLength(1);
  });

  it('stops feeding a sink that never finishes before the memory is full', () => {
    const slow = new SlowSink();
    const other = {
      count: 0,
      write() {
        this.count++;
      },
    };
    const trail = createTrail([slow, other]);
    for (let call = 0; call < 10_100; call++) trail.record(someCall());
    expect(slow.pending).toHaveLength(10_000);
    expect(trail.droppedTotal).toBe(100);
    expect(other.count).toBe(10_100);
  });

  it('loses and counts every record exactly once, however the sinks behave', async () => {
    const behaviour = fc.constantFrom('take', 'throw', 'reject', 'resolve');
    await fc.assert(
      fc.asyncProperty(fc.array(behaviour, { maxLength: 30 }), async (script) => {
        let call = 0;
        let taken = 0;
        const trail = createTrail([
          {
            write() {
              const how = script[call++]!;
              if (how === 'throw') throw new Error(how);
              if (how === 'reject') return Promise.reject(new Error(how));
              taken++;
              return how === 'resolve' ? Promise.resolve() : undefined;
            },
          },
        ]);
        for (const _ of script) trail.record(someCall());
        await trail.flush(1_000);
        expect(taken + trail.droppedTotal).toBe(script.length);
      }),
      { numRuns: 50 },
    );
  });
});

describe('recording before an execution', () => {
  it('answers at once when every sink is synchronous', () => {
    const sink = new MemoryAuditSink();
    expect(createTrail([sink]).recordDurably(someCall({ phase: 'intent' }))).toBe(true);
    expect(sink.records[0]!.phase).toBe('intent');
  });

  it('says no when a sink refuses, whatever the others do', () => {
    const slow = new SlowSink();
    expect(createTrail([slow, new BrokenSink()]).recordDurably(someCall())).toBe(false);
    expect(slow.pending).toHaveLength(1);
  });

  it('says no when there is nowhere to record', () => {
    expect(createTrail([]).recordDurably(someCall())).toBe(false);
  });

  it('says yes only after the slowest sink has written', async () => {
    const slow = new SlowSink();
    let answer: boolean | undefined;
    const recorded = Promise.resolve(
      createTrail([new MemoryAuditSink(), slow]).recordDurably(someCall()),
    ).then((value) => {
      answer = value;
    });
    await settled();
    expect(answer).toBeUndefined();
    slow.pending[0]!.resolve();
    await recorded;
    expect(answer).toBe(true);
  });

  it('says no when a sink rejects', async () => {
    const slow = new SlowSink();
    const trail = createTrail([slow]);
    const answer = trail.recordDurably(someCall());
    slow.pending[0]!.reject(new Error('disk full'));
    expect(await answer).toBe(false);
    expect(trail.droppedTotal).toBe(1);
  });

  it('says no when a sink takes too long, and names it', async () => {
    const trail = createTrail([new MemoryAuditSink(), new SlowSink()]);
    expect(await trail.recordDurably(someCall())).toBe(false);
    expect(complaints).toEqual([
      'Audit sink SlowSink took more than 20 ms over a record that a call was waiting for.',
    ]);
  });
});

describe('shutting down', () => {
  it('waits for what is being written', async () => {
    const slow = new SlowSink();
    const trail = createTrail([slow]);
    trail.record(someCall());
    trail.record(someCall());
    const flushed = trail.flush(1_000);
    slow.pending[0]!.resolve();
    slow.pending[1]!.reject(new Error('full'));
    expect(await flushed).toBe(true);
    expect(trail.droppedTotal).toBe(1);
  });

  it('is immediate when nothing is being written', async () => {
    const trail = createTrail([new MemoryAuditSink()]);
    trail.record(someCall());
    expect(await trail.flush(0)).toBe(true);
  });

  it('does not wait for ever, and says what may be lost', async () => {
    const trail = createTrail([new SlowSink(), new MemoryAuditSink()]);
    trail.record(someCall());
    await trail.beforeApplicationShutdown();
    expect(complaints).toEqual([
      '1 audit records were not written within 20 ms of the shutdown and may be lost. Slow: SlowSink.',
    ]);
  });

  it('leaves no timer behind', async () => {
    const set = jest.spyOn(globalThis, 'setTimeout');
    const cleared = jest.spyOn(globalThis, 'clearTimeout');
    const slow = new SlowSink();
    const trail = createTrail([slow]);
    const answer = trail.recordDurably(someCall());
    const flushed = trail.flush(60_000);
    slow.pending[0]!.resolve();
    expect([await answer, await flushed]).toEqual([true, true]);
    const timers = set.mock.results.map(({ value }) => value);
    expect(timers).toHaveLength(2);
    for (const timer of timers) expect(cleared).toHaveBeenCalledWith(timer);
  });
});
