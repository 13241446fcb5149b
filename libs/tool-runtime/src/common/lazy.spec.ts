import { lazy } from './lazy.js';

describe('a lazy value', () => {
  it('is made when it is first asked for, once, whatever it is', () => {
    const made: number[] = [];
    const value = lazy(() => void made.push(1));
    expect(made).toEqual([]);
    expect([value(), value()]).toEqual([undefined, undefined]);
    expect(made).toEqual([1]);
  });

  it('is tried again after a failure', () => {
    const answers = [
      () => {
        throw new Error('not yet');
      },
      () => 'there',
    ];
    const value = lazy(() => answers.shift()!());
    expect(value).toThrow('not yet');
    expect(value()).toBe('there');
  });
});
