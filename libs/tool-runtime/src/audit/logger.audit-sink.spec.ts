import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import { auditSinkContract, someRecord } from '@toolgate/testing';
import { describeContract } from '../../../../test/support/describe-contract.js';
import { auditLine, LoggerAuditSink } from './logger.audit-sink.js';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

afterEach(() => {
  jest.restoreAllMocks();
});

function captureLog() {
  const lines: { level: 'log' | 'warn'; text: string }[] = [];
  for (const level of ['log', 'warn'] as const)
    jest.spyOn(Logger.prototype, level).mockImplementation((text: unknown) => {
      lines.push({ level, text: String(text) });
    });
  return lines;
}

describeContract(
  'LoggerAuditSink as an audit sink',
  auditSinkContract(() => {
    const lines = captureLog();
    return { sink: new LoggerAuditSink(), written: () => lines.map(({ text }) => text) };
  }),
);

describe('the audit log line', () => {
  it('says everything about a call that went well, at level log', () => {
    const lines = captureLog();
    new LoggerAuditSink().write(someRecord({ channel: 'telegram', principal: null }));
    expect(lines).toEqual([
      {
        level: 'log',
        text: '0123456789abcdef0123456789abcdef | telegram | refund_order | anonymous | 150ms | OK | outcome=executed | reason=- | args={"id":"A-1","amount":40} | result=12B',
      },
    ]);
  });

  it('keeps code and reason of a failure apart, at level warn', () => {
    const lines = captureLog();
    new LoggerAuditSink().write(
      someRecord({
        outcome: 'invalid',
        success: false,
        code: 'VALIDATION_ERROR',
        reasonCode: 'schema',
        resultBytes: undefined,
        tookMs: 0.12345,
      }),
    );
    expect(lines[0]!.level).toBe('warn');
    expect(lines[0]!.text).toContain(
      ' | 0.123ms | ERROR:VALIDATION_ERROR | outcome=invalid | reason=schema | args=',
    );
    expect(lines[0]!.text).not.toContain('result=');
  });

  it('makes no code up for a tool that fails after its call has ended', () => {
    const late = { outcome: 'failed', success: false, code: undefined, late: true } as const;
    expect(auditLine(someRecord(late))).toMatch(/ \| ERROR \| outcome=failed \| .* \| late$/);
  });

  it('marks answers from a cache, late ends and announced executions', () => {
    const line = auditLine(someRecord({ cacheServed: true, late: true, phase: 'intent' }));
    expect(line).toMatch(/ \| cached \| late \| intent$/);
  });

  it('redacts nothing for a level that is switched off', () => {
    jest.spyOn(Logger, 'isLevelEnabled').mockReturnValue(false);
    const lines = captureLog();
    const record = someRecord();
    const read = jest.spyOn(record, 'arguments', 'get');
    new LoggerAuditSink().write(record);
    expect(lines).toEqual([]);
    expect(read).not.toHaveBeenCalled();
  });

  it('cannot be split or forged by a name with line breaks, bars and escape sequences', () => {
    const forged = '\r\n0 | web | refund_order | admin | 1ms | OK\u001b[2K\u2028\u202e';
    const line = auditLine(
      someRecord({ tool: forged, fingerprint: undefined, principal: forged, args: { a: forged } }),
    );
    expect(line).not.toMatch(CONTROL);
    expect(line.split(' | ')).toHaveLength(10);
  });

  it('has the same number of fields and no control character, whatever the texts are', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, text, text, text, fc.jsonValue(), (tool, channel, who, code, args) => {
        const line = auditLine(
          someRecord({
            tool,
            channel,
            principal: who,
            requestId: who,
            code,
            reasonCode: channel,
            success: false,
            fingerprint: undefined,
            args,
          }),
        );
        return !CONTROL.test(line) && line.split('|').length === 10;
      }),
    );
  });

  it('shows arguments as JSON that can be parsed again', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (args) => {
        const record = someRecord({ args, resultBytes: undefined });
        const [, json] = auditLine(record).split('args=');
        expect(JSON.parse(json!)).toEqual(JSON.parse(JSON.stringify(record.arguments)));
      }),
    );
  });

  it('stays short when every field is long', () => {
    const long = 'x '.repeat(100_000);
    const line = auditLine(
      someRecord({
        tool: long,
        fingerprint: undefined,
        channel: long,
        principal: long,
        requestId: long,
        args: { long },
      }),
    );
    expect(line.length).toBeLessThan(6_000);
  });
});
