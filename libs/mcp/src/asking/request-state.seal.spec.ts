import fc from 'fast-check';
import { sealKey } from './asking.keys.js';
import { RequestStateSeal } from './request-state.seal.js';

const KEY = sealKey('a secret of at least 32 characters');
const OTHER = sealKey('another secret of 32 characters or');
const seal = new RequestStateSeal([KEY]);
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a sealed state', () => {
  it('opens to what was sealed, for the same purpose only', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (content, purpose, other) => {
        const state = seal.seal(content, purpose);
        expect(seal.open(state, purpose)).toBe(content);
        if (other !== purpose) expect(seal.open(state, other)).toBeUndefined();
      }),
    );
  });

  it('does not open with any bit of it flipped, at any position', () => {
    const state = seal.seal('{"answers":{"name":"Ann"}}', 'purpose');
    for (let position = 0; position < state.length; position++)
      for (let bit = 0; bit < 7; bit++) {
        const flipped = String.fromCharCode(state.charCodeAt(position) ^ (1 << bit));
        const changed = state.slice(0, position) + flipped + state.slice(position + 1);
        expect(seal.open(changed, 'purpose')).toBeUndefined();
      }
  });

  it('does not open with any character of it replaced, of which some would decode alike', () => {
    const state = seal.seal('{"a":1}', 'purpose');
    const last = state.length - 1;
    for (const character of ALPHABET)
      if (character !== state[last])
        expect(seal.open(state.slice(0, last) + character, 'purpose')).toBeUndefined();
  });

  it('does not open cut short, prolonged, or made up', () => {
    const state = seal.seal('{"a":1}', 'purpose');
    for (let length = 0; length < state.length; length++)
      expect(seal.open(state.slice(0, length), 'purpose')).toBeUndefined();
    for (const more of ['A', '=', ' ', '\n', '.', '-TAMPERED'])
      expect(seal.open(state + more, 'purpose')).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (made) => {
        expect(seal.open(made, 'purpose')).toBeUndefined();
        expect(seal.open(`1.${made}`, 'purpose')).toBeUndefined();
      }),
    );
    expect(seal.open(`1.${'A'.repeat(10_000_000)}`, 'purpose')).toBeUndefined();
  });

  it('says nothing of what is in it, and looks different every time', () => {
    const states = Array.from({ length: 50 }, () => seal.seal('secret words', 'purpose'));
    expect(new Set(states).size).toBe(50);
    for (const state of states)
      expect(Buffer.from(state.slice(2), 'base64url').toString('latin1')).not.toContain('secret');
  });

  it('opens while its key is among the keys, whichever seals now', () => {
    const state = seal.seal('x', 'purpose');
    expect(new RequestStateSeal([OTHER, KEY]).open(state, 'purpose')).toBe('x');
    expect(new RequestStateSeal([OTHER]).open(state, 'purpose')).toBeUndefined();
  });
});
