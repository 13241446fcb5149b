import { Agent, request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { StaticTokenValidator, TokenValidator } from '@toolgate/mcp';
import {
  AuditSinks,
  MemoryAuditSink,
  Tool,
  ToolContext,
  ToolCtx,
  ToolParam,
} from '@toolgate/tool-runtime';
import { eventsIn } from './http-client.js';
import type { JsonBody } from './http-client.js';
import { ADAPTERS, CALLS, startServer } from './mcp-server.fixture.js';
import type { RunningServer } from './mcp-server.fixture.js';

// Ten thousand requests over HTTP, on a machine that may be busy.
jest.setTimeout(180_000);

const PRINCIPALS = 200;
const CALLS_EACH = 50;
const CANCEL = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
/** Few enough that everybody's requests go over everybody's connections. */
const SOCKETS = 16;

@Injectable()
class RelayTools {
  @Tool({ name: 'relay', description: 'Says who asked for what', readOnly: true })
  async relay(
    @ToolParam('what', { description: 'Anything' }) what: string,
    @ToolParam('turns', { description: 'How long it takes', type: 'integer' }) turns: number,
    @ToolCtx() context: ToolContext,
  ) {
    const { principal } = context;
    context.reportProgress({ progress: 1, message: `${principal} ${what}` });
    // Answers overtake each other.
    for (let taken = 0; taken < turns; taken++) await turn();
    return { principal, what };
  }
}

interface Asked {
  readonly principal: string;
  readonly what: string;
  readonly era: keyof typeof CALLS;
  readonly wantsProgress: boolean;
  readonly turns: number;
}

const everything: readonly Asked[] = Array.from({ length: CALLS_EACH }, (_, round) =>
  Array.from({ length: PRINCIPALS }, (_each, index) => ({
    principal: `user:${index}`,
    what: `${index}/${round}`,
    era: (index + round) % 2 === 0 ? ('modern' as const) : ('legacy' as const),
    wantsProgress: (index + round) % 5 === 0,
    turns: (index * 7 + round * 3) % 5,
  })),
).flat();

describe.each(ADAPTERS)('many callers over few connections on $platform', (platform) => {
  let server: RunningServer;
  let agent: Agent;
  const sink = new MemoryAuditSink(PRINCIPALS * CALLS_EACH * 2);

  beforeAll(async () => {
    const people = [
      ...Array.from({ length: PRINCIPALS }, (_, index) => `user:${index}`),
      'stranger',
    ];
    agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
    server = await startServer(platform, {
      runtime: { rateLimit: false, providers: [{ provide: AuditSinks, useValue: [sink] }] },
      providers: [RelayTools],
      extras: {
        providers: [
          {
            provide: TokenValidator,
            useValue: StaticTokenValidator.of(
              Object.fromEntries(people.map((id) => [tokenOf(id), { id, scopes: [] }])),
            ),
          },
        ],
      },
    });
  });

  afterAll(async () => {
    agent.destroy();
    await server.app.close();
  });

  /** Posts a message as somebody. @returns every message of the answer */
  const post = (principal: string, message: object, headers: object) =>
    new Promise<JsonBody[]>((resolve, reject) => {
      const body = JSON.stringify(message);
      const outgoing = request(
        {
          agent,
          host: '127.0.0.1',
          port: server.port,
          method: 'POST',
          path: '/mcp',
          headers: {
            authorization: `Bearer ${tokenOf(principal)}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'content-length': Buffer.byteLength(body),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('error', reject).on('end', () => {
            const isStream = response.headers['content-type']?.startsWith('text/event-stream');
            if (text === '') resolve([]);
            else resolve(isStream ? eventsIn(text) : [JSON.parse(text) as JsonBody]);
          });
        },
      );
      outgoing.on('error', reject).end(body);
    });

  const ask = ({ principal, what, era, wantsProgress, turns }: Asked) => {
    const [message, headers] = CALLS[era]('relay', { what, turns });
    const params = message.params as { _meta?: object };
    const withToken = { ...params, _meta: { ...params._meta, progressToken: 1 } };
    return post(principal, wantsProgress ? { ...message, params: withToken } : message, headers);
  };

  it('each get their own answers and their own progress, though all call with the id 1', async () => {
    const answers = everything.map(async (asked) => ({ asked, messages: await ask(asked) }));
    // Meanwhile somebody cancels "the request 1", which is not theirs.
    const cancels = Array.from({ length: 100 }, () => post('stranger', CANCEL, {}));
    const strays: unknown[] = [];
    for (const { asked, messages } of await Promise.all(answers)) {
      const { principal, what, wantsProgress } = asked;
      const answer = messages.at(-1);
      const said = (answer?.result?.['content'] as { text: string }[] | undefined)?.[0]?.text;
      const progress = messages.slice(0, -1).map(({ params }) => params?.['message']);
      const isOwn =
        answer?.id === 1 &&
        said === JSON.stringify({ principal, what }) &&
        JSON.stringify(progress) === JSON.stringify(wantsProgress ? [`${principal} ${what}`] : []);
      if (!isOwn) strays.push({ asked, messages });
    }
    expect(strays).toEqual([]);
    expect((await Promise.all(cancels)).flat()).toEqual([]);
  });

  it('each stand in the audit trail for what they did themselves', () => {
    const { records } = sink;
    expect(records).toHaveLength(PRINCIPALS * CALLS_EACH);
    const wrong = records.filter(
      ({ principal, arguments: args, outcome }) =>
        outcome !== 'executed' ||
        `user:${String((args as { what: string }).what).split('/')[0]}` !== principal,
    );
    expect(wrong).toEqual([]);
  });
});

function tokenOf(principal: string): string {
  return `token-of-${principal.replace(':', '-')}`;
}
