import { webContextOf } from './web-context.js';

const callerOf = (user: unknown) => {
  const { principal, scopes } = webContextOf({ user });
  return { principal, scopes };
};

describe('the caller of an ordinary request', () => {
  it('is who authentication says it is', () => {
    expect(callerOf({ id: 42, scopes: ['a', 'b'] })).toEqual({
      principal: '42',
      scopes: ['a', 'b'],
    });
    expect(callerOf({ sub: 'ann' })).toEqual({ principal: 'ann', scopes: [] });
    expect(callerOf({ id: 1, sub: 'b', principal: 'c' }).principal).toBe('c');
    expect(callerOf({ id: 0 }).principal).toBe('0');
  });

  it.each([
    undefined,
    null,
    'ann',
    42,
    [],
    {},
    { id: '' },
    { id: {} },
    { id: Number.NaN },
    { name: 'ann' },
  ])('is nobody when the user is %j', (user) => {
    expect(callerOf(user)).toEqual({ principal: null, scopes: [] });
  });

  it.each(['*', { 0: '*' }, [['*']], [{ scope: '*' }]])(
    'has no scopes when they are given as %j',
    (scopes) => {
      expect(callerOf({ id: 1, scopes })).toEqual({ principal: '1', scopes: [] });
    },
  );

  it('comes with address and user agent, on the web channel', () => {
    const request = { ip: '192.0.2.1', headers: { 'user-agent': 'curl' } };
    expect(webContextOf(request)).toMatchObject({
      channel: 'web',
      ip: '192.0.2.1',
      userAgent: 'curl',
      mode: 'execute',
    });
  });

  it.each([undefined, null, 'request', 7])('is nobody without a request (%j)', (request) => {
    expect(webContextOf(request)).toMatchObject({ channel: 'web', principal: null, scopes: [] });
  });
});
