import { aTool } from '../../../../test/support/fixtures.js';
import type { JsonObject } from '../common/json.js';
import { actionSummary } from './action-summary.js';

const redactor = {
  isSensitiveKey: (key: string) => key === 'password',
  redactText: (text: string) => text.replaceAll(/S3NT1NEL\S*/g, '***'),
};

const summaryOf = (args: JsonObject, sensitive: string[][] = []) => {
  const tool = aTool({ name: 'set_config' });
  return actionSummary({ ...tool, input: { ...tool.input, sensitive } }, args, redactor);
};

describe('the summary of what would be done', () => {
  it('shows the tool and its arguments', () => {
    expect(summaryOf({ key: 'mail.from', value: 7, force: true })).toBe(
      'set_config(key=mail.from, value=7, force=true)',
    );
    expect(summaryOf({})).toBe('set_config()');
  });

  it('shows three simple values and says when there is more', () => {
    expect(summaryOf({ a: 1, b: 2, c: 3, d: 4 })).toBe('set_config(a=1, b=2, c=3, …)');
    expect(summaryOf({ list: [1], a: 1, none: null })).toBe('set_config(a=1, …)');
  });

  it('shows no value that is secret by its declaration, its name or its looks', () => {
    const text = summaryOf(
      { pin: 'S3NT1NEL-1', password: 'S3NT1NEL-2', note: 'see S3NT1NEL-3 there' },
      [['pin']],
    );
    expect(text).toBe(
      'set_config(pin=***REDACTED***, password=***REDACTED***, note=see *** there)',
    );
  });

  it('hides a secret that begins before the cut and ends after it', () => {
    expect(summaryOf({ note: `${'x'.repeat(70)} S3NT1NEL${'y'.repeat(500)}` })).not.toContain(
      'S3NT',
    );
  });

  it('keeps everything on one short line', () => {
    const text = summaryOf({ note: 'a\n\u001b[2J\u202e', long: 'z'.repeat(1_000_000) });
    expect(text).toContain('note=a\\u000a\\u001b[2J\\u202e');
    for (const character of ['\n', '\u001b', '\u202e']) expect(text).not.toContain(character);
    expect(text.length).toBeLessThan(250);
  });
});
