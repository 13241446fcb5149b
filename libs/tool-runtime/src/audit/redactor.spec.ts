import vm from 'node:vm';
import fc from 'fast-check';
import { Redactor } from './redactor.js';

const SECRET = 'S3NT1NEL-8d2c';
const REDACTED = '***REDACTED***';
const redactor = new Redactor({ audit: { sensitiveKeys: ['credit_card'] } });
const json = (value: unknown, maxBytes?: number) =>
  JSON.stringify(redactor.redact(value, maxBytes === undefined ? {} : { maxBytes }));

describe('redacting a value', () => {
  it('hides what stands under a secret name and keeps the rest', () => {
    expect(redactor.redact({ user: { name: 'John', password: SECRET } })).toEqual({
      user: { name: 'John', password: REDACTED },
    });
    expect(
      redactor.redact({ PASSWORD: SECRET, Token: SECRET, secret: SECRET, apiKey: 'sk-1' }),
    ).toEqual({
      PASSWORD: REDACTED,
      Token: REDACTED,
      secret: REDACTED,
      apiKey: REDACTED,
    });
  });

  it('hides it whatever its type is', () => {
    for (const value of [42, true, null, [SECRET], { deep: SECRET }, Buffer.from(SECRET)])
      expect(redactor.redact({ password: value })).toEqual({ password: REDACTED });
  });

  it('hides names the host added, in any spelling', () => {
    expect(redactor.redact({ creditCard: '4111111111111111', amount: 100 })).toEqual({
      creditCard: REDACTED,
      amount: 100,
    });
  });

  it('keeps names that only look like secrets', () => {
    const value = { tokenCount: 7, secretary: 'Ann', max_tokens: 500, author: 'Bob' };
    expect(redactor.redact(value)).toEqual(value);
  });

  it('hides values that are labelled by a neighbour', () => {
    expect(json([{ name: 'Authorization', value: SECRET }])).not.toContain(SECRET);
    expect(json({ key: 'DB_PASSWORD', value: SECRET })).not.toContain(SECRET);
    expect(json([['password', SECRET]])).not.toContain(SECRET);
    expect(json(['Host', 'example.com', 'Authorization', SECRET])).not.toContain(SECRET);
    expect(json(['login', '--password', SECRET])).not.toContain(SECRET);
    expect(redactor.redact({ name: 'colour', value: 'red' })).toEqual({
      name: 'colour',
      value: 'red',
    });
  });

  it('never shows bytes', () => {
    const bytes = Buffer.from(SECRET);
    expect(
      redactor.redact([bytes, new Uint8Array(bytes), bytes.toJSON(), new ArrayBuffer(8)]),
    ).toEqual(['[Buffer 13 bytes]', '[Bytes 13 bytes]', '[Buffer 13 bytes]', '[Bytes 8 bytes]']);
  });

  it('shows maps, sets, dates, errors and other classes as what they mean', () => {
    class Order {
      id = 7;
      token = SECRET;
    }
    expect(
      redactor.redact({
        map: new Map<unknown, unknown>([
          ['password', SECRET],
          [{}, 1],
          ['a', 2],
        ]),
        set: new Set(['x', 1n]),
        date: new Date(0),
        invalid: new Date(NaN),
        error: new Error(`password=${SECRET}`),
        order: new Order(),
        url: new URL(`https://u:${SECRET}@example.com/a?b=1`),
        nothing: undefined,
        number: Infinity,
        pattern: /a/,
        boxed: Object('Bearer S3NT1NEL'),
        symbol: Symbol('s'),
        call: () => SECRET,
      }),
    ).toEqual({
      map: { password: REDACTED, '[object]': 1, a: 2 },
      set: ['x', '1'],
      date: '1970-01-01T00:00:00.000Z',
      invalid: 'Invalid Date',
      error: { name: 'Error', message: `password=${REDACTED}` },
      order: { id: 7, token: REDACTED },
      url: `https://${REDACTED}@example.com/a?b=1`,
      number: 'Infinity',
      pattern: '/a/',
      boxed: `Bearer ${REDACTED}`,
      symbol: 'Symbol(s)',
      call: '[Function]',
    });
  });

  it('shows a marker instead of what cannot be read, and goes on', () => {
    const hostile = {
      get broken() {
        throw new Error(SECRET);
      },
      fine: 1,
      proxy: new Proxy(
        {},
        {
          ownKeys() {
            throw new Error(SECRET);
          },
        },
      ),
    };
    expect(redactor.redact(hostile)).toEqual({
      broken: '***UNREDACTABLE***',
      fine: 1,
      proxy: '***UNREDACTABLE***',
    });
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    expect(redactor.redact(revoked.proxy)).toBe('***UNREDACTABLE***');
  });

  it('marks cycles but shows what is merely used twice', () => {
    const shared = { a: 1 };
    const cyclic: Record<string, unknown> = { first: shared, second: shared };
    cyclic['self'] = cyclic;
    expect(redactor.redact(cyclic)).toEqual({
      first: { a: 1 },
      second: { a: 1 },
      self: '[Circular]',
    });
  });

  it('reaches no prototype through a member named __proto__', () => {
    const copy = redactor.redact(JSON.parse('{"__proto__":{"admin":true}}'));
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"admin":true}}');
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
  });

  it('changes nothing in the value', () => {
    const value = Object.freeze({ password: SECRET, list: Object.freeze([1]) });
    redactor.redact(value);
    expect(value).toEqual({ password: SECRET, list: [1] });
  });
});

describe('redacting what a schema declares secret', () => {
  const redact = (value: unknown, ...sensitivePaths: string[][]) =>
    redactor.redact(value, { sensitivePaths });

  it('hides the value at the path, in every element of an array', () => {
    expect(
      redact(
        {
          lines: [
            { sku: 'a', price: 1 },
            { sku: 'b', price: 2 },
          ],
          note: 'n',
        },
        ['lines', '*', 'price'],
        ['note'],
      ),
    ).toEqual({
      lines: [
        { sku: 'a', price: REDACTED },
        { sku: 'b', price: REDACTED },
      ],
      note: REDACTED,
    });
  });

  it('hides the whole value for an empty path', () => {
    expect(redact({ a: 1 }, [])).toBe(REDACTED);
  });

  it.each([
    ['a structure sent as JSON text', { card: `{"number":"${SECRET}"}` }],
    ['a structure sent as other text', { card: `number is ${SECRET}` }],
    ['an object wrapped in an array', { card: [{ number: SECRET }] }],
    ['a list of objects sent as one object', { cards: { number: SECRET } }],
    ['a value in place of the structure', { card: SECRET }],
    ['a name spelt differently', { Card: { NUMBER: SECRET } }],
  ])('hides it in arguments that were refused: %s', (_, args) => {
    const shown = JSON.stringify(redact(args, ['card', 'number'], ['cards', '*', 'number']));
    expect(shown).not.toContain(SECRET);
    expect(shown).toContain(REDACTED);
  });
});

describe('what a refused call leaves readable', () => {
  it('is everything beside the secret', () => {
    expect(
      redactor.redact(
        { card: [{ number: SECRET, holder: 'Ann' }] },
        { sensitivePaths: [['card', 'number']] },
      ),
    ).toEqual({ card: [{ number: REDACTED, holder: 'Ann' }] });
  });
});

describe('redacting a text', () => {
  it.each([
    [`Authorization: Bearer ${SECRET}`, `Authorization: ${REDACTED}`],
    [`Bearer ${SECRET}`, `Bearer ${REDACTED}`],
    ['Basic dXNlcjpwYXNzd29yZA==', `Basic ${REDACTED}`],
    [`https://user:${SECRET}@host/p?a=1`, `https://${REDACTED}@host/p?a=1`],
    [`postgres://u:p/${SECRET}@db/x`, `postgres://${REDACTED}@db/x`],
    [`https://h/p?api_key=${SECRET}&x=1`, `https://h/p?api_key=${REDACTED}&x=1`],
    [`https://h/?key=${SECRET}#top`, `https://h/?key=${REDACTED}`],
    [
      `to=https%3A%2F%2Fx%3Faccess_token%3D${SECRET}`,
      `to=https%3A%2F%2Fx%3Faccess_token%3D${REDACTED}`,
    ],
    [`password=${SECRET} user=bob`, `password=${REDACTED} user=bob`],
    [`client_secret=${SECRET}&grant_type=code`, `client_secret=${REDACTED}&grant_type=code`],
    [`{"password":"${SECRET}","n":1}`, `{"password":"${REDACTED}","n":1}`],
    [
      `sent {"a":{"credentials":[{"v":"${SECRET}"}]},"b":1}.`,
      `sent {"a":{"credentials":${REDACTED}},"b":1}.`,
    ],
    [
      `{"body":"{\\"password\\":\\"${SECRET}\\"}"}`,
      `{"body":"{\\"password\\":\\"${REDACTED}\\"}"}`,
    ],
    [
      `log {\\"password\\":\\"${SECRET} \\\\\\" ${SECRET}\\"} end`,
      `log {\\"password\\":\\"${REDACTED}\\"} end`,
    ],
    [`{ password: '${SECRET}', b: 2 }`, `{ password: '${REDACTED}', b: 2 }`],
    [`Map(1) { 'password' => '${SECRET}' }`, `Map(1) { 'password' => '${REDACTED}' }`],
    [
      `Host: x\r\nCookie: a=b; c=${SECRET}\r\nAccept: y`,
      `Host: x\r\nCookie: ${REDACTED}\r\nAccept: y`,
    ],
    [`Set-Cookie: sid="${SECRET}"; Path=/`, `Set-Cookie: ${REDACTED}`],
    [`mcp-session-id: ${SECRET}`, `mcp-session-id: ${REDACTED}`],
    [`<password>${SECRET}</password><b>c</b>`, `<password>${REDACTED}</password><b>c</b>`],
    [`<token><![CDATA[${SECRET}<]]></token>`, `<token>${REDACTED}</token>`],
    [`Server=h;Password=my ${SECRET};Db=1`, `Server=h;Password=${REDACTED};Db=1`],
    [`Server=h; Password=my ${SECRET}`, `Server=h; Password=${REDACTED}`],
    [`Password=my ${SECRET};Server=h`, `Password=${REDACTED};Server=h`],
    [`the token = password: "${SECRET}"`, `the token = ${REDACTED}"`],
    [`the password = " token="a ${SECRET}" end`, `the password = "${REDACTED}" end`],
    [`token=YWJj= user=bob`, `token=${REDACTED} user=bob`],
    [`login --password ${SECRET} --user bob`, `login --password ${REDACTED} --user bob`],
    [`the api key: ${SECRET}`, `the api key: ${REDACTED}`],
    [`passphrase: correct ${SECRET} battery`, `passphrase: ${REDACTED}`],
    [`password: "${SECRET} without an end`, `password: "${REDACTED}`],
    [`secrets = { a: '${SECRET}', b: [ 'x' ]`, `secrets = ${REDACTED}`],
    [`authorization=Token ${SECRET} x`, `authorization=${REDACTED} x`],
    [`-----BEGIN RSA PRIVATE KEY-----\n${SECRET}\n-----END RSA PRIVATE KEY-----.`, `${REDACTED}.`],
    [`key -----BEGIN PRIVATE KEY-----\n${SECRET}`, `key ${REDACTED}`],
    ['a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig-nature b', `a ${REDACTED} b`],
    ['a sk-proj-abcdefghijklmnop b', `a ${REDACTED} b`],
    ['a ghp_0123456789abcdefghijABCDEFGHIJ012345 b', `a ${REDACTED} b`],
    ['a github_pat_0123456789abcdefghij_x b', `a ${REDACTED} b`],
    ['a glpat-0123456789abcdefghij b', `a ${REDACTED} b`],
    ['a xoxb-0123456789-abcdef b', `a ${REDACTED} b`],
    ['a AKIAIOSFODNN7EXAMPLE b', `a ${REDACTED} b`],
    ['a AIzaSyA0123456789abcdefghijklmnopqrstuv b', `a ${REDACTED} b`],
  ])('turns %p into %p', (text, expected) => {
    expect(redactor.redactText(text)).toBe(expected);
    expect(redactor.redactText(expected)).toBe(expected);
  });

  it.each([
    '',
    'please refund: the customer was charged twice',
    'Basic authentication is required',
    'the bearer token is missing',
    'max_tokens=500',
    'the token count: 5',
    '12:30:45 ratio=3:4',
    'https://example.com/@user/post?page=2',
    'http://localhost:3000/@vite/client',
    '    at verify (/app/src/token.service.ts:10:5)',
    '-----BEGIN PUBLIC KEY-----\nabc\n-----END PUBLIC KEY-----',
    'the risk-management-system-version-two',
    '{"a": 1.0, "b": "c"}',
  ])('leaves %p as it is', (text) => {
    expect(redactor.redactText(text)).toBe(text);
  });

  it('finds secrets in JSON inside JSON inside JSON', () => {
    let text = JSON.stringify({ credentials: [{ value: SECRET }], kept: 'yes' });
    for (let level = 0; level < 4; level++) text = JSON.stringify({ body: text });
    expect(redactor.redactText(text)).not.toContain(SECRET);
    expect(redactor.redactText(text)).toContain('yes');
  });

  it('shows the start of a long text and how much is missing', () => {
    const shown = redactor.redactText(`start ${'word '.repeat(10_000)}`, 200);
    expect(shown).toMatch(/^start word .*…\[\+\d+ bytes\]$/);
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(200);
    const missing = Number(/\+(\d+) bytes/.exec(shown)![1]);
    expect(missing + shown.indexOf('…')).toBe(50_006);
  });

  it('shows no half of a secret that crosses the cut', () => {
    for (let before = 0; before < 400; before += 7) {
      const text = `${'x '.repeat(before)}https://user:${'S3NT1NEL'.repeat(12)}@example.com/`;
      expect(redactor.redactText(`${text} ${'tail '.repeat(1_000)}`, 256)).not.toContain('S3NT');
    }
    // No end in sight: nothing tells whether this is a secret, so nothing of it is shown.
    expect(
      redactor.redactText(`a https://user:${'S3NT1NEL'.repeat(1_000)}@example.com/`, 256),
    ).not.toContain('S3NT');
  });

  it('shows the start of a long word whose end is in sight', () => {
    expect(
      redactor.redactText(`https://example.com/${'a'.repeat(600)} ${'b '.repeat(900)}`, 256),
    ).toMatch(/^https:\/\/example\.com\/a+…\[\+\d+ bytes\]$/);
  });

  it('never leaves half a character behind', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 100, maxLength: 400 }),
        (text) => !/\p{Cs}/u.test(redactor.redactText(text, 128)),
      ),
    );
  });
});

describe('the size of a redacted value', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
    withObjectString: true,
    withNullPrototype: true,
    maxDepth: 5,
  });

  it('stays within the limit and is plain JSON, whatever the value is', () => {
    fc.assert(
      fc.property(anything, fc.integer({ min: 64, max: 600 }), (value, maxBytes) => {
        const copy = redactor.redact(value, { maxBytes });
        const text = JSON.stringify(copy);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
        expect(JSON.parse(text)).toEqual(copy);
      }),
      { numRuns: 500 },
    );
  });

  it('stays within the limit for wide, deep and long values', () => {
    const deep = Array.from({ length: 200 }).reduce<unknown>((inner) => ({ inner, n: [1] }), 0);
    const values = [
      Array.from({ length: 5_000 }, (_, index) => index),
      Array.from({ length: 500 }, () => ({ text: 'é\n"'.repeat(50) })),
      Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key${index}`, index])),
      { ['k'.repeat(5_000)]: 1, b: 2 },
      new Map(Array.from({ length: 20_000 }, (_, index) => [index, index])),
      new Set(Array.from({ length: 20_000 }, (_, index) => index)),
      new Array(4_000_000_000),
      deep,
      { text: JSON.stringify({ list: Array.from({ length: 1_000 }, () => '"\\') }) },
    ];
    for (const maxBytes of [64, 100, 300, 4_096])
      for (const value of values)
        expect(Buffer.byteLength(json(value, maxBytes))).toBeLessThanOrEqual(maxBytes);
  });

  it('says how much is missing', () => {
    expect(
      json(
        Array.from({ length: 100 }, () => 'abcdefgh'),
        200,
      ),
    ).toMatch(/"…\[\+\d+ more\]"\]$/);
    expect(
      json(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`k${n}`, n])), 200),
    ).toMatch(/"…":"\+\d+ more"\}$/);
  });

  it('lets a long text not hide what comes after it', () => {
    expect(json({ body: 'word '.repeat(10_000), id: 7 })).toContain('"id":7');
  });
});

describe('the time a redaction takes', () => {
  /** Super-linear work on these values would take hours: the time limit of the test tells. */
  const completes = (action: () => unknown) => expect(action).not.toThrow();

  it('is short for values that are deep, wide, cyclic or huge', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 10_000; level++) deep = level % 2 ? [deep] : { a: deep };
    const cyclic: unknown[] = [];
    for (let index = 0; index < 10_000; index++) cyclic.push(cyclic);
    completes(() => redactor.redact(deep));
    completes(() => redactor.redact(cyclic));
    completes(() => redactor.redact('['.repeat(30_000)));
    completes(() => redactor.redact({ text: 'x'.repeat(10_000_000) }));
    const blank = `[${' '.repeat(30_000)}]`;
    completes(() =>
      redactor.redact(
        Array.from({ length: 5_000 }, () => blank),
        { maxBytes: 65_536 },
      ),
    );
  });

  it.each([
    'a',
    'a=',
    'a:',
    'A-',
    '%3d',
    'eyJ',
    'sk-',
    'bearer ',
    'Basic ',
    '://a:',
    '://a:b',
    '--a "',
    '\\"',
    '{"a":',
    '{"token":',
    '<token>',
    'token={',
    'token="',
    'password:',
    'password=1 ',
    'password=1;',
    ';password=',
    '-----BEGIN PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY',
    '1234567890:',
    'SG.',
    ' ',
    '\u{1f600}',
  ])('grows no faster than a text made of %p', (unit) => {
    const small = unit.repeat(Math.ceil(4_000 / unit.length));
    const large = unit.repeat(Math.ceil(60_000 / unit.length));
    redactor.redactText(small);
    // A quadratic pattern takes seconds here.
    completes(() => redactor.redactText(large));
  });
});

describe('secrets anywhere in a tree', () => {
  const secretName = fc.constantFrom(
    'password',
    'apiKey',
    'x-api-key',
    'GITHUB_TOKEN',
    'credentials',
    'Cookie',
  );
  const plainName = fc
    .stringMatching(/^[a-z]{1,8}$/)
    .filter((name) => !redactor.isSensitiveKey(name));
  const hidden = fc.constantFrom<unknown>(
    SECRET,
    [SECRET],
    { inner: SECRET },
    { inner: [{ value: SECRET }] },
    JSON.stringify({ a: SECRET }),
    new Map([['a', SECRET]]),
  );
  const text = fc.constantFrom(
    `Bearer ${SECRET}`,
    `https://u:${SECRET}@example.com`,
    `see https://example.com?token=${SECRET}`,
    `password=${SECRET}`,
    `oops {"password":"${SECRET}"}`,
    `Cookie: a=${SECRET}; b=${SECRET}`,
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.oneof(fc.integer(), fc.boolean(), text),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(plainName, tie('tree'), { maxKeys: 4 }),
      fc.tuple(secretName, hidden, plainName, tie('tree')).map(([secret, value, name, other]) => ({
        [name]: other,
        [secret]: value,
      })),
      tie('tree').map((value) => new Map([['entry', value]])),
      tie('tree').map((value) => JSON.stringify(value)),
      tie('tree').map((value) => `refused: ${JSON.stringify(value)}`),
    ),
  }));

  it('are never shown, whatever surrounds them', () => {
    fc.assert(
      fc.property(tree, fc.integer({ min: 64, max: 4_096 }), (value, maxBytes) => {
        expect(json(value, maxBytes)).not.toContain('S3NT1NEL');
      }),
      { numRuns: 500 },
    );
  });
});

describe('secrets anywhere in a text', () => {
  const name = fc.constantFrom(
    'password',
    'apiKey',
    'x-api-key',
    'GITHUB_TOKEN',
    'credentials',
    'Cookie',
  );
  const assigned = fc
    .tuple(
      name,
      fc.constantFrom('=', ':', ': ', ' = ', ' => ', ':='),
      fc.constantFrom(
        SECRET,
        `"${SECRET}"`,
        `'a "b" ${SECRET}'`,
        `"a \\" ${SECRET}"`,
        `{"v":"}","w":"${SECRET}"}`,
        `[ '${SECRET}', { a: '${SECRET}' } ]`,
        `Bearer ${SECRET}`,
      ),
    )
    .map((parts) => parts.join(''));
  const nested = name.map((key) => JSON.stringify(JSON.stringify({ [key]: [SECRET], z: 1 })));
  const form = fc.constantFrom(
    `Bearer ${SECRET}`,
    `https://u:${SECRET}@example.com/`,
    `run --password ${SECRET}`,
    `<password>${SECRET}</password>`,
  );
  const noise = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('{"x":1', '\\"', "foo('", '?a=1&', '[{', '<a>', '"', '='),
  );
  const border = fc.constantFrom(' ', '\n', ', ', '; ', '\t', ' | ');
  const text = fc
    .array(fc.tuple(fc.oneof(assigned, nested, form, noise), border), { maxLength: 8 })
    .map((parts) => parts.flat().join(''));

  it('are never shown, whatever surrounds them and wherever the text is cut', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 64, max: 400 }), (value, maxBytes) => {
        expect(redactor.redactText(value)).not.toContain('S3NT1NEL');
        expect(redactor.redactText(value, maxBytes)).not.toContain('S3NT1NEL');
      }),
      { numRuns: 500 },
    );
  });
});

describe('redacting an error', () => {
  it('shows name, message, frames, causes and what else it carries, without the secrets', () => {
    const cause = new TypeError(`https://u:${SECRET}@db refused`);
    const error = Object.assign(new Error(`login with password=${SECRET} failed`, { cause }), {
      code: 'E_LOGIN',
      config: { headers: { Authorization: SECRET } },
    });
    const shown = redactor.redactError(error);
    expect(shown).toMatchObject({
      name: 'Error',
      message: `login with password=${REDACTED} failed`,
      details: { code: 'E_LOGIN', config: { headers: { Authorization: REDACTED } } },
      cause: { name: 'TypeError', message: `https://${REDACTED}@db refused` },
    });
    expect(shown.stack).toContain('    at ');
    expect(JSON.stringify(shown)).not.toContain(SECRET);
  });

  it('shows things that are not errors', () => {
    expect(redactor.redactError('boom')).toEqual({ name: 'NonError', message: 'boom' });
    expect(redactor.redactError(null)).toEqual({ name: 'NonError', message: 'null' });
    expect(redactor.redactError(undefined)).toEqual({ name: 'NonError', message: 'null' });
    expect(redactor.redactError({ code: 42, token: SECRET })).toEqual({
      name: 'NonError',
      message: `{"code":42,"token":"${REDACTED}"}`,
    });
  });

  it('shows errors of another realm as errors', () => {
    const foreign: unknown = vm.runInNewContext('new RangeError("far away")');
    expect(redactor.redactError(foreign)).toMatchObject({
      name: 'RangeError',
      message: 'far away',
    });
  });

  it('shows the errors of an aggregate, and stops where causes go round', () => {
    const first = new Error('first');
    const aggregate = new AggregateError([first, `token=${SECRET}`], 'several');
    first.cause = aggregate;
    expect(redactor.redactError(aggregate)).toMatchObject({
      message: 'several',
      errors: [{ message: 'first' }, { message: `token=${REDACTED}` }],
    });
  });

  it('survives members that throw', () => {
    const error = new Error('x');
    for (const name of ['stack', 'name', 'message', 'cause', 'detail'])
      Object.defineProperty(error, name, {
        enumerable: true,
        get() {
          throw new Error(SECRET);
        },
      });
    const shown = JSON.stringify(redactor.redactError(error));
    expect(shown).toContain('***UNREDACTABLE***');
    expect(shown).not.toContain(SECRET);
  });

  it('is bounded for a message of a megabyte and a long chain of causes, and still shows frames', () => {
    let error = new Error('x'.repeat(1_000_000));
    const frames = redactor.redactError(error).stack;
    expect(frames).toContain('    at ');
    for (let index = 0; index < 1_000; index++)
      error = new Error(`level ${index}`, { cause: error });
    expect(JSON.stringify(redactor.redactError(error)).length).toBeLessThan(50_000);
    expect(redactor.describeError(error).length).toBeLessThanOrEqual(8_192);
  });

  it('describes itself in lines that a message cannot forge', () => {
    const error = new Error(`a\n    at forged (evil.js:1:1)\r\u001b[31mERROR password=${SECRET}`, {
      cause: 'no luck',
    });
    const lines = redactor.describeError(error).split('\n');
    expect(lines[0]).toBe(
      `Error: a\\u000a    at forged (evil.js:1:1)\\u000d\\u001b[31mERROR password=${REDACTED}`,
    );
    expect(lines.slice(1, -1).every((line) => line.startsWith('    at '))).toBe(true);
    expect(lines.slice(1, -1).join()).not.toContain('evil.js');
    expect(lines.at(-1)).toBe('Caused by: NonError: no luck');
  });

  it('never throws, whatever is thrown', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withMap: true }), (thrown) => {
        expect(typeof redactor.describeError(thrown)).toBe('string');
      }),
    );
  });
});

describe('a text for one field of a log line', () => {
  it('contains no control characters and no separator', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(redactor.redactForLine(text, 100)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}|]/u);
      }),
    );
    expect(redactor.redactForLine('a\n| b \u001b[2J', 100)).toBe('a\\u000a\\u007c b \\u001b[2J');
  });

  it('is redacted before it is cut', () => {
    expect(redactor.redactForLine(`password=${SECRET}`, 12)).toBe('password=***…');
  });
});

describe('an identifier', () => {
  it('keeps names that look like assignments, and loses credentials', () => {
    expect(redactor.redactIdentifier('api-key:partner-7', 256)).toBe('api-key:partner-7');
    expect(redactor.redactIdentifier('AKIAIOSFODNN7EXAMPLE', 256)).toBe(REDACTED);
    expect(redactor.redactIdentifier('x'.repeat(5_000), 100)).toBe('…[+5000 bytes]');
  });
});
