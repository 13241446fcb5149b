import { approvalsNeeded } from '@toolgate/tool-runtime';
import type { ApprovalRule } from '@toolgate/tool-runtime';
import { byDeclaration } from '../access/access-foretelling.js';
import { surveyAccess } from '../access/access-survey.js';
import type { SurveyedTool } from '../access/access-survey.js';
import { channelsOf } from '../host/tool-host.js';
import type { ToolHost } from '../host/tool-host.js';
import { LOCK_VERSION } from './tool-lock.js';
import type { LockedApproval, LockedTool, ToolLock } from './tool-lock.js';

/** No application can configure a channel of this name. */
const NO_CHANNEL = '';

/** Reads the governance of an application. What the host's rules say at the moment is no part of it. */
export async function buildLock(host: ToolHost): Promise<ToolLock> {
  const { registry, policy, events, options } = host;
  const channels = channelsOf(host);
  const found = await surveyAccess(registry.getGoverned(), channels, byDeclaration(policy));
  return {
    lockVersion: LOCK_VERSION,
    runtime: {
      ruleProvider: policy.hasRuleProvider,
      events: events.isWired,
      globalEnhancers: options.globalEnhancers,
      visibility: options.visibility,
      auditMode: options.audit.mode,
      confirmationTtlMs: options.confirmation.ttlMs,
    },
    channels: Object.fromEntries(
      channels.map((channel) => [channel, policy.channelPolicy(channel)]),
    ),
    otherChannels: policy.channelPolicy(NO_CHANNEL),
    tools: Object.fromEntries(
      found.map((entry) => [entry.tool.name, lockTool(entry, options.verification.resolveScopes)]),
    ),
  };
}

function lockApproval(
  { policy, scopes, excludeRequester, when, expiresInMs, useWithinMs }: ApprovalRule,
  resolveScopes: readonly string[],
): LockedApproval {
  return {
    policy,
    needed: approvalsNeeded(policy),
    scopes: (scopes.length > 0 ? scopes : resolveScopes).toSorted(),
    excludeRequester,
    conditional: when !== undefined,
    expiresInMs,
    useWithinMs,
  };
}

function lockTool({ tool, access }: SurveyedTool, resolveScopes: readonly string[]): LockedTool {
  const { input, output, handler, approval } = tool;
  return {
    title: tool.title ?? null,
    description: tool.description,
    version: tool.version ?? null,
    fingerprint: tool.fingerprint,
    scopes: tool.scopes.toSorted(),
    scopesMode: tool.scopesMode,
    mutating: tool.mutating,
    readOnly: tool.readOnly,
    idempotent: tool.idempotent,
    confirm: tool.confirm,
    ...(approval && { approval: lockApproval(approval, resolveScopes) }),
    hidden: tool.hidden,
    timeoutMs: tool.timeoutMs,
    timeoutMode: tool.timeoutMode,
    maxResultBytes: tool.maxResultBytes,
    rateLimit: tool.rateLimit ?? null,
    enhancers: handler.enhancers,
    input: input.schema,
    output: output?.schema ?? null,
    clamps: input.clamps,
    sensitive: input.sensitive,
    access,
  };
}
