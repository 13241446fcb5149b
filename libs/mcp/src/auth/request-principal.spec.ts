import type { ExecutionContext } from '@nestjs/common';
import {
  getRequestPrincipal,
  principalOfRequest,
  setRequestPrincipal,
} from './request-principal.js';

const host = {} as ExecutionContext;
const userIs = (user: unknown) => principalOfRequest({ user }, host);

describe('who sent a request', () => {
  it('is whom the bearer guard found, whatever else is on the request', () => {
    const request = { user: { id: 'bob' } };
    const ann = { id: 'ann', scopes: [] };
    setRequestPrincipal(request, ann);
    expect(getRequestPrincipal(request)).toBe(ann);
    expect(principalOfRequest(request, host)).toBe(ann);
  });

  it.each([
    [
      { id: 'ann', scopes: ['a'] },
      { id: 'ann', scopes: ['a'] },
    ],
    [
      { sub: 'ann', scope: 'a  b' },
      { id: 'ann', scopes: ['a', 'b'] },
    ],
    [{ id: 7 }, { id: '7', scopes: [] }],
    [
      { id: 1, sub: 'b' },
      { id: 'b', scopes: [] },
    ],
    [
      { id: 1, sub: 'b', principal: 'c' },
      { id: 'c', scopes: [] },
    ],
    [
      { id: 'ann', scopes: ['a'], scope: 'b' },
      { id: 'ann', scopes: ['a'] },
    ],
    [
      { id: 'ann', scopes: '*' },
      { id: 'ann', scopes: [] },
    ],
    [
      { id: 'ann', scopes: [['*'], 7, '', 'a'] },
      { id: 'ann', scopes: ['a'] },
    ],
  ])('is read from the user %j that a guard left', (user, principal) => {
    expect(userIs(user)).toEqual(principal);
  });

  it.each([
    undefined,
    null,
    'ann',
    42,
    {},
    { id: '' },
    { id: {} },
    { id: Number.NaN },
    { name: 'ann' },
  ])('is nobody when the user is %j', (user) => {
    expect(userIs(user)).toBeNull();
  });

  it('is whom the host says', () => {
    const request = { session: { account: 'ann' }, user: { id: 'bob' } };
    const named = principalOfRequest(request, host, (asked, where) => {
      expect(where).toBe(host);
      return { id: (asked as typeof request).session.account, scopes: ['a'], issuer: 'https://i' };
    });
    expect(named).toEqual({ id: 'ann', scopes: ['a'], issuer: 'https://i' });
    expect(principalOfRequest(request, host, () => null)).toBeNull();
  });

  it.each([undefined, {}, { id: '' }, 'ann'])('cannot be %j', (named) => {
    expect(() => principalOfRequest({}, host, () => named as never)).toThrow(
      'principalFrom must return null or a principal',
    );
  });
});
