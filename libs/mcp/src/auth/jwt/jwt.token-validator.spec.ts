import * as fc from 'fast-check';
import { FakeClock } from '../../../../../test/support/fake-clock.js';
import { LogRecorder } from '../../../../../test/support/log-recorder.js';
import { newKey, TokenIssuer } from '../../../../../test/support/token-issuer.js';
import type { IssuerKey, TokenParts } from '../../../../../test/support/token-issuer.js';
import { TokenValidationUnavailableError } from '../token-validator.js';
import { JwtTokenValidator } from './jwt.token-validator.js';
import type { JwtTokenValidatorOptions } from './jwt.options.js';

const YEAR_SECONDS = 366 * 86_400;

let ec: IssuerKey;
let rsa: IssuerKey;
let unpublished: IssuerKey;
let clock: FakeClock;
let issuer: TokenIssuer;
let log: LogRecorder;

beforeAll(async () => {
  [ec, rsa, unpublished] = await Promise.all([newKey('ec'), newKey('rsa', 'RS256'), newKey('new')]);
});
beforeEach(async () => {
  clock = new FakeClock();
  log = LogRecorder.start();
  issuer = await TokenIssuer.start(() => clock.now(), ec, rsa);
});
afterEach(async () => {
  log.stop();
  await issuer.stop();
});

function validator(options: Partial<JwtTokenValidatorOptions> = {}): Promise<JwtTokenValidator> {
  const { issuer: iss, audience, jwksUri } = issuer;
  return JwtTokenValidator.create({ issuer: iss, audience, jwksUri, ...options }, { clock });
}

async function verdictOn(parts: TokenParts, options: Partial<JwtTokenValidatorOptions> = {}) {
  return (await validator(options)).validate(await issuer.sign(parts));
}

const now = () => Math.floor(clock.now() / 1000);
const ANN = { id: 'ann', scopes: ['orders:read', 'orders:write'] };

describe('a signed token', () => {
  it('of the issuer, for this server and in time, names its bearer', async () => {
    expect(await verdictOn({})).toEqual(ANN);
  });

  it.each(['RS256', 'PS256', 'ES256', 'EdDSA'])('may be signed with %s', async (alg) => {
    const key = await newKey('k', alg);
    issuer.keys = [key];
    expect(await verdictOn({ key })).toEqual(ANN);
  });

  it('may name no key when the keys are few', async () => {
    issuer.keys = [unpublished, ec, rsa];
    expect(await verdictOn({ key: ec, header: { kid: undefined } })).toEqual(ANN);
    const stranger = await newKey('stranger');
    expect(await verdictOn({ key: stranger, header: { kid: undefined } })).toBeNull();
  });

  describe('is good whatever form its audience has:', () => {
    it.each([
      [
        'a list with this server in it',
        ['https://other.example.com', 'https://api.example.com/mcp'],
      ],
      ['a slash at the end', 'https://api.example.com/mcp/'],
      ['the host in upper case', 'https://API.example.com/mcp'],
    ])('%s', async (_form, aud) => {
      expect(await verdictOn({ claims: { aud } })).toEqual(ANN);
    });

    it('another audience that is configured', async () => {
      const audience = ['https://api.example.com/mcp', 'api://orders'];
      expect(await verdictOn({ claims: { aud: 'api://orders' } }, { audience })).toEqual(ANN);
    });
  });

  describe('is refused when it is for somebody else:', () => {
    it.each([
      ['no audience', undefined],
      ['another audience', 'https://other.example.com'],
      ['no audience in the list', []],
      ['the path in another case', 'https://api.example.com/MCP'],
      ['two slashes at the end', 'https://api.example.com/mcp//'],
      ['the host as a whole', 'https://api.example.com'],
      ['no text', { 0: 'https://api.example.com/mcp' }],
    ])('%s', async (_form, aud) => {
      expect(await verdictOn({ claims: { aud } })).toBeNull();
    });
  });

  describe('is refused when its time is not now:', () => {
    it.each<[string, () => Record<string, unknown>]>([
      ['no end', () => ({ exp: undefined })],
      ['expired', () => ({ exp: now() - 6 })],
      ['an end in text', () => ({ exp: String(now() + 300) })],
      ['an end that is no number', () => ({ exp: null })],
      ['an end in milliseconds', () => ({ exp: clock.now() + 300_000 })],
      ['an end in a far future', () => ({ exp: now() + YEAR_SECONDS + 1 })],
      ['a beginning in the future', () => ({ nbf: now() + 6 })],
      ['a beginning in text', () => ({ nbf: '0' })],
    ])('%s', async (_form, claims) => {
      expect(await verdictOn({ claims: claims() })).toBeNull();
    });
  });

  it('is good for as long as clocks may differ', async () => {
    expect(await verdictOn({ claims: { exp: now() - 4, nbf: now() + 4 } })).toEqual(ANN);
    expect(
      await verdictOn({ claims: { exp: now() - 1 } }, { clockToleranceSeconds: 0 }),
    ).toBeNull();
    const far = { exp: now() + YEAR_SECONDS - 1 };
    expect(await verdictOn({ claims: far })).toEqual(ANN);
  });

  it('ends while the server runs', async () => {
    const checking = await validator();
    const token = await issuer.sign();
    expect(await checking.validate(token)).toEqual(ANN);
    clock.advance(306_000);
    expect(await checking.validate(token)).toBeNull();
  });

  describe('is refused when it names the wrong people:', () => {
    it.each([
      ['no issuer', { iss: undefined }],
      ['another issuer', { iss: 'https://evil.example.com' }],
      ['a slash after the issuer', { iss: 'https://login.example.com/' }],
      ['the issuer in upper case', { iss: 'https://LOGIN.example.com' }],
      ['a list of issuers', { iss: ['https://login.example.com'] }],
      ['no subject', { sub: undefined }],
      ['an empty subject', { sub: '' }],
      ['a number for a subject', { sub: 42 }],
      ['an object for a subject', { sub: { id: 'ann' } }],
    ])('%s', async (_form, claims) => {
      expect(await verdictOn({ claims })).toBeNull();
    });
  });

  describe('is refused when its signature is worth nothing:', () => {
    it('none', async () => {
      const checking = await validator();
      for (const alg of ['none', 'None', '', null, undefined])
        expect(await checking.validate(issuer.forge({ alg, kid: 'ec' }, ''))).toBeNull();
    });

    it('a public key taken for a shared secret', async () => {
      const checking = await validator();
      expect(await checking.validate(await issuer.confuse(rsa))).toBeNull();
      expect(await checking.validate(await issuer.confuse(ec))).toBeNull();
    });

    it('an algorithm that is not pinned', async () => {
      expect(await verdictOn({ key: ec }, { algorithms: ['RS256'] })).toBeNull();
      expect(await verdictOn({ key: rsa }, { algorithms: ['RS256'] })).toEqual(ANN);
    });

    it('a key of another kind under the same name', async () => {
      expect(await verdictOn({ key: ec, header: { kid: 'rsa' } })).toBeNull();
    });

    it('a key of a stranger under the name of a good one', async () => {
      expect(await verdictOn({ key: { ...unpublished, kid: 'ec' } })).toBeNull();
    });

    it('a key that the token itself brings', async () => {
      const header = {
        jwk: unpublished.jwk,
        jku: 'http://127.0.0.1:1/',
        x5u: 'http://127.0.0.1:1/',
      };
      expect(await verdictOn({ key: unpublished, header })).toBeNull();
    });

    it('changed claims, a cut signature, an unknown critical extension', async () => {
      const checking = await validator();
      const [header, , signature = ''] = (await issuer.sign()).split('.');
      const claims = Buffer.from('{"sub":"boss"}').toString('base64url');
      expect(await checking.validate(`${header}.${claims}.${signature}`)).toBeNull();
      expect(await checking.validate((await issuer.sign()).slice(0, -4))).toBeNull();
      const critical = issuer.forge({ alg: 'ES256', kid: 'ec', crit: ['x'], x: 1 }, signature);
      expect(await checking.validate(critical)).toBeNull();
    });
  });

  it.each([
    '',
    'a.b.c',
    '..',
    'a.b.c.d.e',
    'e30.e30.e30',
    'bnVsbA.bnVsbA.bnVsbA',
    'tökén.tökén.tökén',
    '\u0000',
    'x'.repeat(100_000),
  ])('is refused when it is no token: %#', async (token) => {
    expect(await (await validator()).validate(token)).toBeNull();
  });

  it('is refused, and never a crash, whatever is in its header', async () => {
    const checking = await validator();
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('alg', 'kid', 'typ', 'crit', 'b64', 'jwk'), fc.jsonValue()),
        async (header) => {
          expect(
            await checking.validate(issuer.forge({ alg: 'ES256', ...header }, 'AAAA')),
          ).toBeNull();
        },
      ),
      { numRuns: 100 },
    );
  });

  it('must be of the type that is asked for', async () => {
    const tokenType = 'at+jwt';
    expect(await verdictOn({ header: { typ: 'JWT' } }, { tokenType })).toBeNull();
    expect(await verdictOn({}, { tokenType })).toBeNull();
    expect(await verdictOn({ header: { typ: 'at+jwt' } }, { tokenType })).toEqual(ANN);
  });

  it('says nothing about itself to the log but which rule it broke', async () => {
    await verdictOn({ claims: { aud: 'https://secret.example.com' } });
    await verdictOn({ claims: { exp: now() - 60 } });
    await (await validator()).validate('a.b.c');
    const [audience = '', expired = '', garbage = ''] = log.texts('debug');
    expect(audience).toMatch(/^Token refused: aud/);
    expect(expired).toMatch(/^Token refused: ERR_JWT_EXPIRED \(exp\)/);
    expect(garbage).toMatch(/^Token refused: ERR_JWS_INVALID/);
    expect(log.lines).toHaveLength(3);
  });
});

describe('the bearer of a good token', () => {
  it.each([
    [{ scope: ' a  b a ' }, ['a', 'b']],
    [{ scope: undefined, scp: ['a', 'b'] }, ['a', 'b']],
    [{ scope: undefined, scp: 'a b' }, ['a', 'b']],
    [{ scope: ['a', 7, ''] }, ['a']],
    [{ scope: 'a', scp: ['b'] }, ['a']],
    [{ scope: undefined }, []],
    [{ scope: { '*': true } }, []],
    [{ scope: '* a' }, ['a']],
  ])('has the scopes of %j', async (claims, scopes) => {
    expect(await verdictOn({ claims })).toEqual({ id: 'ann', scopes });
  });

  it('has a name and a client where the token tells', async () => {
    const claims = { name: 'Ann', client_id: 'editor' };
    expect(await verdictOn({ claims })).toEqual({
      ...ANN,
      displayName: 'Ann',
      extra: { client_id: 'editor' },
    });
  });

  it('is known with the issuer when there are several', async () => {
    const both = { issuer: [issuer.issuer, 'https://b.example.com'] };
    expect(await verdictOn({}, both)).toEqual({ ...ANN, issuer: issuer.issuer });
    expect(await verdictOn({ claims: { iss: 'https://b.example.com' } }, both)).toEqual({
      ...ANN,
      issuer: 'https://b.example.com',
    });
  });

  it('is whom the host makes of the claims', async () => {
    const principalOf: JwtTokenValidatorOptions['principalOf'] = (claims, principal) =>
      claims['blocked'] ? null : { ...principal, scopes: claims['roles'] as string[] };
    expect(await verdictOn({ claims: { roles: ['clerk'] } }, { principalOf })).toEqual({
      id: 'ann',
      scopes: ['clerk'],
    });
    expect(await verdictOn({ claims: { blocked: true } }, { principalOf })).toBeNull();
  });
});

describe('keys from configuration', () => {
  it('work without any network', async () => {
    const given = { jwksUri: undefined, jwks: { keys: [ec.jwk, rsa.jwk] } };
    expect(await verdictOn({ key: rsa }, given)).toEqual(ANN);
    expect(await verdictOn({ key: unpublished }, given)).toBeNull();
    expect(await verdictOn({ key: rsa }, { jwksUri: undefined, key: { ...ec.jwk } })).toBeNull();
    expect(issuer.fetches).toBe(0);
  });
});

describe('keys that the issuer publishes', () => {
  const down = () => {
    issuer.behaviour = (response) => response.writeHead(503).end();
  };
  const unavailable = expect.any(TokenValidationUnavailableError);

  it('are not fetched before they are needed, and then once', async () => {
    const checking = await validator();
    expect(issuer.fetches).toBe(0);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => issuer.sign()));
    await Promise.all(tokens.map((token) => checking.validate(token)));
    expect(issuer.fetches).toBe(1);
  });

  it('are not fetched for a token that could not be good anyway', async () => {
    const checking = await validator();
    await checking.validate('a.b.c');
    await checking.validate(await issuer.confuse(rsa));
    expect(issuer.fetches).toBe(0);
  });

  it('may rotate', async () => {
    const checking = await validator();
    await checking.validate(await issuer.sign());
    issuer.keys = [unpublished];
    clock.advance(30_000);
    expect(await checking.validate(await issuer.sign({ key: unpublished }))).toEqual(ANN);
    expect(await checking.validate(await issuer.sign({ key: ec }))).toBeNull();
  });

  it('are asked for once in 30 s, however many unknown keys are named', async () => {
    const checking = await validator();
    await checking.validate(await issuer.sign());
    clock.advance(30_000);
    for (let index = 0; index < 1_000; index++)
      expect(
        await checking.validate(issuer.forge({ alg: 'ES256', kid: `k${index}` }, 'AAAA')),
      ).toBeNull();
    expect(issuer.fetches).toBe(2);
    clock.advance(29_999);
    await checking.validate(issuer.forge({ alg: 'ES256', kid: 'x' }, 'AAAA'));
    expect(issuer.fetches).toBe(2);
    clock.advance(1);
    await checking.validate(issuer.forge({ alg: 'ES256', kid: 'x' }, 'AAAA'));
    expect(issuer.fetches).toBe(3);
  });

  it('work while the issuer is down, until they are too old', async () => {
    const checking = await validator();
    await checking.validate(await issuer.sign());
    down();
    for (let minute = 0; minute < 59; minute++) {
      clock.advance(60_000);
      expect(await checking.validate(await issuer.sign())).toEqual(ANN);
    }
    clock.advance(60_000);
    await expect(checking.validate(await issuer.sign())).rejects.toEqual(unavailable);
    expect(log.texts('warn')).toHaveLength(1);
    expect(log.texts('warn')[0]).toContain('answered with status 503');
    issuer.recover();
    clock.advance(1_000);
    expect(await checking.validate(await issuer.sign())).toEqual(ANN);
  });

  it('are fetched again in the background when they age, so that nobody waits', async () => {
    const checking = await validator();
    await checking.validate(await issuer.sign());
    clock.advance(600_000);
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      issuer.behaviour = (response, keys) => {
        resolve();
        answer = () => response.end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }));
      };
    });
    expect(await checking.validate(await issuer.sign())).toEqual(ANN);
    await asked;
    answer();
    expect(issuer.fetches).toBe(2);
  });

  it('leave a token with a new key undecided while the issuer is down', async () => {
    const checking = await validator();
    await checking.validate(await issuer.sign());
    down();
    clock.advance(30_000);
    const token = await issuer.sign({ key: unpublished });
    await expect(checking.validate(token)).rejects.toEqual(unavailable);
    expect(await checking.validate(await issuer.sign())).toEqual(ANN);
  });

  it.each<[string, TokenIssuer['behaviour']]>([
    ['fails', (response) => response.writeHead(500).end('oops')],
    ['redirects', (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['hangs up', (response) => response.destroy()],
    ['answers nothing', () => {}],
    ['stops in the middle', (response) => response.writeHead(200).write('{"keys":[')],
    ['sends a page for people', (response) => response.end('<html></html>')],
    ['sends something else', (response) => response.end('{"keys":{}}')],
    ['sends too much', (response) => response.end(`{"keys":[]}${' '.repeat(1_048_576)}`)],
  ])('leave tokens undecided when the issuer %s', async (_how, behaviour) => {
    issuer.behaviour = behaviour;
    const checking = await validator({ jwksTimeoutMs: 40 });
    const token = await issuer.sign();
    await expect(checking.validate(token)).rejects.toEqual(unavailable);
    // Everybody waits for the keys now, so the next attempt comes soon, but not at once.
    await expect(checking.validate(token)).rejects.toEqual(unavailable);
    expect(issuer.fetches).toBe(1);
    issuer.recover();
    clock.advance(1_000);
    expect(await checking.validate(token)).toEqual(ANN);
  });

  it('are not spoiled by one among them that is no good', async () => {
    const broken = { ...ec, jwk: { kty: 'EC', crv: 'P-256', kid: 'broken', x: '!', y: '!' } };
    issuer.keys = [broken, ec];
    expect(await verdictOn({ key: ec })).toEqual(ANN);
    expect(await verdictOn({ key: ec, header: { kid: 'broken' } })).toBeNull();
  });

  it('that turn out to be private are not used', async () => {
    issuer.keys = [{ ...ec, jwk: { ...ec.jwk, d: 'AAAA' } }];
    expect(await verdictOn({ key: ec })).toBeNull();
  });
});
