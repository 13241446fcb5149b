import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect } from 'node:net';

/** One answer, whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  readonly json: () => JsonBody;
  /** The messages of an event stream. */
  readonly events: () => JsonBody[];
}

export interface JsonBody {
  readonly jsonrpc: string;
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: Readonly<Record<string, unknown>>;
  };
}

/** An answer that is still coming in. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** What has come in so far. */
  readonly text: () => string;
  /** Resolves once what has come in contains this. */
  readonly until: (part: string) => Promise<void>;
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

type Headers = Readonly<Record<string, string | undefined>>;
type Body = string | Buffer | object | undefined;

export interface HttpClient {
  /** Sends one request and waits for the whole answer. An object is sent as JSON. */
  send(method: string, path: string, headers?: Headers, body?: Body): Promise<HttpAnswer>;
  /** Posts a message to `/mcp`. */
  post(message: Body, headers?: Headers): Promise<HttpAnswer>;
  /** Sends one request and gives back its answer as soon as it begins. */
  open(method: string, path: string, headers?: Headers, body?: Body): Promise<OpenAnswer>;
  /** Writes text to a connection and gives back everything that comes over it until it is closed. */
  raw(text: string | Buffer): Promise<string>;
}

const JSON_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

/** A client that adds nothing of its own and keeps nothing back. */
export function httpClient(port: number): HttpClient {
  const begin = (method: string, path: string, headers: Headers, body: Body): ClientRequest => {
    const text =
      typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : (body ?? '');
    const defined = Object.fromEntries(
      Object.entries(headers).filter(([, value]) => value !== undefined),
    );
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: false,
      headers: {
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(text)) }),
        ...defined,
      },
    });
    outgoing.end(text);
    return outgoing;
  };
  const respond = async (outgoing: ClientRequest) =>
    ((await once(outgoing, 'response')) as [IncomingMessage])[0];

  const send: HttpClient['send'] = async (method, path, headers = {}, body) => {
    const response = await respond(begin(method, path, headers, body));
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text,
      json: () => JSON.parse(text) as JsonBody,
      events: () => eventsIn(text),
    };
  };

  return {
    send,
    post: (message, headers = {}) => send('POST', '/mcp', { ...JSON_HEADERS, ...headers }, message),
    open: async (method, path, headers = {}, body) => {
      const response = await respond(begin(method, path, headers, body));
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', () => undefined);
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => text,
        until: async (part) => {
          while (!text.includes(part)) await once(response, 'data');
        },
        ended: once(response, 'close').then(() => undefined),
        close: () => response.destroy(),
      };
    },
    raw: async (text) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      let received = '';
      socket.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      socket.write(text);
      await once(socket, 'close');
      return received;
    },
  };
}

/** The messages in the text of an event stream; comments are left out. */
export function eventsIn(text: string): JsonBody[] {
  return text
    .split('\n\n')
    .filter((event) => event.startsWith('event: message\ndata: '))
    .map((event) => JSON.parse(event.slice('event: message\ndata: '.length)) as JsonBody);
}
