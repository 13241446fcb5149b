import {
  check,
  functionValue,
  isRecord,
  milliseconds,
  nonEmptyText,
  section,
  trueOrFalse,
} from '../../mcp.option-checks.js';
import type { OptionCheck } from '../../mcp.option-checks.js';
import { insecureKeySet, oneKeySource, symmetricAlgorithm } from '../auth.messages.js';
import { readGivenKey } from './given-keys.js';
import { JwtConfigurationError } from './jwt-configuration.error.js';
import { JWT_ALGORITHMS } from './jwt.options.js';
import type {
  JwtAlgorithm,
  JwtTokenValidatorOptions,
  KeySource,
  PublicJwk,
  ResolvedJwtOptions,
} from './jwt.options.js';

const DEFAULT_ALGORITHMS: readonly JwtAlgorithm[] = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
const MAX_TOLERANCE_SECONDS = 60;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const oneOrMore = check('a text, or an array of at least one text, none of them empty', (value) => {
  const values = Array.isArray(value) ? value : [value];
  return values.length > 0 && values.every((item) => typeof item === 'string' && item !== '');
});
const algorithms: OptionCheck = (path, value) =>
  Array.isArray(value) && value.length > 0
    ? value.flatMap((algorithm, index) =>
        (JWT_ALGORITHMS as readonly unknown[]).includes(algorithm)
          ? []
          : [symmetricAlgorithm(`${path}[${index}]`, algorithm, JWT_ALGORITHMS)],
      )
    : check('an array of at least one algorithm', () => false)(path, value);
const keySetUri = check(
  'an absolute http(s) URL',
  (value) => typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value),
);
const keySet: OptionCheck = (path, value) =>
  isRecord(value) && Array.isArray(value['keys']) && value['keys'].length > 0
    ? value['keys'].flatMap((jwk, index) => keyAt(`${path}.keys[${index}]`, jwk))
    : check('a JWK set with at least one key', () => false)(path, value);
const tolerance = check(
  `a number of seconds from 0 to ${MAX_TOLERANCE_SECONDS}`,
  (value) => typeof value === 'number' && value >= 0 && value <= MAX_TOLERANCE_SECONDS,
);
const positiveSeconds = check(
  'a number of seconds above 0',
  (value) => typeof value === 'number' && Number.isFinite(value) && value > 0,
);

const checkOptions = section(
  {
    issuer: oneOrMore,
    audience: oneOrMore,
    jwksUri: keySetUri,
    jwks: keySet,
    key: keyAt,
    algorithms,
    clockToleranceSeconds: tolerance,
    maxLifetimeSeconds: positiveSeconds,
    tokenType: nonEmptyText,
    bindIssuer: trueOrFalse,
    jwksRefreshMs: milliseconds,
    jwksMaxAgeMs: milliseconds,
    jwksCooldownMs: milliseconds,
    jwksTimeoutMs: milliseconds,
    allowInsecureJwksUri: trueOrFalse,
    principalOf: functionValue,
  } satisfies Record<keyof JwtTokenValidatorOptions, OptionCheck>,
  ['issuer', 'audience'],
);

/**
 * Decides every option: what the host wrote, else the default.
 * @throws JwtConfigurationError listing everything that is wrong
 */
export function resolveJwtOptions(written: JwtTokenValidatorOptions): ResolvedJwtOptions {
  const problems = [...checkOptions('', written), ...keySourceProblems(written)];
  if (problems.length > 0) throw new JwtConfigurationError(problems);
  const issuers = listOf(written.issuer);
  return {
    issuers,
    audiences: listOf(written.audience),
    algorithms: [...(written.algorithms ?? DEFAULT_ALGORITHMS)],
    clockToleranceSeconds: written.clockToleranceSeconds ?? 5,
    maxLifetimeSeconds: written.maxLifetimeSeconds ?? 366 * 86_400,
    tokenType: written.tokenType,
    bindIssuer: written.bindIssuer ?? issuers.length > 1,
    keySource: keySourceOf(written),
    principalOf: written.principalOf,
  };
}

function keySourceProblems(written: unknown): string[] {
  if (!isRecord(written)) return [];
  const given = ['jwksUri', 'jwks', 'key'].filter((name) => written[name] !== undefined);
  const { jwksUri, allowInsecureJwksUri } = written;
  return [
    ...(given.length === 1 ? [] : [oneKeySource(given)]),
    ...(typeof jwksUri === 'string' && isInsecure(jwksUri) && allowInsecureJwksUri !== true
      ? [insecureKeySet('jwksUri', jwksUri)]
      : []),
  ];
}

function isInsecure(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}

function keySourceOf(written: JwtTokenValidatorOptions): KeySource {
  const { jwksUri, jwks, key } = written;
  if (jwksUri !== undefined)
    return {
      kind: 'remote',
      uri: jwksUri,
      refreshMs: written.jwksRefreshMs ?? 600_000,
      maxAgeMs: written.jwksMaxAgeMs ?? 3_600_000,
      cooldownMs: written.jwksCooldownMs ?? 30_000,
      timeoutMs: written.jwksTimeoutMs ?? 5_000,
    };
  return { kind: 'given', keys: (jwks?.keys ?? [key]).map(jwkOf) };
}

function jwkOf(given: unknown): PublicJwk {
  const read = readGivenKey('key', given);
  if ('problem' in read) throw new JwtConfigurationError([read.problem]);
  return read.jwk;
}

function keyAt(path: string, given: unknown): string[] {
  const read = readGivenKey(path, given);
  return 'problem' in read ? [read.problem] : [];
}

function listOf(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : [...value];
}
