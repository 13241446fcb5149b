import fc from 'fast-check';
import { legacy, modern } from './mcp-server.fixture.js';

/** One HTTP request as an attacker would make it up. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  /** Whether it is sent within a session that exists. */
  readonly inSession: boolean;
}

/** Names that mean something to objects, to promises or to the protocol. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'toJSON',
  'length',
  'jsonrpc',
  'id',
  'method',
  'params',
  'result',
  'error',
  'name',
  'arguments',
  'cursor',
  'level',
  'text',
  '_meta',
  'progressToken',
  'requestId',
  'confirm_token',
  'traceparent',
  'dev.toolgate/mode',
  'io.modelcontextprotocol/protocolVersion',
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/clientInfo',
  'io.modelcontextprotocol/logLevel',
  'io.modelcontextprotocol/related-task',
];
const METHODS = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'logging/setLevel',
  'server/discover',
  'subscriptions/listen',
  'resources/read',
  'prompts/get',
  'completion/complete',
  'notifications/initialized',
  'notifications/cancelled',
];
const TOOLS = ['echo', 'whoami', 'nope'];
const VERSIONS = ['2026-07-28', '2025-11-25', '2025-03-26', '1999-01-01', 'v999.0.0', ''];

const name = fc.oneof({ arbitrary: fc.constantFrom(...NAMES), weight: 3 }, fc.string());
const method = fc.oneof(
  { arbitrary: fc.constantFrom(...METHODS), weight: 5 },
  name,
  fc.string({ unit: 'binary' }),
);
const tool = fc.oneof({ arbitrary: fc.constantFrom(...TOOLS), weight: 3 }, name);
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, 0, -0, 1.5, 1e308, 2 ** 53, '', 'x', [], {}),
  fc.constantFrom(...VERSIONS, ...TOOLS, ...METHODS),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.dictionary(name, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 4 }),
  fc
    .integer({ min: 60, max: 140 })
    .map((depth) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
);
const id = fc.oneof(
  { arbitrary: fc.oneof(fc.nat(), fc.string(), fc.constant(0), fc.constant('')), weight: 5 },
  value,
);

/** Messages that are right, or nearly. */
const message = fc.oneof(
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom(legacy, modern),
        fc.constantFrom(
          ['tools/list', {}],
          ['tools/call', { name: 'echo', arguments: { text: 'x' } }],
          ['tools/call', { name: 'whoami' }],
          ['initialize', { protocolVersion: '2025-11-25', capabilities: {} }],
          ['logging/setLevel', { level: 'debug' }],
          ['server/discover', {}],
        ),
        fc.oneof(fc.nat(), fc.string()),
      )
      .map(([era, [called, params], key]) => era(called as string, params as object, key)),
    weight: 8,
  },

  fc.tuple(method, value, id).map(([called, params, key]) => ({
    jsonrpc: '2.0',
    id: key,
    method: called,
    params,
  })),
  fc
    .tuple(tool, value, id)
    .map(([called, args, key]) => legacy('tools/call', { name: called, arguments: args }, key)),
  fc
    .tuple(tool, value, id)
    .map(([called, args, key]) => modern('tools/call', { name: called, arguments: args }, key)),
  fc
    .tuple(method, fc.dictionary(name, value, { maxKeys: 3 }), id)
    .map(([called, params, key]) => modern(called, params, key)),
  fc.tuple(method, value).map(([called, params]) => ({ jsonrpc: '2.0', method: called, params })),
  fc.tuple(id, value).map(([key, result]) => ({ jsonrpc: '2.0', id: key, result })),
  fc.array(fc.constant(legacy('ping')), { maxLength: 3 }),
);

/** Where to change a document and what to, read in whatever way fits it. */
interface Mutation {
  readonly kind: 'replace' | 'remove' | 'add';
  readonly steps: readonly number[];
  readonly name: string;
  readonly value: unknown;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom('replace', 'remove', 'add'),
  steps: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
  name,
  value,
});

/** A message of either era with something wrong in it, as it would come out of `JSON.parse`. */
export const hostileMessage: fc.Arbitrary<unknown> = fc
  .tuple(
    message,
    fc.oneof(
      { arbitrary: fc.constant([]), weight: 2 },
      fc.array(mutation, { minLength: 1, maxLength: 2 }),
    ),
  )
  .map(([sent, mutations]) =>
    mutations.reduce<unknown>(mutated, JSON.parse(JSON.stringify(sent)) as unknown),
  );

function mutated(
  document: unknown,
  { kind, steps, name: member, value: given }: Mutation,
): unknown {
  let holder: unknown = document;
  for (const [at, step] of steps.entries()) {
    if (typeof holder !== 'object' || holder === null) break;
    const names = Object.keys(holder);
    const chosen = names[step % Math.max(1, names.length)];
    if (kind === 'add' || chosen === undefined) {
      define(holder, member, given);
      break;
    }
    const next = (holder as Record<string, unknown>)[chosen];
    if (at < steps.length - 1 && typeof next === 'object' && next !== null) {
      holder = next;
      continue;
    }
    if (kind === 'remove') Reflect.deleteProperty(holder, chosen);
    else define(holder, chosen, given);
    break;
  }
  return document;
}

/** As `JSON.parse` does it: `__proto__` becomes a member like any other. */
function define(holder: object, member: string, given: unknown): void {
  if (Array.isArray(holder) && member === 'length') return;
  Object.defineProperty(holder, member, {
    value: given,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/** Damage to the bytes of a message. */
const damage = fc.record({
  kind: fc.constantFrom('cut', 'flip', 'double', 'insert'),
  position: fc.nat(),
  byte: fc.nat(255),
});

function damaged(
  bytes: Buffer,
  { kind, position, byte }: { kind: string; position: number; byte: number },
): Buffer {
  if (bytes.length === 0) return bytes;
  const at = position % bytes.length;
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  if (kind === 'cut') return Buffer.from(before);
  if (kind === 'double') return Buffer.concat([bytes, after]);
  if (kind === 'insert') return Buffer.concat([before, Buffer.from([byte]), after]);
  const flipped = Buffer.from(bytes);
  flipped[at] = byte;
  return flipped;
}

/** Bodies that are no message at all. */
const noMessage = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
  fc
    .tuple(fc.constantFrom('[', '{"a":', '"\\', '\ufeff', ' '), fc.nat(4000))
    .map(([piece, times]) => Buffer.from(piece.repeat(times))),
);

/** Every character that a header may have, which is one byte each. */
const headerText = fc
  .string({
    unit: fc
      .oneof(
        { arbitrary: fc.integer({ min: 0x20, max: 0x7e }), weight: 4 },
        fc.integer({ min: 0x80, max: 0xff }),
        fc.constant(0x09),
      )
      .map((code) => String.fromCharCode(code)),
    maxLength: 40,
  })
  .map((text) => text.trim());
const headerValue = fc.oneof(
  { arbitrary: fc.constantFrom(...VERSIONS, ...TOOLS, ...METHODS), weight: 3 },
  fc.constantFrom(
    '=?base64?',
    '=?base64??=',
    '=?base64?4pyT?=',
    '=?base64?!!?=',
    '*/*;q=0',
    'application/json;charset=',
    'text/event-stream',
    'Bearer x',
    'null',
    '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  ),
  headerText,
  fc.nat(3000).map((length) => 'a'.repeat(length)),
);
const headerName = fc.constantFrom(
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-param-region',
  'mcp-session-id',
  'last-event-id',
  'accept',
  'accept-encoding',
  'authorization',
  'content-type',
  'content-encoding',
  'cookie',
  'forwarded',
  'host',
  'origin',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-forwarded-for',
  'x-http-method-override',
  '__proto__',
  'constructor',
);
/** The headers that fit a message, as far as it has what they repeat. */
function fittingHeaders(sent: unknown): Readonly<Record<string, string | undefined>> {
  const { method: called, params } = (sent ?? {}) as Readonly<Record<string, unknown>>;
  const { name: named, uri, _meta: meta } = (params ?? {}) as Readonly<Record<string, unknown>>;
  const version = (meta as Readonly<Record<string, unknown>> | null | undefined)?.[
    'io.modelcontextprotocol/protocolVersion'
  ];
  return {
    'mcp-protocol-version': headerOf(version),
    ...(version !== undefined && {
      'mcp-method': headerOf(called),
      'mcp-name': headerOf(named ?? uri),
    }),
  };
}

/** A text as a header can hold it. */
function headerOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  return /^[\x20-\x7e]*$/.test(text) && text.trim() === text
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** A request that Node.js lets through to the application: a message of either era, right in most respects at a time. */
export const hostileRequest: fc.Arbitrary<HostileRequest> = fc
  .record({
    method: fc.oneof(
      { arbitrary: fc.constant('POST'), weight: 20 },
      fc.constantFrom('GET', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE'),
    ),
    path: fc.oneof(
      { arbitrary: fc.constant('/mcp'), weight: 12 },
      fc.constantFrom(
        '/mcp/',
        '/mcp?x=1',
        '/mcp//',
        '//mcp',
        '/MCP',
        '/%6dcp',
        '/mcp%2e',
        '/mcp/..',
        '/mcp/%zz',
        '/mcp;x',
        '/mcp#x',
        'http://localhost/mcp',
        '*',
      ),
    ),
    sent: hostileMessage,
    inSession: fc.boolean(),
    body: fc.oneof({ arbitrary: fc.constant(undefined), weight: 8 }, fc.oneof(damage, noMessage)),
    accept: fc.constantFrom(
      'application/json, text/event-stream',
      'application/json',
      'text/event-stream',
      undefined,
    ),
    added: fc.oneof(
      { arbitrary: fc.constant({}), weight: 3 },
      fc.dictionary(headerName, headerValue, { maxKeys: 3, noNullPrototype: true }),
    ),
  })
  .map(({ method: verb, path, sent, inSession, body, accept, added }) => {
    const bytes = Buffer.from(JSON.stringify(sent) ?? '', 'utf8');
    const headers = {
      'content-type': 'application/json',
      accept,
      ...fittingHeaders(sent),
      ...added,
    };
    // A GET within a session is a stream without an end.
    const request = { method: verb, path, headers, inSession: inSession && verb !== 'GET' };
    if (body === undefined) return { ...request, body: bytes };
    return { ...request, body: Buffer.isBuffer(body) ? body : damaged(bytes, body) };
  });

/** A line of standard input, without its end. */
export const hostileLine: fc.Arbitrary<Buffer> = fc.oneof(
  { arbitrary: hostileMessage.map((sent) => Buffer.from(JSON.stringify(sent) ?? '')), weight: 4 },
  fc
    .tuple(hostileMessage, damage)
    .map(([sent, harm]) => damaged(Buffer.from(JSON.stringify(sent) ?? ''), harm)),
  noMessage,
);

/** Bytes on a connection, some of them nearly HTTP. */
export const hostileBytes: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(
      fc.constantFrom('POST', 'post', 'GET', 'CONNECT', 'PRI', ''),
      fc.constantFrom('/mcp', '', 'http://', '/mcp HTTP/1.1\r\nHost: localhost'),
      fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', ''),
      fc.array(
        fc.oneof(
          fc.constantFrom(
            'Host: localhost',
            'Host: localhost\r\nHost: evil.example.com',
            'Content-Length: 5',
            'Content-Length: -1',
            'Content-Length: 5\r\nContent-Length: 6',
            'Transfer-Encoding: chunked',
            'Transfer-Encoding: chunked, identity',
            'Content-Type: application/json',
            'Expect: 100-continue',
            'Expect: nonsense',
            'Upgrade: h2c\r\nConnection: Upgrade',
            ' folded: x',
          ),
          headerText,
        ),
        { maxLength: 6 },
      ),
      fc.oneof(
        hostileMessage.map((sent) => Buffer.from(JSON.stringify(sent) ?? '')),
        fc.constantFrom('zz\r\n', '5\r\nabc', '0\r\n\r\n').map(Buffer.from),
      ),
    )
    .map(([verb, target, version, lines, sent]) =>
      Buffer.concat([
        Buffer.from(`${verb} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n`, 'latin1'),
        sent,
      ]),
    ),
);
