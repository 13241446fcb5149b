import { missingCapabilities } from './client-capabilities.js';
import { McpErrorCode, errorCodeIn } from './error-codes.js';
import { reachesLevel } from './log-levels.js';
import { LegacyCodec } from './legacy.codec.js';
import { ModernCodec } from './modern.codec.js';
import {
  LEGACY_VERSIONS,
  MODERN_VERSIONS,
  isModernVersion,
  negotiateLegacyVersion,
} from './protocol-versions.js';

describe('versions', () => {
  it('are negotiated among the legacy ones', () => {
    for (const version of LEGACY_VERSIONS) expect(negotiateLegacyVersion(version)).toBe(version);
    for (const version of ['1999-01-01', '', ...MODERN_VERSIONS])
      expect(negotiateLegacyVersion(version)).toBe('2025-11-25');
  });

  it('belong to one era', () => {
    expect(LEGACY_VERSIONS.some(isModernVersion)).toBe(false);
    expect(MODERN_VERSIONS.every(isModernVersion)).toBe(true);
  });
});

describe('error codes', () => {
  it('of one era never reach clients of the other', () => {
    const codes = Object.values(McpErrorCode);
    const modern = codes.map((code) => errorCodeIn('modern', code));
    expect(modern).not.toContain(McpErrorCode.RESOURCE_NOT_FOUND);
    expect(modern).not.toContain(McpErrorCode.URL_ELICITATION_REQUIRED);
    const legacy = codes.map((code) => errorCodeIn('legacy', code));
    expect(legacy).not.toContain(McpErrorCode.HEADER_MISMATCH);
    expect(legacy).not.toContain(McpErrorCode.MISSING_CAPABILITY);
  });
});

describe('log levels', () => {
  it('reach whoever wants them or less', () => {
    expect(reachesLevel('error', 'warning')).toBe(true);
    expect(reachesLevel('warning', 'warning')).toBe(true);
    expect(reachesLevel('info', 'warning')).toBe(false);
    expect(reachesLevel('loud', 'debug')).toBe(false);
    expect(reachesLevel('__proto__', 'debug')).toBe(false);
  });
});

describe('client capabilities', () => {
  it.each([
    [{ sampling: {} }, { sampling: {} }, undefined],
    [{ sampling: {} }, {}, { sampling: {} }],
    [{ sampling: { tools: {} } }, { sampling: {} }, { sampling: { tools: {} } }],
    [{ elicitation: { form: {} } }, { elicitation: {} }, undefined],
    [{ elicitation: { url: {} } }, { elicitation: {} }, { elicitation: { url: {} } }],
    [{ elicitation: { form: {} } }, { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    [{ constructor: {} }, {}, { constructor: {} }],
  ])('of %j, %j lacks %j', (required, declared, missing) => {
    expect(missingCapabilities(required, declared)).toEqual(missing);
  });
});

describe('results', () => {
  const modern = new ModernCodec({ name: 'desk', version: '1' });
  const legacy = new LegacyCodec();
  const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'desk', version: '1' } };

  it('are the same written as text and made as an object', () => {
    expect(JSON.parse(modern.completeJson('"a":1', '"x/y":2'))).toEqual(
      modern.complete({ a: 1, _meta: { 'x/y': 2 } }),
    );
    expect(JSON.parse(modern.completeJson(''))).toEqual({
      resultType: 'complete',
      _meta: serverInfo,
    });
    expect(JSON.parse(legacy.completeJson('"a":1', '"x/y":2'))).toEqual({
      a: 1,
      _meta: { 'x/y': 2 },
    });
    expect(legacy.completeJson('')).toBe('{}');
    expect(legacy.completeJson('', '"x/y":2')).toBe('{"_meta":{"x/y":2}}');
  });

  it('keep what their maker has said about them', () => {
    expect(modern.complete({ resultType: 'input_required' })).toMatchObject({
      resultType: 'input_required',
    });
  });
});
