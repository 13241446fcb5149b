import { classifyInboundRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import type { McpHeaders } from '../json-rpc/mcp-exchange.js';
import { classifyAsLegacy, classifyMessage } from './era.classifier.js';
import type { ClassifiedMessage } from './era.classifier.js';
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  LOG_LEVEL_KEY,
  PROTOCOL_VERSION_KEY,
  RELATED_TASK_KEY,
} from './meta-keys.js';

interface Headers {
  readonly version?: string | undefined;
  readonly method?: string | undefined;
}

function headersOf({ version, method }: Headers): McpHeaders {
  const values = new Map([
    ['mcp-protocol-version', version],
    ['mcp-method', method],
  ]);
  return { get: (name) => values.get(name)?.trim() };
}

const classify = (body: unknown, headers: Headers = {}) =>
  classifyMessage(body, headersOf(headers));

/** Both outcomes in the same words. */
function ours(classified: ClassifiedMessage): unknown {
  if (classified.kind === 'rejected') return { rejected: classified.code };
  if (classified.kind === 'response') return { legacy: 'response' };
  if (classified.era === 'modern') return { modern: classified.kind, revision: classified.version };
  const { message, kind } = classified;
  if (kind === 'notification') return { legacy: 'notification' };
  return { legacy: message.method === 'initialize' ? 'initialize' : 'no-claim' };
}

function theirs(body: unknown, headers: Headers): unknown {
  const outcome = classifyInboundRequest({
    httpMethod: 'POST',
    body,
    ...(headers.version === undefined ? {} : { protocolVersionHeader: headers.version }),
    ...(headers.method === undefined ? {} : { mcpMethodHeader: headers.method }),
  });
  switch (outcome.kind) {
    case 'reject':
      return { rejected: outcome.code };
    case 'modern':
      return { modern: outcome.messageKind, revision: outcome.classification.revision };
    case 'legacy':
      return { legacy: outcome.reason };
  }
}

const VERSIONS = ['2026-07-28', '2025-11-25', '2025-03-26', 'v999.0.0', '2027-01-01', ''];
const METHODS = ['initialize', 'tools/list', 'tools/call', 'server/discover', 'x', ''];

const JUNK: readonly unknown[] = [null, 0, 1.5, '', 'x', true, -1, 2 ** 53, {}, [], [{}], { a: 1 }];
const junk = fc.constantFrom(...JUNK);

/** A message of every kind, in order. */
const orderly = fc.constantFrom<object>(
  ...METHODS.flatMap((method) => [
    { jsonrpc: '2.0', id: 1, method },
    { jsonrpc: '2.0', id: 0, method, params: { protocolVersion: '2025-11-25' } },
    { jsonrpc: '2.0', id: '', method, params: { _meta: modernMeta('2026-07-28') } },
    { jsonrpc: '2.0', id: 7, method, params: { _meta: modernMeta('2025-11-25') } },
    { jsonrpc: '2.0', method, params: { _meta: modernMeta('2026-07-28') } },
    { jsonrpc: '2.0', method },
  ]),
  { jsonrpc: '2.0', id: 1, result: { _meta: {} } },
  { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x', data: null } },
);

function modernMeta(version: string) {
  return {
    [PROTOCOL_VERSION_KEY]: version,
    [CLIENT_INFO_KEY]: { name: 'client', version: '1', icons: [{ src: 'a', sizes: ['1x1'] }] },
    [CLIENT_CAPABILITIES_KEY]: {
      experimental: { a: {} },
      sampling: { tools: {}, context: {} },
      elicitation: { form: { applyDefaults: true }, url: {} },
      roots: { listChanged: true },
      extensions: { 'a/b': {} },
    },
    [LOG_LEVEL_KEY]: 'info',
    [RELATED_TASK_KEY]: { taskId: 'a' },
    progressToken: 't',
  };
}

const INFO = ['params', '_meta', CLIENT_INFO_KEY];
const CAPABILITIES = ['params', '_meta', CLIENT_CAPABILITIES_KEY];
/** Places where something may be wrong, or missing. */
const PLACES: readonly (readonly string[])[] = [
  ...['jsonrpc', 'id', 'method', 'params', 'result', 'error', 'extra'].map((name) => [name]),
  ['params', '_meta'],
  ['params', 'name'],
  ...[
    PROTOCOL_VERSION_KEY,
    CLIENT_INFO_KEY,
    CLIENT_CAPABILITIES_KEY,
    LOG_LEVEL_KEY,
    RELATED_TASK_KEY,
    'progressToken',
    'traceparent',
  ].map((key) => ['params', '_meta', key]),
  ...['name', 'version', 'title', 'websiteUrl', 'description', 'icons'].map((key) => [
    ...INFO,
    key,
  ]),
  ...['src', 'sizes', 'theme', 'mimeType'].map((key) => [...INFO, 'icons', '0', key]),
  ...['experimental', 'sampling', 'elicitation', 'roots', 'extensions', 'other'].map((key) => [
    ...CAPABILITIES,
    key,
  ]),
  [...CAPABILITIES, 'experimental', 'a'],
  [...CAPABILITIES, 'extensions', 'a/b'],
  [...CAPABILITIES, 'sampling', 'tools'],
  [...CAPABILITIES, 'sampling', 'context'],
  [...CAPABILITIES, 'elicitation', 'form'],
  [...CAPABILITIES, 'elicitation', 'form', 'applyDefaults'],
  [...CAPABILITIES, 'elicitation', 'url'],
  [...CAPABILITIES, 'roots', 'listChanged'],
  ['result', '_meta'],
  ['error', 'code'],
  ['error', 'message'],
];
const fault = fc.record({
  place: fc.constantFrom(...PLACES),
  value: fc.option(fc.oneof(junk, fc.constantFrom<unknown>(...VERSIONS)), { nil: undefined }),
});

/** An orderly message with up to three things put wrong. */
const body = fc.oneof(
  {
    weight: 30,
    arbitrary: fc
      .tuple(orderly, fc.array(fault, { maxLength: 3 }))
      .map(([message, faults]) => faults.reduce(spoil, structuredClone(message))),
  },
  { weight: 1, arbitrary: junk.filter((value) => !Array.isArray(value)) },
);

function spoil(
  message: object,
  { place, value }: { readonly place: readonly string[]; readonly value: unknown },
): object {
  let holder: unknown = message;
  for (const name of place.slice(0, -1))
    holder = (holder as Record<string, unknown> | null)?.[name];
  if (typeof holder !== 'object' || holder === null) return message;
  const name = place.at(-1)!;
  if (value === undefined) delete (holder as Record<string, unknown>)[name];
  else (holder as Record<string, unknown>)[name] = structuredClone(value);
  return message;
}

const headers = fc.record({
  version: fc.option(fc.constantFrom(...VERSIONS, ' 2026-07-28 '), { nil: undefined }),
  method: fc.option(fc.constantFrom(...METHODS), { nil: undefined, freq: 1 }),
});

describe('the era of a message', () => {
  it('is the one the official SDK decides on', () => {
    fc.assert(
      fc.property(body, headers, (message, given) => {
        expect(ours(classify(message, given))).toEqual(theirs(message, given));
      }),
      { numRuns: 3000 },
    );
  });

  const claim = { [PROTOCOL_VERSION_KEY]: '2026-07-28', [CLIENT_CAPABILITIES_KEY]: {} };
  const call = (meta: object | undefined, method = 'tools/list', id: unknown = 1) => ({
    jsonrpc: '2.0',
    id,
    method,
    ...(meta && { params: { _meta: meta } }),
  });

  it.each<[string, unknown, Headers, unknown]>([
    ['an empty batch is refused', [], {}, { rejected: -32600 }],
    ['a legacy batch is refused as well', [call(undefined)], {}, { rejected: -32600 }],
    ['a response is legacy', { jsonrpc: '2.0', id: 1, result: {} }, {}, { legacy: 'response' }],
    ['initialize is legacy', call(undefined, 'initialize'), {}, { legacy: 'initialize' }],
    [
      'initialize with a modern header contradicts itself',
      call(undefined, 'initialize'),
      { version: '2026-07-28' },
      { rejected: -32020 },
    ],
    [
      'initialize with a modern claim is modern',
      call(claim, 'initialize'),
      {},
      { modern: 'request', revision: '2026-07-28' },
    ],
    [
      'a claim without capabilities is malformed',
      call({ [PROTOCOL_VERSION_KEY]: '2026-07-28' }),
      {},
      { rejected: -32602 },
    ],
    [
      'another header than the claim contradicts it',
      call(claim),
      { version: '2025-11-25' },
      { rejected: -32020 },
    ],
    [
      'another Mcp-Method than the method contradicts it',
      call(claim),
      { method: 'Tools/List' },
      { rejected: -32020 },
    ],
    [
      'a claim makes a request modern',
      call(claim),
      {},
      { modern: 'request', revision: '2026-07-28' },
    ],
    [
      'a modern header without a claim lacks it',
      call({}),
      { version: '2026-07-28' },
      { rejected: -32602 },
    ],
    ['nothing modern is legacy', call(undefined), {}, { legacy: 'no-claim' }],
    ['a number is no message', 42, {}, { rejected: -32600 }],
  ])('%s', (_, message, given, expected) => {
    expect(ours(classify(message, given))).toEqual(expected);
  });

  it('names what is missing, so that a client of both eras can correct itself', () => {
    expect(classify(call({}), { version: '2026-07-28' })).toMatchObject({
      id: 1,
      data: { envelope: { missing: [PROTOCOL_VERSION_KEY, CLIENT_CAPABILITIES_KEY] } },
    });
    expect(classify(call({ [PROTOCOL_VERSION_KEY]: '2026-07-28' }))).toMatchObject({
      data: { envelope: { key: CLIENT_CAPABILITIES_KEY, problem: 'missing' } },
    });
  });

  it.each([0, '', 'a', -7])('takes %j for an id and echoes it', (id) => {
    expect(classify(call(undefined, 'ping', id))).toMatchObject({
      kind: 'request',
      message: { id },
    });
    expect(classify({ jsonrpc: '1.0', id, method: 'ping' })).toMatchObject({ id });
  });

  it.each([null, 1.5, true, {}, [], 2 ** 60])('takes %j for no id and echoes nothing', (id) => {
    expect(classify(call(undefined, 'ping', id))).toEqual({
      kind: 'rejected',
      code: -32600,
      id: undefined,
      message: 'Invalid Request: "id" must be a string or a whole number',
      silent: false,
    });
  });

  it('does not find members that only a prototype has', () => {
    const message = JSON.parse('{"jsonrpc":"2.0","id":1,"__proto__":{"method":"tools/list"}}');
    expect(ours(classifyMessage(message))).toEqual({ rejected: -32600 });
  });

  it('is always legacy for a server that knows nothing else', () => {
    expect(ours(classifyAsLegacy(call(claim), headersOf({ version: '2026-07-28' })))).toEqual({
      legacy: 'no-claim',
    });
    expect(ours(classifyAsLegacy([]))).toEqual({ rejected: -32600 });
  });
});
