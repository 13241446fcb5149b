import { elicitation } from '../../asking/questions.js';
import { settle } from '../../common/awaitable.js';
import type { Awaitable } from '../../common/awaitable.js';
import { canonicalJson, sha256 } from '../../common/canonical-json.js';
import { escapeForLine } from '../../common/escape-for-line.js';
import type { IssuedConfirmation } from '../../confirmation/confirmation.service.js';
import type { ConfirmationService } from '../../confirmation/confirmation.service.js';
import {
  askToConfirm,
  humanNeeded,
  invalidConfirmationToken,
  notConfirmed,
} from '../../confirmation/confirmation.messages.js';
import type {
  ConfirmationRefusal,
  PendingConfirmation,
} from '../../confirmation/confirmation-store.js';
import { forbidRerun } from '../../context/tool-context.js';
import type { ToolContext } from '../../context/tool-context.js';
import type { PolicyGate } from '../../policy/policy-gate.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { ToolResult } from '../../result/tool-result.js';
import { asksPerson } from '../asks-person.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { confirmationsFull } from '../pipeline.messages.js';
import { conditional, dormant } from '../step.descriptions.js';
import { askStore } from '../store-access.js';

/**
 * Two calls instead of one: the first is answered with a token, the second, with the token, executes what the first asked for.
 * The token is spent here, in one atomic take, after every gate has passed for the stored arguments.
 */
export class ConfirmStep implements InvocationStep {
  readonly kind = 'confirm';
  readonly role = 'branch';

  constructor(
    private readonly policy: PolicyGate,
    private readonly confirmations: ConfirmationService,
    private readonly ttlMs: number,
    private readonly elicits: boolean,
  ) {}

  describe(tool: ToolDefinition, context: ToolContext) {
    const byChannel =
      this.policy.channelPolicy(context.channel).requireConfirmationForMutating === true;
    const required = this.policy.requiresConfirmation(context, tool);
    const reason = reasonOf(tool, byChannel, required);
    const source = SOURCES[reason](escapeForLine(context.channel));
    const facts = {
      required,
      reason,
      tool: tool.confirm,
      channel: byChannel,
      mutating: tool.mutating,
      ttlMs: this.ttlMs,
    };
    if (!required) return dormant(source, facts);
    const by = this.confirmedBy(context, tool);
    if (by === 'nobody')
      return conditional(
        source,
        { ...facts, by },
        {
          ends: {
            outcome: 'denied',
            reasonCode: 'human_confirmation',
            message: humanNeeded(tool),
          },
        },
      );
    if (by === 'person')
      return conditional(`${source} The person at the client is asked.`, { ...facts, by });
    return conditional(
      source,
      { ...facts, by },
      {
        ends: {
          outcome: 'confirmation_requested',
          message: `The first call is answered with a token that is good for ${this.ttlMs} ms; only a second call with this token would run.`,
        },
      },
    );
  }

  run(invocation: Invocation): Awaitable<ToolResult | void> {
    const { context, tool, redemption } = invocation;
    if (redemption && tool.confirmBy !== 'human') return this.redeem(invocation);
    // A call that was submitted for approval had been confirmed before; `approve` knows whether it had.
    if (invocation.approval?.found) return;
    if (!this.policy.requiresConfirmation(context, tool)) return;
    const by = this.confirmedBy(context, tool);
    if (by === 'person') return this.askPerson(invocation);
    if (by === 'nobody') return refuseToken(invocation);
    const digest = digestOfSent(invocation);
    return settle(
      askStore('confirmation_store', () =>
        this.confirmations.issue(context, tool, invocation.args, digest),
      ),
      (issued) => answerFirstCall(invocation, issued, this.ttlMs),
    );
  }

  private confirmedBy(context: ToolContext, tool: ToolDefinition): 'person' | 'caller' | 'nobody' {
    if (asksPerson(context, tool, this.policy, this.elicits)) return 'person';
    return tool.confirmBy === 'human' ? 'nobody' : 'caller';
  }

  /** What the person reads is made of the arguments that will run, never of what the model says about them. */
  private async askPerson(invocation: Invocation): Promise<ToolResult | void> {
    const { context, tool, args } = invocation;
    const message = askToConfirm(this.confirmations.summarize(tool, args));
    const question = {
      ...elicitation({ message, schema: CONFIRMATION_FORM }),
      mustBeAsked: true,
    };
    const { [CONFIRMATION_KEY]: answer } = await context.ask({ [CONFIRMATION_KEY]: question });
    if (answer.action === 'accept' && answer.content['confirm'] === true)
      return invocation.note('confirmed_by', 'person');
    return invocation.end(
      'confirmation_invalid',
      ToolResult.error(notConfirmed(), null, { code: 'CONFIRMATION_DECLINED' }),
      'declined',
    );
  }

  private redeem(invocation: Invocation): Awaitable<ToolResult | void> {
    const { context, tool, confirmToken, redemption } = invocation;
    if (redemption?.status !== 'pending' || confirmToken === undefined) return invalid(invocation);
    return settle(
      askStore('confirmation_store', () => this.confirmations.redeem(context, tool, confirmToken)),
      (entry) => (entry ? accept(invocation, entry) : invalid(invocation)),
    );
  }
}

/** Tells the question from those that the tool asks. */
const CONFIRMATION_KEY = 'toolgate.confirm';
const CONFIRMATION_FORM = {
  type: 'object',
  properties: { confirm: { type: 'boolean', title: 'Do it' } },
  required: ['confirm'],
} as const;

function refuseToken(invocation: Invocation): ToolResult {
  return invocation.end(
    'denied',
    ToolResult.error(humanNeeded(invocation.tool), null, {
      code: 'FORBIDDEN',
      reason_code: 'human_confirmation',
    }),
    'human_confirmation',
  );
}

/** Why a call is, or is not, confirmed. */
type ConfirmationReason = 'tool' | 'channel' | 'not_mutating' | 'nothing' | 'gate' | 'gate_waives';

const SOURCES: Readonly<Record<ConfirmationReason, (channel: string) => string>> = {
  tool: () => 'The tool asks for confirmation.',
  channel: (channel) =>
    `Channel '${channel}' confirms mutating tools (require_confirmation_for_mutating), and this tool mutates.`,
  not_mutating: (channel) =>
    `Channel '${channel}' confirms mutating tools (require_confirmation_for_mutating), but this tool does not mutate.`,
  nothing: () => 'Neither the tool nor the channel asks for confirmation.',
  gate: () => 'The policy gate of the application asks for confirmation.',
  gate_waives: () => 'The policy gate of the application waives the confirmation.',
};

/** The gate may be the host's own, so its answer counts; the declarations only explain it. */
function reasonOf(tool: ToolDefinition, byChannel: boolean, required: boolean): ConfirmationReason {
  const declared = tool.confirm || (byChannel && tool.mutating);
  if (required && !declared) return 'gate';
  if (!required && declared) return 'gate_waives';
  if (tool.confirm) return 'tool';
  if (!byChannel) return 'nothing';
  return tool.mutating ? 'channel' : 'not_mutating';
}

function answerFirstCall(
  invocation: Invocation,
  issued: IssuedConfirmation | { readonly refused: ConfirmationRefusal },
  ttlMs: number,
): ToolResult {
  if ('refused' in issued)
    return invocation.end(
      'rate_limited',
      ToolResult.error(confirmationsFull(issued.refused === 'owner_full'), null, {
        code: 'RATE_LIMITED',
        retry_after_seconds: Math.ceil(ttlMs / 1000),
      }),
      issued.refused,
    );
  return invocation.end(
    'confirmation_requested',
    ToolResult.success(
      {
        requires_confirmation: true,
        confirm_token: issued.token,
        action_summary: issued.summary,
        expires_at: issued.expiresAt,
      },
      issued.summary,
      { type: 'confirmation', requires_confirmation: true },
    ),
  );
}

function accept(invocation: Invocation, entry: PendingConfirmation): void {
  forbidRerun(invocation.context);
  noteDifference(invocation, entry);
}

/** What the second call sends is inert; saying nothing about a difference would let its sender believe otherwise. */
function noteDifference(invocation: Invocation, entry: PendingConfirmation): void {
  const { sent } = invocation;
  if (!sent || Object.keys(sent).length === 0) return;
  if (digestOfSent(invocation) !== entry.sentDigest)
    invocation.note('confirmation_args_ignored', true);
}

function digestOfSent({ sent }: Invocation): string {
  return sha256(canonicalJson(sent ?? {}));
}

function invalid(invocation: Invocation): ToolResult {
  return invocation.end(
    'confirmation_invalid',
    ToolResult.error(invalidConfirmationToken(), null, { code: 'VALIDATION_ERROR' }),
    'confirmation_token',
  );
}
