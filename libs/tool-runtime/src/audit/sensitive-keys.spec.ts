import fc from 'fast-check';
import { SensitiveKeys } from './sensitive-keys.js';

const SECRET = [
  'password',
  'Password',
  'PASSWORD',
  'PassWord',
  'userPassword1',
  'password_hash',
  'dbpassword',
  'passwd',
  'pwd',
  'DB_PASS',
  'passphrase',
  'apiKey',
  'api_key',
  'API-KEY',
  'APIKey',
  'apikey',
  'x-api-key',
  'accessToken',
  'access_token',
  'refreshTokens',
  'tokens',
  'GITHUB_PERSONAL_ACCESS_TOKEN',
  'X-Amz-Security-Token',
  'oauth2AccessToken',
  'secret',
  'client_secret',
  'authorization',
  'Proxy-Authorization',
  'cookie',
  'Set-Cookie',
  'credentials',
  'private_key',
  'privateKeyPem',
  'AccountKey',
  'Mcp-Session-Id',
  'session.id',
  'JSESSIONID',
  'otp',
  'pin',
  'cvv2',
  'auth',
  'bearer',
  'jwt',
  'connectionString',
  'requestState',
  'confirm_token',
  '--password',
  'code_verifier',
  'ｐａｓｓｗｏｒｄ',
];

const ORDINARY = [
  '',
  'tokenCount',
  'token_type',
  'tokenizer',
  'tokens_used',
  'maxTokens',
  'max_tokens_to_sample',
  'inputTokens',
  'secretary',
  'secretName',
  'author',
  'authorId',
  'authMethod',
  'passenger',
  'passRate',
  'compass',
  'passwordChangedAt',
  'expires_in',
  'cookieConsent',
  'spin',
  'pinned',
  'key',
  'keyboard',
  'publicKey',
  'primaryKey',
  'sessionCount',
  'value',
];

describe('the names that make a value secret', () => {
  const keys = new SensitiveKeys(['Credit-Card', 'номер паспорта']);

  it.each(SECRET)('include %p', (key) => {
    expect(keys.has(key)).toBe(true);
  });

  it.each(ORDINARY)('do not include %p', (key) => {
    expect(keys.has(key)).toBe(false);
  });

  it.each(['credit_card', 'creditCard', 'CREDIT CARD', 'Номер_Паспорта'])(
    'include %p, which the host added in another spelling',
    (key) => {
      expect(keys.has(key)).toBe(true);
      expect(new SensitiveKeys().has(key)).toBe(false);
    },
  );

  it('are found at the end of a name of any length', () => {
    expect(keys.has(`${'x'.repeat(1_000_000)}_password`)).toBe(true);
  });

  it('are the same in every common spelling', () => {
    const prefix = fc.constantFrom('my', 'old', 'github', 'primary', 'x');
    const secret = fc.constantFrom(
      ['api', 'key'],
      ['access', 'token'],
      ['client', 'secret'],
      ['password'],
    );
    const spell = fc.constantFrom<(words: string[]) => string>(
      (words) => words.join('_'),
      (words) => words.join('-').toUpperCase(),
      (words) => words.join('.'),
      (words) => words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(''),
      (words) => words.join(' '),
    );
    fc.assert(
      fc.property(prefix, secret, spell, (first, words, spelling) =>
        keys.has(spelling([first, ...words])),
      ),
    );
  });

  it('are decided for any number of made-up names without remembering them all', () => {
    const many = new SensitiveKeys();
    for (let index = 0; index < 5_000; index++) many.has(`name${index}`);
    expect(many.has('name4999_token')).toBe(true);
    expect(many.has('name4999')).toBe(false);
  });
});
