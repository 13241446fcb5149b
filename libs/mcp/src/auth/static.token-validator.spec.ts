import { StaticTokenValidator } from './static.token-validator.js';

describe('a validator of fixed tokens', () => {
  const validator = StaticTokenValidator.of({ 'demo-agent': { id: 'ada', scopes: ['a'] } });

  it('knows the tokens it was given', () => {
    expect(validator.validate('demo-agent')).toEqual({ id: 'ada', scopes: ['a'] });
  });

  it.each(['', 'demo-agen', 'demo-agent ', 'Demo-Agent', '__proto__', 'constructor'])(
    'does not know %j',
    (token) => {
      expect(validator.validate(token)).toBeNull();
    },
  );

  it('is not moved by what happens to the table it was made from', () => {
    const scopes = ['a'];
    const table = { token: { id: 'ada', scopes } };
    const copy = StaticTokenValidator.of(table);
    scopes.push('*');
    table.token.id = 'boss';
    expect(copy.validate('token')).toEqual({ id: 'ada', scopes: ['a'] });
  });

  it.each([{ '': { id: 'ada', scopes: [] } }, { token: { id: '', scopes: [] } }])(
    'refuses %j',
    (table: object) => {
      expect(() => StaticTokenValidator.of(table as never)).toThrow(
        'entry 1 needs a token and a principal',
      );
    },
  );
});
