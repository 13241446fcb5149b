import { inspect } from 'node:util';
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { someCall, someRecord } from '@toolgate/testing';
import { canonicalJson, sha256 } from '../common/canonical-json.js';
import { AuditRecordFactory } from './audit-record.factory.js';
import { auditLine } from './logger.audit-sink.js';
import { Redactor } from './redactor.js';

const SECRET = 'S3NT1NEL-71bf';
const options = { audit: { sensitiveKeys: [], maxArgumentsBytes: 300 } };

function createFactory() {
  const redactor = new Redactor(options);
  const clock = { now: () => Date.UTC(2030, 0, 2, 3, 4, 5, 6), monotonic: () => 0 };
  const random = { hex: jest.fn((bytes: number) => 'ab'.repeat(bytes)) };
  return { redactor, random, factory: new AuditRecordFactory(redactor, clock, random, options) };
}

describe('an audit record', () => {
  it('says everything about the call, in snake_case as JSON', () => {
    const record = createFactory().factory.create(
      someCall({ args: { id: 'A-1', password: SECRET }, code: 'CONFLICT', reasonCode: 'shipped' }),
    );
    expect(JSON.parse(JSON.stringify(record))).toEqual({
      id: 'ab'.repeat(16),
      time: '2030-01-02T03:04:05.006Z',
      phase: 'terminal',
      outcome: 'executed',
      success: true,
      code: 'CONFLICT',
      reason_code: 'shipped',
      tool: 'refund_order',
      fingerprint: 'f'.repeat(64),
      request_id: '0123456789abcdef0123456789abcdef',
      channel: 'web',
      principal: 'user:42',
      ip: '203.0.113.7',
      user_agent: 'test-client/1.0',
      took_ms: 150,
      result_bytes: 12,
      cache_served: false,
      late: false,
      arguments: { id: 'A-1', password: '***REDACTED***' },
      arguments_digest: sha256(canonicalJson({ id: 'A-1', password: SECRET })),
    });
  });

  it('costs nothing that nobody reads, and everything only once', () => {
    const { factory, redactor, random } = createFactory();
    const redact = jest.spyOn(redactor, 'redact');
    const record = factory.create(someCall());
    expect(redact).not.toHaveBeenCalled();
    expect(random.hex).not.toHaveBeenCalled();
    expect(record.arguments).toBe(record.arguments);
    expect(record.id).toBe(record.id);
    expect(redact).toHaveBeenCalledTimes(1);
    expect(random.hex).toHaveBeenCalledTimes(1);
  });

  it('has the time of the call, however late it is read', () => {
    let now = 1_000;
    const { redactor, random } = createFactory();
    const clock = { now: () => now, monotonic: () => 0 };
    const record = new AuditRecordFactory(redactor, clock, random, options).create(someCall());
    now = 99_000;
    expect(record.time).toBe('1970-01-01T00:00:01.000Z');
  });

  it('gives equal arguments equal digests, in whatever order they came', () => {
    const digest = (args: unknown) => someRecord({ args }).argumentsDigest;
    expect(digest({ a: 1, b: 2 })).toBe(digest({ b: 2, a: 1 }));
    expect(digest({ a: 1 })).not.toBe(digest({ a: 2 }));
    expect(digest({ password: 'x' })).not.toBe(digest({ password: 'y' }));
    expect(digest({ a: 1 })).toMatch(/^[0-9a-f]{64}$/);
  });

  it('gives the same views in whatever order they are read', () => {
    const args = { id: 1, password: SECRET };
    const one = someRecord({ args });
    const other = someRecord({ args });
    const digestFirst = [one.argumentsDigest, one.arguments];
    const argumentsFirst = [other.arguments, other.argumentsDigest];
    expect(digestFirst).toEqual(argumentsFirst.reverse());
    expect([one.argumentsDigest, one.arguments]).toEqual(digestFirst);
  });

  it('bounds and redacts every text that a caller chooses', () => {
    const long = `Bearer ${SECRET} `.repeat(1_000);
    const record = someRecord({
      tool: long,
      fingerprint: undefined,
      requestId: long,
      channel: long,
      principal: long,
      ip: long,
      userAgent: long,
      code: long,
      reasonCode: long,
    });
    const text = JSON.stringify(record);
    expect(text).not.toContain('S3NT1NEL');
    expect(text.length).toBeLessThan(4_000);
  });

  it('keeps a principal that looks like an assignment readable', () => {
    expect(someRecord({ principal: 'api-key:partner-7' }).principal).toBe('api-key:partner-7');
    expect(someRecord({ principal: null }).principal).toBeNull();
  });

  it('cannot be changed through what it hands out', () => {
    const shown = someRecord({ args: { a: { b: 1 } } }).arguments as { a: { b: number } };
    expect(() => {
      shown.a.b = 2;
    }).toThrow(TypeError);
  });

  it('shows no unredacted argument when it is printed, copied or cloned as an object', () => {
    const record = someRecord({ args: { password: SECRET } });
    expect(inspect(record, { depth: 9, showHidden: true })).not.toContain(SECRET);
    expect(inspect(record)).toContain('***REDACTED***');
    expect(inspect({ ...record })).not.toContain(SECRET);
    expect(inspect(structuredClone(record))).not.toContain(SECRET);
  });

  it.each([
    ['absent', undefined],
    ['cyclic', Object.assign([], { 0: [] as unknown[] })],
    ['not JSON', { amount: 10n, when: new Date(0) }],
    [
      'unreadable',
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error(SECRET);
          },
        },
      ),
    ],
  ])('can be read when the arguments are %s', (_, args) => {
    if (Array.isArray(args)) args[0] = args;
    const text = JSON.stringify(someRecord({ args }));
    expect(text).not.toContain(SECRET);
    expect(JSON.parse(text)).toMatchObject({ tool: 'refund_order' });
  });
});

describe('the secrets of a call', () => {
  const buffered = Buffer.from(SECRET);
  it.each<[string, unknown]>([
    ['password', { password: SECRET }],
    ['Password', { Password: SECRET }],
    ['apiKey', { apiKey: SECRET }],
    ['api_key', { api_key: SECRET }],
    ['x-api-key', { headers: { 'x-api-key': SECRET } }],
    ['accessToken', { accessToken: SECRET }],
    ['an environment', { env: { GITHUB_PERSONAL_ACCESS_TOKEN: SECRET } }],
    ['a list of credentials', { credentials: [{ value: SECRET }] }],
    ['a map', new Map([['secret', SECRET]])],
    ['a buffer', { file: buffered }],
    ['a serialised buffer', { file: buffered.toJSON() }],
    ['a JSON text', { body: JSON.stringify({ auth: { password: SECRET } }) }],
    ['the user of a URL', { url: `https://user:${SECRET}@example.com/` }],
    ['the query of a URL', { url: `https://example.com/?access_token=${SECRET}` }],
    ['an Authorization header', { headers: { Authorization: `Basic ${SECRET}` } }],
    ['a dump of headers', { raw: `GET / HTTP/1.1\r\nAuthorization: Bearer ${SECRET}\r\n\r\n` }],
    ['a cookie', { headers: { Cookie: `sid=${SECRET}` } }],
    ['a session id', { headers: { 'Mcp-Session-Id': SECRET } }],
    ['confirm_token', { confirm_token: SECRET }],
    ['requestState', { requestState: SECRET }],
    ['an error message', new Error(`cannot log in with password=${SECRET}`)],
    ['the cause of an error', new Error('x', { cause: { password: SECRET } })],
    ['a declared path', { form: { answer: SECRET } }],
  ])('are in no record and no line: %s', (_, args) => {
    const record = someRecord({ args, sensitive: [['form', 'answer']] });
    for (const text of [JSON.stringify(record), auditLine(record), inspect(record)]) {
      expect(text).not.toContain('S3NT1NEL');
      for (const encoding of ['base64', 'hex'] as const)
        expect(text).not.toContain(buffered.toString(encoding));
      expect(text).not.toContain([...buffered].join(','));
    }
  });

  it('are in no record and no line, wherever the schema says they are', () => {
    const step = fc.constantFrom('*', 'a', 'b');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), fc.jsonValue(), (path, other) => {
        const args = path.reduceRight<unknown>(
          (inner, name) => (name === '*' ? [other, inner, inner] : { [name]: inner, other }),
          SECRET,
        );
        const record = someRecord({ args, sensitive: [path] });
        expect(JSON.stringify(record)).not.toContain(SECRET);
        expect(auditLine(record)).not.toContain(SECRET);
      }),
    );
  });

  it('leave the rest of the arguments readable', () => {
    const args = { tokenCount: 3, secretary: 'Ann', order: 'A-1' };
    expect(someRecord({ args }).arguments).toEqual(args);
  });
});
