import fc from 'fast-check';
import { LONGEST_URI, isAbsoluteUri } from './absolute-uri.js';
import { UriTemplate } from './uri-template.js';

const template = (source: string): UriTemplate => {
  const { template: made, problem } = UriTemplate.of(source);
  if (!made) throw new Error(problem);
  return made;
};
const match = (source: string, uri: string) => template(source).match(uri);

describe('a URI template', () => {
  it.each([
    ['orders://{id}', 'orders://A-7', { id: 'A-7' }],
    ['orders://{id}', 'orders://A%207', { id: 'A 7' }],
    ['orders://{id}', 'orders://%C3%A9t%C3%A9', { id: 'été' }],
    ['orders://{id}/lines/{line}', 'orders://A-7/lines/2', { id: 'A-7', line: '2' }],
    ['test://template/{id}/data', 'test://template/123/data', { id: '123' }],
    ['log://{day}.txt', 'log://2026-07-28.txt', { day: '2026-07-28' }],
    ['log://{day}.txt{?lines}', 'log://a.b.txt?lines=5', { day: 'a.b', lines: '5' }],
    ['geo:{lat,lon}', 'geo:1.5,-2', { lat: '1.5', lon: '-2' }],
    ['file:///{+path}', 'file:///docs/a/b.md', { path: 'docs/a/b.md' }],
    ['file:///{+path}/raw', 'file:///docs/raw/raw', { path: 'docs/raw' }],
    ['page://x{.ext}', 'page://x.html', { ext: 'html' }],
    ['page://x{/a,b}', 'page://x/1/2', { a: '1', b: '2' }],
    ['map://m{;x,y}/z', 'map://m;y=2;x=1/z', { x: '1', y: '2' }],
    ['find://{index}{?q,page}', 'find://docs', { index: 'docs' }],
    [
      'find://{index}{?q,page}',
      'find://docs?page=2&q=a%26b',
      { index: 'docs', q: 'a&b', page: '2' },
    ],
    ['find://docs?fixed=1{&q}', 'find://docs?fixed=1&q=x', { q: 'x' }],
    ['find://docs?fixed=1{&q}', 'find://docs?fixed=1', {}],
    ['find://d{?q}{&page}', 'find://d?page=1', { page: '1' }],
    ['find://d{?q}', 'find://d?q=https://a.example/x', { q: 'https://a.example/x' }],
    ['page://x{#part}', 'page://x#two/three', { part: 'two/three' }],
    ['page://x{#part}', 'page://x', {}],
  ])('%s is matched back from %s', (source, uri, variables) => {
    expect(match(source, uri)).toEqual(variables);
  });

  it.each([
    ['orders://{id}', 'orders://'],
    ['orders://{id}', 'orders://a/b'],
    ['orders://{id}', 'orders://a?x=1'],
    ['orders://{id}', 'Orders://a'],
    ['orders://{id}', 'orders://%'],
    ['orders://{id}', 'orders://%FF'],
    ['log://{day}.txt', 'log://.txt'],
    ['log://{day}.txt', 'log://a.csv'],
    ['find://d{?q}', 'find://d?other=1'],
    ['find://d{?q}', 'find://d?q=1&q=2'],
    ['find://d{?q}', 'find://d?__proto__=1'],
    ['file:///{+path}', 'file:///'],
  ])('%s does not fit %s', (source, uri) => {
    expect(match(source, uri)).toBeUndefined();
  });

  it.each([
    ['file:///{+path}', 'file:///../etc/passwd'],
    ['file:///{+path}', 'file:///a/../../etc/passwd'],
    ['file:///{+path}', 'file:///%2e%2e/etc/passwd'],
    ['file:///{+path}', 'file:///a/%2E%2e%2Fetc'],
    ['file:///{+path}', 'file:////etc/passwd'],
    ['file:///{+path}', 'file:///%2Fetc/passwd'],
    ['file:///{+path}', 'file:///..%5C..%5Cwindows'],
    ['file:///{+path}', 'file:///C:%5Cwindows'],
    ['file:///{+path}', 'file:///a%00.txt'],
    ['file:///{name}', 'file:///..'],
    ['file:///{name}', 'file:///%2e%2e%2fpasswd'],
    ['file:///{name}', 'file:///a%2Fb'],
    ['file:///{name}', 'file:///a%5Cb'],
    ['find://d{?path}', 'find://d?path=../../etc'],
    ['page://x{#part}', 'page://x#../y'],
  ])('%s lets nothing out of its folder: %s', (source, uri) => {
    expect(match(source, uri)).toBeUndefined();
  });

  it.each([
    ['', /text that is not empty/],
    [undefined, /text that is not empty/],
    ['{+url}', /begin with a literal scheme/],
    ['orders/{id}', /begin with a literal scheme/],
    ['orders://{id', /braces do not match/],
    ['orders://{}', /names no variable/],
    ['orders://{id}/{id}', /"id" stands in it twice/],
    ['orders://{id*}', /"id\*" has a modifier of level 4/],
    ['orders://{id:3}', /"id:3" has a modifier of level 4/],
    ['orders://{=id}', /"=" is reserved/],
    ['orders://{a b}', /"a b" is no name/],
    ['orders://a b/{id}', /no URI has/],
    ['orders://{a}{b}', /where \{a\} ends and \{b\} begins/],
    ['orders://{a}-{b}', /where \{a\} ends and \{b\} begins/],
    ['orders://{a}.{+b}', /where \{a\} ends and \{b\} begins/],
    ['orders://x{.a,b}', /where \{a\} ends and \{b\} begins/],
    ['orders://{+a}/{b}', /only literal text may follow \{\+a\}/],
    ['orders://{+a,b}', /only literal text may follow \{\+a\}/],
    ['orders://{+a}{?q}', /only literal text may follow \{\+a\}/],
    ['orders://x{#a}/b', /only literal text may follow \{#a\}/],
    ['orders://x{?a}/b', /may follow a query/],
    ['orders://x{;a}b', /must begin with/],
    [`x://${Array.from({ length: 33 }, (_, i) => `{v${i}}`).join('/')}`, /more than 32/],
  ])('%s is refused', (source, why) => {
    expect(UriTemplate.of(source).problem).toMatch(why);
  });

  it('knows its variables, and which of them no URI lacks', () => {
    const { variables, required } = template('find://{index}/{+path}');
    expect([variables, required]).toEqual([
      ['index', 'path'],
      ['index', 'path'],
    ]);
    expect(template('find://{index}{?q}{#part}').required).toEqual(['index']);
  });

  it('gives back what was put into a simple variable', () => {
    const plain = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => !/[/\\\p{Cc}\p{Cs}]/u.test(text) && text !== '.' && text !== '..');
    fc.assert(
      fc.property(plain, plain, (a, b) => {
        const uri = `pair://${encode(a)}/${encode(b)}.json`;
        expect(match('pair://{a}/{b}.json', uri)).toEqual({ a, b });
      }),
    );
  });

  it('never throws, and never puts a way out of a folder into a variable', () => {
    const noise = fc.string({
      unit: fc.constantFrom(
        '.',
        '/',
        '%2e',
        '%2F',
        '%5c',
        '\\',
        'a',
        '?',
        '&',
        'q=',
        '#',
        '%',
        '%00',
        ';',
      ),
    });
    const templates = [
      'x://{a}',
      'x://{+a}',
      'x://{a}/{b}.c',
      'x://{a}{?q}',
      'x://y{;q}/{a}{#b}',
    ].map(template);
    fc.assert(
      fc.property(noise, fc.constantFrom(...templates), (text, one) => {
        for (const value of Object.values(one.match(`x://${text}`) ?? {}))
          expect(value.split(/[/\\]/)).not.toContain('..');
      }),
    );
  });

  it('goes through a URI once: a very long one is done before a test gives up', () => {
    const hostile = `x://${'a,'.repeat(500_000)}`;
    expect(match('x://{a,b,c}/{d}{?e}', hostile)).toBeUndefined();
    expect(match('x://{+a}/end', `${hostile}/end`)?.['a']).toHaveLength(1_000_000);
  });
});

describe('the URI of a resource', () => {
  it.each(['config://app', 'test://static-text', 'urn:isbn:0451450523', 'mailto:a@b.example'])(
    'may be %s',
    (uri) => expect(isAbsoluteUri(uri)).toBe(true),
  );
  it.each([
    'app',
    '//app',
    'x:',
    'x://a b',
    'x://{id}',
    'x://é',
    'x://%G1',
    7,
    `x:${'a'.repeat(LONGEST_URI)}`,
  ])('cannot be %s', (uri) => expect(isAbsoluteUri(uri)).toBe(false));
});

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
}
