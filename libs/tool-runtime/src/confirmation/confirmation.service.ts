import { Inject, Injectable } from '@nestjs/common';
import { Redactor } from '../audit/redactor.js';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import { sha256 } from '../common/canonical-json.js';
import { Clock } from '../common/clock.js';
import { deepFreeze } from '../common/deep-freeze.js';
import { injectiveKey } from '../common/injective-key.js';
import type { JsonObject } from '../common/json.js';
import { RandomSource } from '../common/random-source.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import { actionSummary } from './action-summary.js';
import type { SummaryRedactor } from './action-summary.js';
import { ConfirmationStore } from './confirmation-store.js';
import type { ConfirmationRefusal, PendingConfirmation } from './confirmation-store.js';

/** 256 bits: beyond guessing, whatever the number of tries. */
const TOKEN_BYTES = 32;
const LONGEST_TOKEN = TOKEN_BYTES * 2;

/** The facts a confirmation needs of a tool. */
export type ConfirmableTool = Pick<ToolDefinition, 'name' | 'fingerprint' | 'input'>;

/** A token for the second call, and what to tell about it. */
export interface IssuedConfirmation {
  /** Given to the caller once; nothing else knows it, and it must never be logged. */
  readonly token: string;
  /** ISO 8601 UTC, by the wall clock: for people. What counts is the store's own clock. */
  readonly expiresAt: string;
  /** One line that says what would be done, without secrets. */
  readonly summary: string;
}

/** A confirmation that could not be kept, and which cap refused it. */
export interface RefusedConfirmation {
  readonly refused: ConfirmationRefusal;
}

/**
 * The rules of a confirmation, on top of a {@link ConfirmationStore} that only keeps entries: what a token looks like, and who may use it for what.
 *
 * A token is bound to channel, principal, tool and the tool's fingerprint. For anybody else, for another tool, and after the tool has changed, it does
 * not exist, and asking does not use it up. Whatever the store throws passes through: the call cannot be decided then.
 */
@Injectable()
export class ConfirmationService {
  constructor(
    @Inject(ConfirmationStore) private readonly store: ConfirmationStore,
    @Inject(TOOL_RUNTIME_OPTIONS)
    private readonly options: Pick<ResolvedToolRuntimeOptions, 'confirmation'>,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(RandomSource) private readonly random: RandomSource,
    @Inject(Redactor) private readonly redactor: SummaryRedactor,
  ) {}

  /**
   * Keeps a call until it is confirmed.
   * @param args exactly what the second call will execute; copied unless it is frozen already
   * @param sentDigest digest of what the caller sent, to notice a second call that sends something else
   */
  issue(
    context: ToolContext,
    tool: ConfirmableTool,
    args: JsonObject,
    sentDigest: string,
  ): Awaitable<IssuedConfirmation | RefusedConfirmation> {
    const { ttlMs } = this.options.confirmation;
    const token = this.random.hex(TOKEN_BYTES);
    const entry: PendingConfirmation = Object.freeze({
      binding: bindingOf(context, tool),
      owner: injectiveKey([context.channel, context.principal]),
      tool: tool.name,
      arguments: Object.isFrozen(args) ? args : deepFreeze(structuredClone(args)),
      sentDigest,
    });
    return settle(this.store.put(sha256(token), entry, ttlMs), (refused) =>
      refused === undefined
        ? {
            token,
            expiresAt: new Date(this.clock.now() + ttlMs).toISOString(),
            summary: actionSummary(tool, args, this.redactor),
          }
        : { refused },
    );
  }

  /** One line that says what would be done, without secrets. */
  summarize(tool: ConfirmableTool, args: JsonObject): string {
    return actionSummary(tool, args, this.redactor);
  }

  /** What the token stands for, if this caller may redeem it for this tool. Does not use it up. */
  find(
    context: ToolContext,
    tool: ConfirmableTool,
    token: string,
  ): Awaitable<PendingConfirmation | undefined> {
    if (token.length > LONGEST_TOKEN) return undefined;
    return this.store.peek(sha256(token), bindingOf(context, tool));
  }

  /** The same, and uses the token up: of any number of callers with one token, one gets the entry. */
  redeem(
    context: ToolContext,
    tool: ConfirmableTool,
    token: string,
  ): Awaitable<PendingConfirmation | undefined> {
    if (token.length > LONGEST_TOKEN) return undefined;
    return this.store.take(sha256(token), bindingOf(context, tool));
  }
}

function bindingOf({ channel, principal }: ToolContext, tool: ConfirmableTool): string {
  return injectiveKey([channel, principal, tool.name, tool.fingerprint]);
}
