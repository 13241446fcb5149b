import * as fc from 'fast-check';
import { principalContext, principalText } from './principal-context.js';
import type { Principal } from './principal.js';

const ann: Principal = { id: 'ann', scopes: ['orders:read'] };

describe('the context of a caller', () => {
  it('has the identity of the principal and the address of the request', () => {
    const context = principalContext(ann, { ip: '203.0.113.5', userAgent: 'client/1' });
    expect(context).toMatchObject({
      channel: 'mcp',
      principal: 'ann',
      scopes: ['orders:read'],
      ip: '203.0.113.5',
      userAgent: 'client/1',
      mode: 'execute',
    });
  });

  it('keeps the scopes it was made with', () => {
    const scopes = ['orders:read'];
    const context = principalContext({ id: 'ann', scopes });
    scopes.push('*');
    expect(context.scopes).toEqual(['orders:read']);
  });

  it('passes on extra facts, which cannot change who calls', () => {
    const extra = { principal: 'boss', scopes: ['*'], channel: 'cli' };
    const context = principalContext({ ...ann, extra });
    expect(context.extra).toEqual(extra);
    expect(context).toMatchObject({ principal: 'ann', scopes: ['orders:read'], channel: 'mcp' });
  });

  it('is that of nobody without a principal', () => {
    expect(principalContext(null, { ip: '::1' })).toMatchObject({
      principal: null,
      channel: 'mcp',
      scopes: [],
      ip: '::1',
      userAgent: null,
    });
  });
});

describe('the text of a principal', () => {
  it.each([
    [{ id: 'auth0|42' }, 'auth0|42'],
    [{ id: 'user#1' }, '#user#1'],
    [{ id: 'auth0|42', issuer: 'https://a.example.com' }, 'https://a.example.com#auth0|42'],
    [{ id: 'a#b', issuer: 'https://a#x%' }, 'https://a%23x%25#a#b'],
  ])('of %j is %s', (principal, text) => {
    expect(principalText({ scopes: [], ...principal })).toBe(text);
  });

  it('is never the same for two ids or two issuers', () => {
    const part = fc.string({
      unit: fc.constantFrom('a', '#', '%', '2', '3'),
      minLength: 1,
      maxLength: 5,
    });
    const principal = fc.record(
      { id: part, issuer: part, scopes: fc.constant([]) },
      { requiredKeys: ['id', 'scopes'] },
    );
    fc.assert(
      fc.property(principal, principal, (one, other) => {
        const isSame = one.id === other.id && one.issuer === other.issuer;
        expect(principalText(one) === principalText(other)).toBe(isSame);
      }),
      { numRuns: 2_000 },
    );
  });
});
