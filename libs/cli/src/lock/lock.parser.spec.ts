import { formatLock } from './lock.format.js';
import { runtimeLock, toolLock } from './lock.fixture.js';
import { parseLock } from './lock.parser.js';

const lock = { ...runtimeLock(), tools: { refund: toolLock() } };

describe('the text of a lock', () => {
  it('reads back as the lock it was written from', () => {
    expect(parseLock(formatLock(lock))).toEqual(lock);
    const approval = {
      policy: 'dual',
      needed: 2,
      scopes: ['a'],
      excludeRequester: true,
      conditional: false,
      expiresInMs: 1,
      useWithinMs: 2,
    };
    const approved = { ...lock, tools: { refund: toolLock({ approval }) } };
    expect(parseLock(formatLock(approved))).toEqual(approved);
  });

  it('does not depend on the order in which things were declared', () => {
    const { tools, ...rest } = lock;
    const reordered = { tools: { refund: { ...tools.refund } }, ...rest };
    expect(formatLock(reordered)).toBe(formatLock(lock));
    const two = { a: toolLock(), b: toolLock() };
    expect(formatLock({ ...lock, tools: two })).toBe(
      formatLock({ ...lock, tools: { b: two.b, a: two.a } }),
    );
  });

  it('has nothing in it that a terminal would obey', () => {
    const text = formatLock({ ...lock, tools: { refund: toolLock({ title: '\u009b31m\u202e' }) } });
    expect(text).toContain('"\\u009b31m\\u202e"');
    expect(parseLock(text)).toMatchObject({ tools: { refund: { title: '\u009b31m\u202e' } } });
  });
});

describe('a text that is no lock', () => {
  it.each([
    ['{', 'it is not JSON'],
    ['[]', 'it is not a JSON object'],
    ['{}', 'its lockVersion is undefined, and this version of the command reads 1'],
    [JSON.stringify({ ...lock, lockVersion: 2 }), 'its lockVersion is 2'],
    [
      JSON.stringify({ ...lock, runtime: {} }),
      'runtime.ruleProvider is missing or of the wrong kind',
    ],
    [JSON.stringify({ ...lock, tools: [] }), '"tools" is missing or of the wrong kind'],
    [
      JSON.stringify({ ...lock, channels: { web: 1 } }),
      '"channels" is missing or of the wrong kind',
    ],
    [
      JSON.stringify({ ...lock, tools: { refund: { ...toolLock(), scopes: 'pay' } } }),
      'tools.refund.scopes is missing or of the wrong kind',
    ],
    [
      JSON.stringify({ ...lock, tools: { refund: { ...toolLock(), approval: true } } }),
      'tools.refund.approval is missing or of the wrong kind',
    ],
    [
      JSON.stringify({ ...lock, tools: { refund: { ...toolLock(), access: { web: {} } } } }),
      'tools.refund.access is missing or of the wrong kind',
    ],
  ])('is refused with the reason: %s', (text, reason) => {
    expect(parseLock(text)).toEqual({ problem: expect.stringContaining(reason) });
  });
});
