import { accessWords } from './access-words.js';
import type { AccessVerdict } from './tool-access.js';

const words = (nobody: AccessVerdict, somebody: AccessVerdict, scoped: AccessVerdict) =>
  accessWords({ nobody, somebody, scoped }).text;

describe('access in words', () => {
  it('names the weakest caller who gets through', () => {
    expect(words('allowed', 'allowed', 'allowed')).toBe('anyone');
    expect(words('denied', 'allowed', 'allowed')).toBe('signed in');
    expect(words('denied', 'denied', 'allowed')).toBe('with scopes');
    expect(words('denied', 'denied', 'denied')).toBe('no one');
  });

  it('says when the caller is asked first', () => {
    expect(words('denied', 'confirm', 'confirm')).toBe('signed in +ask');
  });

  it('says it out in full when no single word would be true', () => {
    expect(words('allowed', 'denied', 'allowed')).toBe('nobody yes, somebody no, scoped yes');
    expect(words('denied', 'confirm', 'allowed')).toBe('nobody no, somebody ask, scoped yes');
  });

  it('does not guess', () => {
    expect(words('denied', 'undecided', 'allowed')).toBe('undecided');
  });
});
