import type { McpHeaders } from '../json-rpc/mcp-exchange.js';
import { decodeHeaderValue } from './header-value.js';
import { paramHeaderMismatch } from './param-header.checks.js';
import type { ParamHeader } from './param-header.declarations.js';
import { standardHeaderMismatch } from './standard-header.checks.js';

const headersOf = (values: Record<string, string>): McpHeaders => {
  const map = new Map(Object.entries(values));
  return { get: (name) => map.get(name) };
};
const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('a header that stands for a value', () => {
  it.each([
    ['plain', 'plain'],
    [base64('tööl'), 'tööl'],
    [base64(''), ''],
    ['=?BASE64?dA==?=', '=?BASE64?dA==?='],
    ['=?base64?dA==', '=?base64?dA=='],
    ['dA==?=', 'dA==?='],
    ['=?base64?=', '=?base64?='],
  ])('%j is %j', (written, meant) => {
    expect(decodeHeaderValue(written)).toBe(meant);
  });

  it.each([
    '=?base64?dA=?=',
    '=?base64?d?=',
    '=?base64?d*==?=',
    '=?base64?/w==?=',
    '=?base64? dA==?=',
  ])('%j is nothing at all', (written) => {
    expect(decodeHeaderValue(written)).toBeUndefined();
  });
});

describe('the standard headers of a modern request', () => {
  const call = (name: unknown) =>
    ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }) as const;
  const all = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'echo',
  };

  it('fit the body', () => {
    expect(standardHeaderMismatch(call('echo'), headersOf(all))).toBeUndefined();
    expect(
      standardHeaderMismatch(call('tööl'), headersOf({ ...all, 'mcp-name': base64('tööl') })),
    ).toBeUndefined();
  });

  it('need no name where the method has none, or the body forgot it', () => {
    const { 'mcp-name': _, ...unnamed } = all;
    expect(standardHeaderMismatch(call(undefined), headersOf(unnamed))).toBeUndefined();
    expect(
      standardHeaderMismatch({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, headersOf(unnamed)),
    ).toBeUndefined();
  });

  it.each([
    ['the version is missing', { 'mcp-protocol-version': undefined }],
    ['the method is missing', { 'mcp-method': undefined }],
    ['the name is missing', { 'mcp-name': undefined }],
    ['the name is another', { 'mcp-name': 'Echo' }],
    ['the name cannot be decoded', { 'mcp-name': '=?base64?*?=' }],
  ])('contradict it when %s', (_, change) => {
    const given = Object.entries({ ...all, ...change }).filter(([, value]) => value !== undefined);
    const mismatch = standardHeaderMismatch(
      call('echo'),
      headersOf(Object.fromEntries(given) as Record<string, string>),
    );
    expect(mismatch?.message).toMatch(/^Header mismatch: Mcp-|^Header mismatch: MCP-/);
  });

  it('are echoed no further than is useful', () => {
    const long = 'x'.repeat(10_000);
    const mismatch = standardHeaderMismatch(call('echo'), headersOf({ ...all, 'mcp-name': long }));
    expect(JSON.stringify(mismatch).length).toBeLessThan(1000);
  });
});

describe('arguments repeated in headers', () => {
  const declarations: readonly ParamHeader[] = [
    { header: 'mcp-param-region', path: ['region'], type: 'string' },
    { header: 'mcp-param-amount', path: ['order', 'amount'], type: 'integer' },
    { header: 'mcp-param-dry', path: ['dry'], type: 'boolean' },
  ];
  const mismatch = (args: Record<string, unknown>, headers: Record<string, string>) =>
    paramHeaderMismatch(declarations, args, headersOf(headers))?.data.mismatch.header;

  it.each([
    [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
    [{ region: 'größe' }, { 'mcp-param-region': base64('größe') }],
    [{ order: { amount: 42 } }, { 'mcp-param-amount': '42.0' }],
    [{ order: { amount: -1 } }, { 'mcp-param-amount': '-1' }],
    [{ dry: false }, { 'mcp-param-dry': 'false' }],
    [{ region: null }, {}],
    [{}, {}],
    // Validation says what is wrong with this one.
    [{ region: { a: 1 } }, {}],
  ])('%j agrees with %j', (args, headers) => {
    expect(mismatch(args, headers)).toBeUndefined();
  });

  it.each([
    [{ region: 'eu' }, {}, 'mcp-param-region'],
    [{ region: 'eu' }, { 'mcp-param-region': 'EU' }, 'mcp-param-region'],
    [{ region: 'eu' }, { 'mcp-param-region': '=?base64?ZXU?=' }, 'mcp-param-region'],
    [{ order: { amount: 42 } }, { 'mcp-param-amount': '42.5' }, 'mcp-param-amount'],
    [{ order: { amount: 42 } }, { 'mcp-param-amount': '0x2a' }, 'mcp-param-amount'],
    [{ dry: false }, { 'mcp-param-dry': 'False' }, 'mcp-param-dry'],
    [{ region: null }, { 'mcp-param-region': 'eu' }, 'mcp-param-region'],
    [{}, { 'mcp-param-amount': '1' }, 'mcp-param-amount'],
  ])('%j contradicts %j', (args, headers, header) => {
    expect(mismatch(args, headers)).toBe(header);
  });

  it('are looked up in the arguments themselves, never in what they inherit', () => {
    const inherited: readonly ParamHeader[] = [
      { header: 'mcp-param-x', path: ['constructor', 'name'], type: 'string' },
    ];
    expect(paramHeaderMismatch(inherited, {}, headersOf({}))).toBeUndefined();
  });
});
