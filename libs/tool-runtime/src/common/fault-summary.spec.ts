import { faultSummary } from './fault-summary.js';

const SECRET = 'S3NT1NEL';

describe('the summary of a fault', () => {
  it('tells the kind of an error, its code and where it was thrown, but not what it says', () => {
    const error = Object.assign(new TypeError(`bad ${SECRET}`), { code: 'ECONNREFUSED' });
    const summary = faultSummary(error);
    expect(summary).toMatch(/^TypeError ECONNREFUSED\n {4}at .*fault-summary\.spec/);
    expect(summary).not.toContain(SECRET);
  });

  it('is not fooled by a message that looks like a stack', () => {
    expect(
      faultSummary(new Error(`x\n    at ${SECRET} (file.js:1:1)\n    at ${SECRET}`)),
    ).not.toContain(SECRET);
  });

  it.each<[string, unknown]>([
    ['a text', SECRET],
    ['an object', { message: SECRET }],
    ['a name', Object.assign(new Error('x'), { name: `${SECRET} is my name` })],
    ['a code', Object.assign(new Error('x'), { code: `${SECRET} is my code` })],
    ['a changed message', Object.assign(new Error(SECRET), { message: 'other' })],
    [
      'a stack that is not one',
      Object.assign(new Error('x'), { stack: { toString: () => SECRET } }),
    ],
  ])('repeats nothing of %s', (_, thrown) => {
    expect(faultSummary(thrown)).not.toContain(SECRET);
  });

  it('survives whatever can be thrown', () => {
    const hostile = Object.defineProperty(new Error('x'), 'name', {
      get: () => {
        throw new Error('again');
      },
    });
    expect(faultSummary(hostile)).toBe('an error that cannot be read');
    expect(faultSummary(null)).toBe('a thrown null');
    expect(faultSummary(undefined)).toBe('a thrown undefined');
    expect(faultSummary(new Error(''))).toMatch(/^Error\n {4}at /);
  });
});
