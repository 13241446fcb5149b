import { nearestName } from './nearest-name.js';

describe('the name that was probably meant', () => {
  it.each([
    ['filter', ['page', 'filters'], 'filters'],
    ['instance_id', ['instanceId', 'instance'], 'instanceId'],
    ['Titl', ['title', 'text'], 'title'],
    ['quantiti', ['quality', 'quantity'], 'quantity'],
    ['opp', ['col', 'op'], 'op'],
  ])('takes %s for one of %j', (name, candidates, meant) => {
    expect(nearestName(name, candidates)).toBe(meant);
  });

  it('guesses nothing when nothing is near', () => {
    expect(nearestName('amount', ['page', 'sort'])).toBeUndefined();
    expect(nearestName('a', [])).toBeUndefined();
  });

  it('does not compare a name of absurd length', () => {
    expect(nearestName('a'.repeat(1_000_000), ['a'.repeat(64)])).toBeUndefined();
  });
});
