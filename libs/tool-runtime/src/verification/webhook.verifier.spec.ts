import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import {
  Approvals,
  Clock,
  Tool,
  ToolContext,
  ToolParam,
  VerificationLedger,
  Verifier,
  WEBHOOK_SIGNATURE_HEADER,
  WebhookVerifier,
  isSignedBody,
  signBody,
} from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';

const SECRET = 'a secret of both sides, long enough';

@Injectable()
class Desk {
  @Tool({ name: 'refund', description: 'Refunds', approval: { policy: 'dual' } })
  refund(
    @ToolParam('amount', { type: 'integer' }) amount: number,
    @ToolParam('pin', { sensitive: true, required: false }) _pin?: string,
  ) {
    return amount;
  }
}

const ann = ToolContext.web({ principal: 'ann' });

describe('a verifier that asks another system', () => {
  const clock = new FakeClock();
  const received: { body: string; headers: IncomingMessage['headers'] }[] = [];
  let answerWith: number;
  let server: Server;
  let runtime: RunningRuntime;
  let webhook: WebhookVerifier;
  const ask = (more: object = {}) => runtime.registry.call('refund', { amount: 7, ...more }, ann);
  const replay = (id: string) => runtime.registry.call('refund', { verification_id: id }, ann);
  const lastMessage = () => JSON.parse(received.at(-1)!.body) as Record<string, string>;

  /** What the other system sends back. */
  const answer = (change: object = {}, signedWith = SECRET, at = clock.now()) => {
    const { id, challenge } = lastMessage();
    const body = JSON.stringify({
      id,
      challenge,
      decision: 'grant',
      principal: 'ben',
      ...change,
    });
    return [body, signBody(body, signedWith, at)] as const;
  };
  const deliver = async (...[body, signature]: readonly [string, unknown]) =>
    webhook.receive(body, signature);

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        received.push({ body, headers: request.headers });
        response.writeHead(answerWith, answerWith === 302 ? { location: '/elsewhere' } : {});
        response.end('{"ignored":true}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    runtime = await bootRuntime({
      providers: [Desk],
      options: { rateLimit: false, verification: { maxPerRequester: 100 } },
      collaborators: [
        { provide: Clock, useValue: clock },
        {
          provide: Verifier,
          inject: [VerificationLedger, Clock],
          useFactory: (ledger: VerificationLedger, time: Clock) =>
            new WebhookVerifier(
              { url: `http://127.0.0.1:${port}/verifications`, secret: SECRET, timeoutMs: 2_000 },
              ledger,
              time,
            ),
        },
      ],
    });
    webhook = runtime.app.get<WebhookVerifier>(Verifier);
  });
  beforeEach(() => {
    answerWith = 202;
  });
  afterAll(async () => {
    await runtime.app.close();
    server.closeAllConnections();
    server.close();
  });

  it('posts what waits, signed and without secrets', async () => {
    const asked = await ask({ pin: 'S3NT1NEL' });
    const { body, headers } = received.at(-1)!;
    expect(isSignedBody(body, headers[WEBHOOK_SIGNATURE_HEADER], SECRET, clock.now(), 1_000)).toBe(
      true,
    );
    expect(body).not.toContain('S3NT1NEL');
    expect(lastMessage()).toEqual({
      type: 'verification.requested',
      id: asked.verificationId,
      challenge: expect.stringMatching(/^[0-9a-f]{32}$/),
      subject: null,
      policy: 'dual',
      needed: 2,
      requested_by: 'ann',
      channel: 'web',
      payload: {
        tool: 'refund',
        arguments: { amount: 7, pin: '***REDACTED***' },
        arguments_digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        summary: 'refund(amount=7, pin=***REDACTED***)',
      },
      opened_at: new Date(clock.now()).toISOString(),
      decide_by: new Date(clock.now() + 3_600_000).toISOString(),
    });
  });

  it('takes the answers of different people, and releases the call with the last', async () => {
    const id = (await ask()).verificationId!;
    expect(await deliver(...answer({ reason: 'Fine.' }))).toMatchObject({ status: 'pending' });
    expect(await replay(id)).toMatchObject({ data: { approvals: 1 } });
    expect(await deliver(...answer({ principal: 'cem' }))).toMatchObject({
      status: 'passed',
      verifier: 'webhook_verifier',
      principal: 'cem',
    });
    expect(await replay(id)).toMatchObject({ data: 7 });
    const story = runtime.records().filter(({ verificationId }) => verificationId === id);
    expect(story.map(({ outcome, channel }) => [outcome, channel])).toEqual([
      ['verification_requested', 'web'],
      ['verification_approved', 'webhook_verifier'],
      ['verification_pending', 'web'],
      ['verification_granted', 'webhook_verifier'],
      ['executed', 'web'],
    ]);
  });

  it('takes a rejection, whose reason the caller reads', async () => {
    const id = (await ask()).verificationId!;
    await deliver(...answer({ decision: 'reject', reason: 'Fraud.' }));
    expect(await replay(id)).toMatchObject({ error: 'The approval was rejected: Fraud.' });
  });

  it('does nothing again when a callback is sent again', async () => {
    const id = (await ask()).verificationId!;
    const callback = answer();
    await deliver(...callback);
    await expect(deliver(...callback)).rejects.toMatchObject({
      reasonCode: 'verification_repeated',
    });
    expect(await replay(id)).toMatchObject({ data: { approvals: 1 } });
  });

  it('does not let whoever asked approve', async () => {
    await ask();
    await expect(deliver(...answer({ principal: 'ANN' }))).rejects.toMatchObject({
      reasonCode: 'verification_own_request',
    });
  });

  it.each<[string, () => readonly [string, unknown], string]>([
    ['signed with another secret', () => answer({}, `${SECRET}!`), 'bad_signature'],
    ['too old', () => answer({}, SECRET, clock.now() - 301_000), 'bad_signature'],
    ['from the future', () => answer({}, SECRET, clock.now() + 302_000), 'bad_signature'],
    ['not signed', () => [answer()[0], undefined], 'bad_signature'],
    ['signed by several', () => [answer()[0], [answer()[1]]], 'bad_signature'],
    ['changed', () => [`${answer()[0]} `, answer()[1]], 'bad_signature'],
    ['of another verification', () => answer({ challenge: '0'.repeat(32) }), 'bad_challenge'],
    ['without a decision', () => answer({ decision: 'maybe' }), 'bad_body'],
    ['without a name', () => answer({ principal: ' ' }), 'bad_body'],
    ['with a reason that is no text', () => answer({ reason: {} }), 'bad_body'],
    ['no JSON', () => ['{', signBody('{', SECRET, clock.now())], 'bad_body'],
    ['a list', () => ['[]', signBody('[]', SECRET, clock.now())], 'bad_body'],
  ])('refuses a callback that is %s, and decides nothing', async (_, make, reasonCode) => {
    const id = (await ask()).verificationId!;
    await expect(deliver(...make())).rejects.toMatchObject({ reasonCode });
    const view = await runtime.app.get(Approvals).show(id, ann);
    expect(view).toMatchObject({ stage: 'pending', approvals: [] });
  });

  it.each([302, 400, 401, 500, 503])(
    'fails the call as unavailable when the other system answers %i',
    async (status) => {
      answerWith = status;
      const failed = await ask();
      expect(failed).toMatchObject({ success: false, code: 'UNAVAILABLE' });
      expect(failed.meta['reason_code']).toBe('verifier');
      expect(JSON.stringify(failed)).not.toContain('127.0.0.1');
    },
  );

  it.each<[string, object, RegExp]>([
    ['a short secret', { secret: 'short' }, /at least 32 characters/],
    ['plain HTTP to elsewhere', { url: 'http://example.com/x' }, /https/],
    ['another scheme', { url: 'file:///etc/passwd' }, /https/],
    ['no URL', { url: 'verifications' }, /https/],
  ])('does not start with %s', (_, change, problem) => {
    const options = { url: 'https://example.com/x', secret: SECRET, ...change };
    const verifier = new WebhookVerifier(options, runtime.app.get(VerificationLedger), clock);
    expect(() => verifier.onModuleInit()).toThrow(problem);
  });
});
