import { Logger } from '@nestjs/common';
import type { Clock } from '@toolgate/tool-runtime';
import type { CryptoKey, FlattenedJWSInput, JWSHeaderParameters } from 'jose';
import { keysNotFetched } from '../auth.messages.js';
import { TokenValidationUnavailableError } from '../token-validator.js';
import { fetchJson } from './bounded-fetch.js';
import type { RemoteKeySetOptions } from './jwt.options.js';
import { joseCodeOf, NO_MATCHING_KEY } from './key-resolver.js';
import type { KeyResolver, KeySetReader } from './key-resolver.js';

/** The key sets of large issuers are a few kilobytes. Bytes. */
const MAX_KEY_SET_BYTES = 1_048_576;
/** Least pause between two attempts while there are no usable keys at all, milliseconds: every request waits for them. */
const RETRY_MS = 1_000;

interface HeldKeys {
  readonly resolve: KeyResolver;
  /** Monotonic time of the fetch, milliseconds. */
  readonly fetchedAt: number;
}

/**
 * The keys that an issuer publishes, fetched when first needed and kept.
 *
 * Keys past their refresh age are fetched again in the background, so that no request waits. An outage of the issuer is not noticed until they reach their
 * maximum age. A key that is not in the set is looked for once per cooldown and not once per token, because anybody can name keys that do not exist.
 */
export class RemoteKeys {
  private readonly logger = new Logger('JwtTokenValidator');
  private held: HeldKeys | undefined;
  private pending: Promise<void> | undefined;
  private lastAttemptAt = Number.NEGATIVE_INFINITY;
  private lastFault: unknown;

  constructor(
    private readonly options: RemoteKeySetOptions,
    private readonly readKeySet: KeySetReader,
    private readonly clock: Clock,
  ) {}

  /** @throws TokenValidationUnavailableError when the keys, or newer ones than those at hand, cannot be had */
  readonly resolve: KeyResolver = async (header, input) => {
    const keys = this.usableKeys() ?? (await this.fetchMissing());
    if (this.ageOf(keys) >= this.options.refreshMs) void this.fetchAfter(this.options.cooldownMs);
    try {
      return await keys.resolve(header, input);
    } catch (error) {
      if (joseCodeOf(error) !== NO_MATCHING_KEY) throw error;
      return this.lookAgain(keys, header, input, error);
    }
  };

  private async fetchMissing(): Promise<HeldKeys> {
    await this.fetchAfter(RETRY_MS);
    const keys = this.usableKeys();
    if (!keys) throw new TokenValidationUnavailableError({ cause: this.lastFault });
    return keys;
  }

  /** The issuer may have a new key since. */
  private async lookAgain(
    keys: HeldKeys,
    header: JWSHeaderParameters,
    input: FlattenedJWSInput,
    notFound: unknown,
  ): Promise<CryptoKey> {
    await this.fetchAfter(this.options.cooldownMs);
    const newer = this.usableKeys();
    if (newer && newer !== keys) return newer.resolve(header, input);
    // The token may be signed with a key that could not be fetched: refusing it would send its bearer through a login for nothing.
    if (this.lastFault !== undefined)
      throw new TokenValidationUnavailableError({ cause: this.lastFault });
    throw notFound;
  }

  private usableKeys(): HeldKeys | undefined {
    return this.held && this.ageOf(this.held) < this.options.maxAgeMs ? this.held : undefined;
  }

  private ageOf({ fetchedAt }: HeldKeys): number {
    return this.clock.monotonic() - fetchedAt;
  }

  /** Waits for a fetch that is under way, or starts one unless the last attempt is too recent. Never rejects. */
  private fetchAfter(pauseMs: number): Promise<void> {
    if (this.pending) return this.pending;
    const now = this.clock.monotonic();
    if (now - this.lastAttemptAt < pauseMs) return Promise.resolve();
    this.lastAttemptAt = now;
    this.pending = this.fetch().finally(() => {
      this.pending = undefined;
    });
    return this.pending;
  }

  private async fetch(): Promise<void> {
    const { uri, timeoutMs } = this.options;
    try {
      const document = await fetchJson(uri, { timeoutMs, maxBytes: MAX_KEY_SET_BYTES });
      const resolve = this.readKeySet(document as Parameters<KeySetReader>[0]);
      this.held = { resolve, fetchedAt: this.clock.monotonic() };
      this.lastFault = undefined;
    } catch (fault) {
      // The first failure of an outage is worth a line; the requests that fail because of it are reported by the guard.
      if (this.lastFault === undefined) this.logger.warn(keysNotFetched(uri, reasonOf(fault)));
      this.lastFault = fault;
    }
  }
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return 'nobody answered';
  // What fetch throws says only that it failed; why is in its cause.
  return fault.cause instanceof Error ? `${fault.message}: ${fault.cause.message}` : fault.message;
}
