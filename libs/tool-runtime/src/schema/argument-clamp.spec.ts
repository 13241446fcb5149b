import { deepFreeze } from '../common/deep-freeze.js';
import { clampArguments } from './argument-clamp.js';

const page = { path: ['page'], min: 1, max: 100 };

describe('clamping', () => {
  it.each([
    [-5, 1],
    [500, 100],
    [50, 50],
    [1, 1],
    [100.5, 100],
  ])('brings %d to %d', (given, kept) => {
    expect(clampArguments({ page: given }, [page]).args).toEqual({ page: kept });
  });

  it('says which paths moved and leaves the original alone', () => {
    const args = deepFreeze({
      page: 500,
      lines: [
        { n: 9, t: 'abc' },
        { n: 1, t: 'a' },
      ],
      rest: {},
    });
    const result = clampArguments(args, [
      page,
      { path: ['lines', '*', 'n'], max: 5 },
      { path: ['lines', '*', 't'], maxLength: 2 },
    ]);
    expect(result).toEqual({
      args: {
        page: 100,
        lines: [
          { n: 5, t: 'ab' },
          { n: 1, t: 'a' },
        ],
        rest: {},
      },
      clamped: ['page', 'lines[0].n', 'lines[0].t'],
    });
    expect(args).toEqual({
      page: 500,
      lines: [
        { n: 9, t: 'abc' },
        { n: 1, t: 'a' },
      ],
      rest: {},
    });
  });

  it('returns the very same object when nothing has to move', () => {
    const args = { page: 5, lines: [{ n: 1 }] };
    const result = clampArguments(args, [
      page,
      { path: ['lines', '*', 'n'], max: 5 },
      { path: ['gone'], min: 1 },
    ]);
    expect(result.args).toBe(args);
    expect(result.clamped).toEqual([]);
  });

  it('cuts text between code points', () => {
    const cut = (text: string, maxLength: number) =>
      clampArguments({ text }, [{ path: ['text'], maxLength }]).args['text'];
    expect(cut('a😀😀', 2)).toBe('a😀');
    expect(cut('😀😀', 2)).toBe('😀😀');
    expect(cut('añb', 2)).toBe('añ');
    expect(cut('abc', 0)).toBe('');
  });

  it.each([['x'], [null], [true], [{}], [[]]])('leaves %j where a number is expected', (value) => {
    expect(clampArguments({ page: value }, [page]).args).toEqual({ page: value });
  });

  it('finds only what an object owns', () => {
    const args = {};
    expect(clampArguments(args, [{ path: ['constructor', 'length'], max: 0 }]).args).toBe(args);
  });
});
