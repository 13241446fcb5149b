import type { OnModuleInit } from '@nestjs/common';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import type { Clock } from '../common/clock.js';
import { personOf } from './person.js';
import type { VerificationContext } from './verification-context.js';
import type { VerificationRequest } from './verification-request.js';
import { VerificationResult } from './verification-result.js';
import type { VerificationEntry } from './verification-store.js';
import { resultOfRecord } from './verification-views.js';
import type { VerificationLedger } from './verification.ledger.js';
import { WebhookRefusedError, callbackOf } from './webhook-callback.js';
import type { WebhookCallback } from './webhook-callback.js';
import { isSignedBody, signBody } from './webhook-signature.js';

/** Where verifications are posted, and the secret that both sides sign with. */
export interface WebhookVerifierOptions {
  /** `https:`, or `http:` to this machine. Redirects are not followed. */
  readonly url: string;
  /** Shared with the other side and nobody else; at least 32 characters. */
  readonly secret: string;
  /** For results and records. @default 'webhook_verifier' */
  readonly name?: string;
  /** How long the other side may take to accept a request, milliseconds. @default 5000 */
  readonly timeoutMs?: number;
  /** How far the time of a callback may be off, milliseconds. @default 300000 */
  readonly toleranceMs?: number;
}

/** The header of both directions. */
export const WEBHOOK_SIGNATURE_HEADER = 'toolgate-signature';

const SHORTEST_SECRET = 32;
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Posts every verification to another system and takes its answer in a callback; both bodies are signed.
 *
 * What is posted: `{ type: 'verification.requested', id, challenge, subject, policy, needed, requested_by, channel, payload, opened_at, decide_by }`, the
 * arguments in `payload` redacted. Any status from 200 to 299 means that the system will decide; everything else fails the call as UNAVAILABLE.
 *
 * What is taken: `{ id, challenge, decision: 'grant' | 'reject', principal, reason? }` with a {@link WEBHOOK_SIGNATURE_HEADER}. The challenge ties an
 * answer to one verification, which each person can decide once, so a callback that is sent again does nothing again. Who `principal` is, is
 * the word of the other system; the requester is refused here as everywhere.
 *
 * @example
 * ```ts
 * @Post('verifications')
 * answered(@Req() request: RawBodyRequest<Request>, @Headers(WEBHOOK_SIGNATURE_HEADER) signature: string) {
 *   return this.webhook.receive(request.rawBody!.toString(), signature);
 * }
 * ```
 */
export class WebhookVerifier implements OnModuleInit {
  readonly name: string;

  constructor(
    private readonly options: WebhookVerifierOptions,
    private readonly ledger: VerificationLedger,
    private readonly clock: Clock,
  ) {
    this.name = options.name ?? 'webhook_verifier';
  }

  /** @throws TypeError when the options are not safe to use */
  onModuleInit(): void {
    this.endpoint();
  }

  /** @throws Error when the other system cannot be reached, is too slow, or does not accept */
  async verify(
    request: VerificationRequest,
    context: VerificationContext,
  ): Promise<VerificationResult> {
    const { secret, timeoutMs = 5_000 } = this.options;
    const body = JSON.stringify(messageOf(request, context));
    const response = await fetch(this.endpoint(), {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        [WEBHOOK_SIGNATURE_HEADER]: signBody(body, secret, this.clock.now()),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok)
      throw new Error(
        `WebhookVerifier.verify: ${this.endpoint().host} answered ${response.status} instead of accepting the verification.`,
      );
    return VerificationResult.pending(this.name);
  }

  /**
   * Takes a callback.
   * @param body the bytes as they came, as text: parsing and writing them again would break the signature
   * @param signature the header {@link WEBHOOK_SIGNATURE_HEADER}
   * @returns how the verification stands now
   * @throws WebhookRefusedError when signature, time, body or challenge is not right
   * @throws VerificationRefusedError when the decision does not count, above all because it came before
   * @throws VerificationUnavailableError when the store does not answer: the other system has to send it again
   */
  receive(body: string, signature: unknown): Awaitable<VerificationResult> {
    const { secret, toleranceMs = 300_000 } = this.options;
    this.endpoint();
    if (!isSignedBody(body, signature, secret, this.clock.now(), toleranceMs))
      throw new WebhookRefusedError('bad_signature');
    const callback = callbackOf(body);
    const { id, decision, principal, reason } = callback;
    const reviewer = {
      principal,
      person: personOf(principal),
      channel: this.name,
      requestId: callback.challenge,
    };
    const answer = { reason, verifier: this.name };
    const admit = (entry: VerificationEntry) => requireChallenge(callback, entry);
    const decided =
      decision === 'grant'
        ? this.ledger.approve(id, reviewer, answer, admit)
        : this.ledger.reject(id, reviewer, answer, admit);
    return settle(decided, resultOfRecord);
  }

  private endpoint(): URL {
    const { url, secret } = this.options;
    if (typeof secret !== 'string' || secret.length < SHORTEST_SECRET)
      throw new TypeError(
        `WebhookVerifier: secret must be a text of at least ${SHORTEST_SECRET} characters. Anybody who knows it can approve calls.`,
      );
    const endpoint = URL.canParse(url) ? new URL(url) : undefined;
    const isPlain = endpoint?.protocol === 'http:' && LOCAL_HOSTS.has(endpoint.hostname);
    if (!endpoint || (endpoint.protocol !== 'https:' && !isPlain))
      throw new TypeError(
        'WebhookVerifier: url must be an https: URL; http: is accepted to this machine alone.',
      );
    return endpoint;
  }
}

function messageOf(request: VerificationRequest, context: VerificationContext) {
  const { metadata, evidence } = context;
  const openedAt = Number(metadata['opened_at']);
  return {
    type: 'verification.requested',
    ...request.toJSON(),
    challenge: evidence['challenge'],
    needed: metadata['needed'],
    channel: metadata['channel'],
    opened_at: new Date(openedAt).toISOString(),
    decide_by: new Date(openedAt + Number(metadata['decide_within_ms'])).toISOString(),
  };
}

function requireChallenge(callback: WebhookCallback, { challenge }: VerificationEntry): void {
  if (callback.challenge !== challenge) throw new WebhookRefusedError('bad_challenge');
}
