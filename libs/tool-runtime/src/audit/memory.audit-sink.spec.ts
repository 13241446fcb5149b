import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { auditSinkContract, someRecord } from '@toolgate/testing';
import { describeContract } from '../../../../test/support/describe-contract.js';
import { MemoryAuditSink } from './memory.audit-sink.js';

describeContract(
  'MemoryAuditSink as an audit sink',
  auditSinkContract(() => {
    const sink = new MemoryAuditSink();
    return { sink, written: () => sink.records.map((record) => JSON.stringify(record)) };
  }),
);

describe('MemoryAuditSink as an audit sink', () => {
  it('forgets the oldest records when it is full', () => {
    const sink = new MemoryAuditSink(3);
    for (const requestId of ['a', 'b', 'c', 'd', 'e']) sink.write(someRecord({ requestId }));
    expect(sink.records.map(({ requestId }) => requestId)).toEqual(['c', 'd', 'e']);
  });

  it('can be emptied and filled again', () => {
    const sink = new MemoryAuditSink(2);
    for (const requestId of ['a', 'b', 'c']) sink.write(someRecord({ requestId }));
    sink.clear();
    expect(sink.records).toEqual([]);
    sink.write(someRecord({ requestId: 'd' }));
    expect(sink.records.map(({ requestId }) => requestId)).toEqual(['d']);
  });

  it('hands out a list that does not change under the reader', () => {
    const sink = new MemoryAuditSink(2);
    sink.write(someRecord());
    const { records } = sink;
    sink.write(someRecord());
    expect(records).toHaveLength(1);
  });

  it('keeps nothing when its capacity is 0', () => {
    const sink = new MemoryAuditSink(0);
    sink.write(someRecord());
    expect(sink.records).toEqual([]);
  });

  it('does not keep the arguments of a call alive', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const sink = new MemoryAuditSink();
    const args = (() => {
      const large = { text: 'x'.repeat(100_000) };
      sink.write(someRecord({ args: large }));
      return new WeakRef(large);
    })();
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(args.deref()).toBeUndefined();
    expect(sink.records).toHaveLength(1);
  });
});
