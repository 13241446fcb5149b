/** Names that say by themselves that the value is a secret, each as one word. */
const SECRET_WORDS: ReadonlySet<string> = new Set([
  'password',
  'passwords',
  'passwd',
  'pwd',
  'passphrase',
  'passphrases',
  'passcode',
  'passkey',
  'token',
  'tokens',
  'secret',
  'secrets',
  'authorization',
  'authorisation',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'creds',
  'bearer',
  'jwt',
  'jwts',
  'otp',
  'totp',
  'cvv',
  'cvc',
  'mnemonic',
  'sessid',
]);

/** Two words that are a secret together, written as one. */
const SECRET_PAIRS: ReadonlySet<string> = new Set([
  'password',
  'passphrase',
  'passcode',
  'apikey',
  'apikeys',
  'accesskey',
  'accesskeys',
  'accountkey',
  'authkey',
  'deploykey',
  'encryptionkey',
  'masterkey',
  'privatekey',
  'privatekeys',
  'secretkey',
  'servicekey',
  'sessionkey',
  'sharedkey',
  'signingkey',
  'sshkey',
  'storagekey',
  'subscriptionkey',
  'webhookkey',
  'sessionid',
  'sessionids',
  'connectionstring',
  'connectionstrings',
  'connstring',
  'connstr',
  'requeststate',
  'authcode',
  'backupcode',
  'backupcodes',
  'mfacode',
  'pincode',
  'recoverycode',
  'recoverycodes',
  'verificationcode',
  'recoveryphrase',
  'seedphrase',
  'codeverifier',
  'clientassertion',
]);

/** Ordinary words that mean a secret only where a name ends with them: `DB_PASS`, but not `passRate`. */
const SECRET_ENDINGS: ReadonlySet<string> = new Set(['auth', 'pass', 'pin']);

/** Endings of names written without any border, such as `dbpassword`. */
const RUN_TOGETHER =
  /(?:password|passwd|passphrase|token|secret|apikey|accesskey|privatekey|secretkey|sessionid|sessid|cookie|credentials?|authorization)$|^(?:password|passphrase)/;

/** A name that ends with one of these speaks about the secret without holding it: `tokenCount`, `passwordChangedAt`. */
const DESCRIPTORS: ReadonlySet<string> = new Set(
  `age algorithm at audience budget bytes cjs column consent cost count counts days decimals description disabled domain enabled
  endpoint endpoints estimate estimates expiration expired expires expiry field file filename format host hours in index invalid
  issuer js jsx kind label length lifetime limit limits max method methods min minutes mjs mode ms name names offset on param parameter path
  policies policy position present provider required rotation schema scope scopes seconds server servers size status strategy
  strength supported symbol title ts tsx ttl type types uri uris url urls usage used valid version window`.split(
    /\s+/,
  ),
);

/** Next to these, `tokens` are units of a language model's text. */
const COUNTING: ReadonlySet<string> = new Set(
  `budget cached completion context count estimated input limit max maximum min minimum num number output per prompt reasoning
  remaining thinking total usage used`.split(/\s+/),
);

const WORD_BORDER = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z\d]+/;
const ASCII = /^[\u0020-\u007e]*$/;
const MAX_KEY = 128;
const MAX_REMEMBERED = 2_000;

/** A name without case and separators: `Credit-Card` and `creditCard` are the same. */
export function normaliseKey(key: string): string {
  const tail = key.slice(-MAX_KEY);
  return ASCII.test(tail)
    ? tail.replaceAll(/[^A-Za-z\d]+/g, '').toLowerCase()
    : tail
        .normalize('NFKC')
        .replaceAll(/[^\p{L}\p{N}]+/gu, '')
        .toLowerCase();
}

/**
 * Knows by its name whether a value is secret. Errs on the side of hiding: a name that contains a word for a secret counts as
 * secret unless it ends with a word that describes the secret instead.
 */
export class SensitiveKeys {
  private readonly extra: ReadonlySet<string>;
  // Names come mostly from schemas, so there are few; the cap is for those a caller makes up.
  private readonly remembered = new Map<string, boolean>();

  /** @param extra further names, compared whole and without case and separators */
  constructor(extra: readonly string[] = []) {
    this.extra = new Set(extra.map(normaliseKey).filter((key) => key !== ''));
  }

  /** True when a value under this name must not be shown. */
  has(key: string): boolean {
    const known = this.remembered.get(key);
    if (known !== undefined) return known;
    const verdict = this.decide(key);
    if (this.remembered.size < MAX_REMEMBERED && key.length <= MAX_KEY)
      this.remembered.set(key, verdict);
    return verdict;
  }

  private decide(key: string): boolean {
    if (this.extra.size > 0 && this.extra.has(normaliseKey(key))) return true;
    const tail = key.slice(-MAX_KEY);
    const words = (ASCII.test(tail) ? tail : tail.normalize('NFKC'))
      .split(WORD_BORDER)
      .map((word) => word.toLowerCase().replace(/\d+$/, ''))
      .filter((word) => word !== '');
    return words.some((_, index) => namesSecret(words, index));
  }
}

/** True when the secret that starts at word `index`, if one does, is what the whole name stands for. */
function namesSecret(words: readonly string[], index: number): boolean {
  const word = words[index];
  const last = words.length - 1;
  if (index === last && SECRET_ENDINGS.has(word)) return true;
  const length = secretLength(word, words[index + 1]);
  if (length === 0) return false;
  if (index + length <= last && DESCRIPTORS.has(words[last])) return false;
  return !(word === 'tokens' && words.some((other) => COUNTING.has(other)));
}

/** How many words the secret takes, 0 when it is none. */
function secretLength(word: string, next: string | undefined): 0 | 1 | 2 {
  if (next !== undefined && (SECRET_PAIRS.has(word + next) || RUN_TOGETHER.test(word + next)))
    return 2;
  if (SECRET_WORDS.has(word) || SECRET_PAIRS.has(word) || RUN_TOGETHER.test(word)) return 1;
  return 0;
}
