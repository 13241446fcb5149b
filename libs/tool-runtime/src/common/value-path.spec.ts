import { displayName, formatPath } from './value-path.js';

describe('a path inside a value', () => {
  it.each([
    [[], ''],
    [['page'], 'page'],
    [['lines', 2, 'sku'], 'lines[2].sku'],
    [[0, 'a'], '[0].a'],
    [['x-y', 'größe'], 'x-y.größe'],
    [['headers', 'x y'], 'headers["x y"]'],
    [['map', '0'], 'map["0"]'],
    [['line\nbreak'], '["line\\nbreak"]'],
  ])('%j reads %s', (segments, path) => {
    expect(formatPath(segments)).toBe(path);
  });

  it('cuts a name of absurd length', () => {
    expect(displayName('n'.repeat(10_000)).length).toBeLessThan(80);
  });
});
