import * as fc from 'fast-check';
import { readBearerToken } from './bearer-token.js';

const sent = (...values: string[]) =>
  readBearerToken({ url: '/mcp', rawHeaders: values.flatMap((v) => ['Authorization', v]) });

const NOTHING_SENT = { token: undefined, sent: false };
const NOT_ACCEPTED = { token: undefined, sent: true };

describe('the bearer token of a request', () => {
  it.each(['Bearer abc', 'bearer abc', 'BEARER   abc', ' Bearer abc '])(
    'is read from %j',
    (value) => {
      expect(sent(value)).toEqual({ token: 'abc' });
    },
  );

  it('may have every character that the grammar allows', () => {
    expect(sent('Bearer aZ09-._~+/==')).toEqual({ token: 'aZ09-._~+/==' });
  });

  it.each([
    [[]],
    [['']],
    [['Basic dTpw']],
    [['Bearer']],
    [['Bearer  ']],
    [['Bearerabc']],
    [['Basic a', 'Basic b']],
  ])('was not sent with %j', (values) => {
    expect(sent(...values)).toEqual(NOTHING_SENT);
  });

  it.each([
    [['Bearer a', 'Bearer b']],
    [['Bearer a', 'Bearer a']],
    [['Basic a', 'Bearer b']],
    [['Bearer a b']],
    [['Bearer a, Bearer b']],
    [['Bearer =']],
    [['Bearer tök']],
    [['Bearer a\tb']],
    [[`Bearer ${'a'.repeat(16_384)}`]],
  ])('is not accepted from %j', (values) => {
    expect(sent(...values)).toEqual(NOT_ACCEPTED);
  });

  it.each(['?access_token=abc', '?a=1&access_token=', '?access%5Ftoken=abc'])(
    'is not accepted from a request with %s in its URL',
    (query) => {
      const rawHeaders = ['authorization', 'Bearer good'];
      expect(readBearerToken({ url: `/mcp${query}`, rawHeaders })).toEqual(NOT_ACCEPTED);
      expect(readBearerToken({ url: `/mcp${query}`, rawHeaders: [] })).toEqual(NOT_ACCEPTED);
    },
  );

  it('is read whatever else the query says', () => {
    const rawHeaders = ['authorization', 'Bearer good'];
    expect(readBearerToken({ url: '/mcp?my_access_token=x', rawHeaders })).toEqual({
      token: 'good',
    });
  });

  it('is read from parsed headers where there are no others', () => {
    expect(readBearerToken({ headers: { authorization: 'Bearer abc' } })).toEqual({ token: 'abc' });
    expect(readBearerToken({ headers: { authorization: ['Bearer a', 'Bearer b'] } })).toEqual(
      NOT_ACCEPTED,
    );
    expect(readBearerToken({})).toEqual(NOTHING_SENT);
  });

  it('has no white space and no control character, whatever is sent', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 3 }), (values) => {
        const { token } = sent(...values.map((value) => `Bearer ${value}`));
        expect(token ?? 'none').toMatch(/^[\x21-\x7e]+$/);
      }),
    );
  });
});
