import type { ToolContext } from '../context/tool-context.js';
import type { ToolEventEmitter } from '../events/tool-event.emitter.js';
import { ToolEvent } from '../events/tool-events.js';
import { UNKNOWN_CHANNEL_POLICY } from '../policy/channel-policies.js';
import type { PolicyGate } from '../policy/policy-gate.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import * as messages from './inspection.messages.js';

/** What a plan is made from besides the steps. */
export interface PlanGrounds {
  readonly policy: PolicyGate;
  readonly events: ToolEventEmitter;
  /** The application only shows its structure: nothing of the host's is constructed. */
  readonly isPreview: boolean;
}

/** What a plan takes for granted about a call that has not been made, one sentence each. */
export function planAssumptions(
  tool: ToolDefinition,
  { channel, principal }: ToolContext,
  { policy, events, isPreview }: PlanGrounds,
): readonly string[] {
  const channelPolicy = policy.channelPolicy(channel);
  const { enhancers, perCall } = tool.handler;
  const assumptions: string[] = [];
  if (!principal && channelPolicy.requireAuth) assumptions.push(messages.anonymousCaller(channel));
  if (channelPolicy === UNKNOWN_CHANNEL_POLICY) assumptions.push(messages.unknownChannel(channel));
  if (policy.hasRuleProvider)
    assumptions.push(isPreview ? messages.RULES_NOT_ASKED : messages.RULES_ASKED_WITHOUT_ARGUMENTS);
  if (enhancers.guards.length > 0) assumptions.push(messages.guardsNotAsked(enhancers.guards));
  if (perCall) assumptions.push(messages.MADE_PER_CALL);
  if (events.isWired) {
    const listeners = events.listenerCount(ToolEvent.EXECUTING);
    assumptions.push(
      listeners === undefined ? messages.LISTENERS_UNKNOWN : messages.listenersNow(listeners),
    );
  }
  return assumptions;
}
