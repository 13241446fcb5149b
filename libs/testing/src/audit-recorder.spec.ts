import { AuditRecorder } from './audit-recorder.js';
import { someRecord } from './contracts/audit-samples.js';

function recorded(): AuditRecorder {
  const audit = new AuditRecorder();
  audit.write(someRecord({ tool: 'find_book', principal: 'ann' }));
  audit.write(someRecord({ outcome: 'denied', reasonCode: 'missing_scope', args: { id: 7 } }));
  return audit;
}

describe('an audit recorder', () => {
  it('answers with the newest record, the records of a tool, and how the calls ended', () => {
    const audit = recorded();
    expect(audit.last.reasonCode).toBe('missing_scope');
    expect(audit.ofTool('find_book')).toHaveLength(1);
    expect(audit.ofTool('no_such_tool')).toEqual([]);
    expect(audit.outcomes()).toEqual(['executed', 'denied']);
  });

  it('has no newest record before the first', () => {
    expect(() => new AuditRecorder().last).toThrow('no call has been recorded');
  });

  it('forgets everything when it is cleared', () => {
    const audit = recorded();
    audit.clear();
    audit.expectOnly();
    expect(audit.records).toEqual([]);
  });

  it('is content with the records that are there, by their outcomes or by any of their members', () => {
    recorded().expectOnly('executed', 'denied');
    recorded().expectOnly(
      { tool: 'find_book', principal: 'ann' },
      { outcome: 'denied', arguments: { id: 7 } },
    );
  });

  it('shows what else is there', () => {
    expect(() => recorded().expectOnly('executed')).toThrow(
      'Expected 1 audit records, in this order; there are 2.\n' +
        '  1. expected {"outcome":"executed"}, recorded {"outcome":"executed","tool":"find_book"}\n' +
        '  2. not expected: {"outcome":"denied","tool":"refund_order","reasonCode":"missing_scope"}',
    );
  });

  it('shows what is missing', () => {
    expect(() => recorded().expectOnly('executed', 'denied', { tool: 'lend_book' })).toThrow(
      '  3. missing: {"tool":"lend_book"}',
    );
  });

  it('shows the members that differ, and minds the order', () => {
    expect(() =>
      recorded().expectOnly('denied', { principal: 'bob', arguments: { id: 8 } }),
    ).toThrow(
      '  2. expected {"principal":"bob","arguments":{"id":8}}, recorded {"principal":"user:42","arguments":{"id":7},',
    );
  });
});
