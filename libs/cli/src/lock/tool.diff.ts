import type { ClampRule } from '@toolgate/tool-runtime';
import { diffApproval } from './approval.diff.js';
import {
  ceiling,
  change,
  changes,
  loosens,
  mayLoosen,
  namesLost,
  protection,
  tightens,
} from './lock-difference.js';
import type { Change } from './lock-difference.js';
import { diffRateLimit } from './rate-limit.diff.js';
import { sameJson } from './schema/same-json.js';
import { diffSchema } from './schema/schema.diff.js';
import { diffScopes } from './scope.diff.js';
import type { LockedTool } from './tool-lock.js';

/**
 * What changed in the governance of one tool.
 * @param settledChannels channels whose own change explains a change of access
 */
export function diffTool(
  before: LockedTool,
  after: LockedTool,
  settledChannels: ReadonlySet<string>,
): readonly Change[] {
  const demands = [
    ...diffScopes(before, after),
    ...protection(
      before.confirm,
      after.confirm,
      'confirm removed; the tool runs without asking',
      'confirm added',
    ),
    ...diffApproval(before.approval, after.approval),
    ...protection(
      before.mutating,
      after.mutating,
      'mutating dropped; channels that block or confirm mutating tools let it through',
      'mutating added',
    ),
  ];
  const found = [
    ...demands,
    ...diffHints(before, after),
    ...diffEnhancers(before, after),
    ...diffRateLimit(before.rateLimit, after.rateLimit),
    ...ceiling(before.timeoutMs, after.timeoutMs, 'timeoutMs', ' ms'),
    ...protection(
      before.timeoutMode === 'abort',
      after.timeoutMode === 'abort',
      "timeoutMode is 'soft'; a call may outlive its deadline",
      "timeoutMode is 'abort'",
    ),
    ...ceiling(before.maxResultBytes, after.maxResultBytes, 'maxResultBytes', ' bytes'),
    ...diffSchema(before.input, after.input, 'input'),
    ...diffClamps(before.clamps, after.clamps),
    ...diffSensitive(before.sensitive, after.sensitive),
    ...diffOutput(before.output, after.output),
    ...(demands.length > 0 ? [] : diffAccess(before.access, after.access, settledChannels)),
    ...diffTexts(before, after),
  ];
  // Whatever a fingerprint covers and this list does not name must not pass unseen.
  if (found.length === 0 && before.fingerprint !== after.fingerprint)
    return [mayLoosen('another fingerprint, for a reason that the lock does not record')];
  return found;
}

/** What clients are told. A client may run what is announced as harmless without asking its user. */
function diffHints(before: LockedTool, after: LockedTool): readonly Change[] {
  const hidden =
    before.hidden === after.hidden
      ? []
      : [
          changes(
            after.hidden ? 'hidden; it is in no listing' : 'not hidden any more; it is listed',
          ),
        ];
  // Both follow from `mutating`, which has its own line.
  if (before.mutating !== after.mutating) return hidden;
  return [
    ...announced('readOnly', before.readOnly, after.readOnly),
    ...announced('idempotent', before.idempotent, after.idempotent),
    ...hidden,
  ];
}

function announced(hint: string, before: boolean, after: boolean): readonly Change[] {
  if (before === after) return [];
  return [
    after
      ? mayLoosen(`announced as ${hint}; clients may run it without asking`)
      : tightens(`no longer announced as ${hint}`),
  ];
}

function diffEnhancers(before: LockedTool, after: LockedTool): readonly Change[] {
  const { guards, ...others } = before.enhancers;
  const kinds = Object.keys(others) as (keyof typeof others)[];
  return [
    ...namesLost(guards, after.enhancers.guards).map((name) => loosens(`guard ${name} removed`)),
    ...namesLost(after.enhancers.guards, guards).map((name) => tightens(`guard ${name} added`)),
    ...kinds.flatMap((kind) => [
      ...namesLost(others[kind], after.enhancers[kind]).map((name) =>
        mayLoosen(`${name} removed from its ${kind}`),
      ),
      ...namesLost(after.enhancers[kind], others[kind]).map((name) =>
        changes(`${name} added to its ${kind}`),
      ),
    ]),
  ];
}

/** The bounds of a clamp are part of the schema; that they are enforced by clamping is what is compared here. */
function diffClamps(before: readonly ClampRule[], after: readonly ClampRule[]): readonly Change[] {
  const older = before.map(({ path }) => path.join('.'));
  const newer = after.map(({ path }) => path.join('.'));
  return [
    ...namesLost(older, newer).map((path) => changes(`input.${path}: no longer clamped`)),
    ...namesLost(newer, older).map((path) =>
      changes(`input.${path}: brought into range instead of refused`),
    ),
  ];
}

function diffSensitive(
  before: LockedTool['sensitive'],
  after: LockedTool['sensitive'],
): readonly Change[] {
  const older = before.map((path) => path.join('.'));
  const newer = after.map((path) => path.join('.'));
  return [
    ...namesLost(older, newer).map((path) =>
      loosens(`input.${path}: no longer sensitive; logs may show it`),
    ),
    ...namesLost(newer, older).map((path) => tightens(`input.${path}: sensitive`)),
  ];
}

/** What a tool returns is a promise to its callers, not a permission: no direction is worse than the other. */
function diffOutput(before: LockedTool['output'], after: LockedTool['output']): readonly Change[] {
  if (before === null && after === null) return [];
  if (before === null) return [tightens('output schema added; results are checked')];
  if (after === null) return [loosens('output schema removed; results are not checked any more')];
  return diffSchema(before, after, 'output').map(({ message }) => changes(message));
}

/** A gate of the host's own may decide otherwise although no declaration has changed. */
function diffAccess(
  before: LockedTool['access'],
  after: LockedTool['access'],
  settledChannels: ReadonlySet<string>,
): readonly Change[] {
  const newer = new Map(Object.entries(after));
  return Object.entries(before).flatMap(([channel, older]) => {
    const access = newer.get(channel);
    if (!access || settledChannels.has(channel)) return [];
    return (['nobody', 'somebody', 'scoped'] as const).flatMap((caller) =>
      older[caller] === access[caller]
        ? []
        : [
            change(
              RANK[access[caller]] > RANK[older[caller]],
              `on channel ${channel}, ${caller} is ${access[caller]} instead of ${older[caller]}`,
            ),
          ],
    );
  });
}

/** From closed to open. */
const RANK = { denied: 0, undecided: 1, confirm: 2, allowed: 3 } as const;

/** Texts steer a model as much as a schema does. */
function diffTexts(before: LockedTool, after: LockedTool): readonly Change[] {
  return [
    ...(before.title === after.title ? [] : [changes('another title')]),
    ...(before.description === after.description ? [] : [changes('another description')]),
    ...(sameJson(before.version, after.version)
      ? []
      : [changes(`version ${after.version ?? 'none'} instead of ${before.version ?? 'none'}`)]),
  ];
}
