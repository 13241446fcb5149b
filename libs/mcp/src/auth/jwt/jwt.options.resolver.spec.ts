import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import { JwtConfigurationError } from './jwt-configuration.error.js';
import { resolveJwtOptions } from './jwt.options.resolver.js';
import type { JwtTokenValidatorOptions } from './jwt.options.js';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
const jwk = publicKey.export({ format: 'jwk' });

const GOOD = {
  issuer: 'https://login.example.com',
  audience: 'https://api.example.com/mcp',
  jwksUri: 'https://login.example.com/jwks',
};
const withKey = (key: unknown) => ({ ...GOOD, jwksUri: undefined, key });

function problemsOf(options: unknown): readonly string[] {
  try {
    resolveJwtOptions(options as JwtTokenValidatorOptions);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(JwtConfigurationError);
    return (error as JwtConfigurationError).problems;
  }
}

describe('the options of a JWT validator', () => {
  it('need an issuer, an audience and keys; the rest has safe defaults', () => {
    expect(resolveJwtOptions(GOOD)).toEqual({
      issuers: ['https://login.example.com'],
      audiences: ['https://api.example.com/mcp'],
      algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
      clockToleranceSeconds: 5,
      maxLifetimeSeconds: 31_622_400,
      tokenType: undefined,
      bindIssuer: false,
      principalOf: undefined,
      keySource: {
        kind: 'remote',
        uri: 'https://login.example.com/jwks',
        refreshMs: 600_000,
        maxAgeMs: 3_600_000,
        cooldownMs: 30_000,
        timeoutMs: 5_000,
      },
    });
  });

  it('make the issuer part of the principal when there are several', () => {
    expect(resolveJwtOptions({ ...GOOD, issuer: ['https://a', 'https://b'] }).bindIssuer).toBe(
      true,
    );
    expect(resolveJwtOptions({ ...GOOD, bindIssuer: true }).bindIssuer).toBe(true);
  });

  it.each([
    ['PEM', publicKey.export({ type: 'spki', format: 'pem' })],
    ['JWK', jwk],
    ['KeyObject', publicKey],
  ])('take a key as %s', (_form, key) => {
    expect(resolveJwtOptions(withKey(key) as JwtTokenValidatorOptions).keySource).toEqual({
      kind: 'given',
      keys: [jwk],
    });
  });

  it('keep what a JWK says about itself', () => {
    const keys = [{ ...jwk, kid: 'k1', alg: 'ES256', use: 'sig' }];
    expect(resolveJwtOptions({ ...GOOD, jwksUri: undefined, jwks: { keys } }).keySource).toEqual({
      kind: 'given',
      keys,
    });
  });

  it.each(['http://localhost:8080/jwks', 'http://127.0.0.1/jwks', 'http://[::1]:1/jwks'])(
    'take keys over plain http from %s',
    (jwksUri) => {
      expect(problemsOf({ ...GOOD, jwksUri })).toEqual([]);
    },
  );

  it('take keys over plain http from elsewhere only when told to', () => {
    const elsewhere = { ...GOOD, jwksUri: 'http://keycloak:8080/jwks' };
    expect(problemsOf(elsewhere).join()).toContain('jwksUri must be an https URL');
    expect(problemsOf({ ...elsewhere, allowInsecureJwksUri: true })).toEqual([]);
  });

  it.each([
    ['no audience', { ...GOOD, audience: undefined }, 'audience must be'],
    ['an empty audience', { ...GOOD, audience: [] }, 'audience must be'],
    ['an empty text among audiences', { ...GOOD, audience: ['a', ''] }, 'audience must be'],
    ['no issuer', { ...GOOD, issuer: undefined }, 'issuer must be'],
    [
      'no keys',
      { ...GOOD, jwksUri: undefined },
      'exactly one of jwksUri, jwks and key must be given, got none',
    ],
    ['two sources of keys', { ...GOOD, jwks: { keys: [jwk] } }, 'got jwksUri and jwks'],
    ['a path for a URL', { ...GOOD, jwksUri: '/jwks' }, 'jwksUri must be an absolute http(s) URL'],
    [
      'a file URL',
      { ...GOOD, jwksUri: 'file:///etc/keys' },
      'jwksUri must be an absolute http(s) URL',
    ],
    ['no algorithm', { ...GOOD, algorithms: [] }, 'algorithms must be'],
    [
      'the algorithm none',
      { ...GOOD, algorithms: ['none'] },
      'algorithms[0] must be an asymmetric',
    ],
    [
      'a shared secret',
      { ...GOOD, algorithms: ['RS256', 'HS256'] },
      'algorithms[1] must be an asymmetric',
    ],
    ['clocks far apart', { ...GOOD, clockToleranceSeconds: 61 }, 'clockToleranceSeconds must be'],
    [
      'a negative tolerance',
      { ...GOOD, clockToleranceSeconds: -1 },
      'clockToleranceSeconds must be',
    ],
    ['a misspelled option', { ...GOOD, audiences: 'x' }, 'audiences is not an option'],
    ['an empty key set', { ...GOOD, jwksUri: undefined, jwks: { keys: [] } }, 'jwks must be'],
    ['a secret key', withKey(createSecretKey(Buffer.alloc(32))), 'key is a shared secret'],
    ['a secret JWK', withKey({ kty: 'oct', k: 'AAAA' }), 'key is a shared secret'],
    ['a private key', withKey(privateKey), 'key is a private key'],
    ['a private JWK', withKey(privateKey.export({ format: 'jwk' })), 'key is a private key'],
    [
      'a private PEM',
      withKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      'key is a private key',
    ],
    ['a short key', withKey(small), 'it has 1024 bits'],
    ['a broken JWK', withKey({ kty: 'RSA', n: 1 }), 'key is not a usable public key'],
    ['a broken PEM', withKey('-----BEGIN PUBLIC KEY-----'), 'key is not a usable public key'],
    ['a number for a key', withKey(7), 'key is not a usable public key'],
    [
      'a broken key among others',
      { ...GOOD, jwksUri: undefined, jwks: { keys: [jwk, { kty: 'oct' }] } },
      'jwks.keys[1] is a shared secret',
    ],
    ['nothing at all', undefined, 'options must be an object'],
  ])('are refused with %s', (_what, options, problem) => {
    expect(problemsOf(options).join('\n')).toContain(problem);
  });

  it('are judged all at once', () => {
    expect(problemsOf({ algorithms: ['none'] })).toHaveLength(4);
  });

  it('never show a key', () => {
    const text = problemsOf(withKey(privateKey.export({ type: 'pkcs8', format: 'pem' }))).join();
    expect(text).not.toContain('BEGIN');
  });
});
