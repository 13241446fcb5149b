import type { ChannelPolicy } from './channel-policy.js';

const BUILT_IN: readonly (readonly [channel: string, policy: ChannelPolicy])[] = [
  ['cli', Object.freeze({ allowAll: true })],
  ['mcp', Object.freeze({ requireAuth: true })],
  ['web', Object.freeze({ requireAuth: true })],
  ['telegram', Object.freeze({ requireConfirmationForMutating: true })],
];

/** What a channel gets that nobody configured: it fails closed. */
export const UNKNOWN_CHANNEL_POLICY: ChannelPolicy = Object.freeze({ requireAuth: true });

const SWITCHES: ReadonlySet<string> = new Set<keyof ChannelPolicy>([
  'allowAll',
  'requireAuth',
  'blockMutating',
  'requireConfirmationForMutating',
]);

/**
 * The built-in policies and the configured ones, by channel. A configured policy replaces the built-in one of its name as a whole, so a
 * reader of the configuration sees everything that applies; an empty one demands nothing.
 */
export function channelPolicies(
  configured: Readonly<Record<string, ChannelPolicy>> = {},
): ReadonlyMap<string, ChannelPolicy> {
  const policies = new Map(BUILT_IN);
  for (const [channel, policy] of Object.entries(configured))
    policies.set(channel, Object.freeze({ ...policy }));
  return policies;
}

/**
 * What is wrong with configured policies, one sentence each; empty when nothing is. A misspelled demand is a demand that is not made, so it
 * must stop the boot.
 */
export function channelPolicyProblems(
  configured: Readonly<Record<string, ChannelPolicy>>,
): readonly string[] {
  return Object.entries(configured).flatMap(([channel, policy]) => {
    if (policy === null || typeof policy !== 'object')
      return [
        `channels.${channel} must be an object such as { requireAuth: true }, got ${policy === null ? 'null' : typeof policy}.`,
      ];
    return Object.entries(policy).flatMap(([member, value]) =>
      memberProblem(`channels.${channel}.${member}`, member, value),
    );
  });
}

function memberProblem(where: string, member: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (SWITCHES.has(member))
    return typeof value === 'boolean' ? [] : [`${where} must be true or false.`];
  if (member === 'denialDetail')
    return value === 'full' || value === 'minimal' ? [] : [`${where} must be 'full' or 'minimal'.`];
  return [
    `${where} is not a policy option. Use ${[...SWITCHES, 'denialDetail'].join(', ')}; a demand that is not understood would not be made.`,
  ];
}
