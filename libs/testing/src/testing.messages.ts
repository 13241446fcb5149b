import { escapeForLine, nearestName } from '@toolgate/tool-runtime';
import type { ToolContext } from '@toolgate/tool-runtime';
import type { CallProspect } from './call-prospect.js';
import { checkOf } from './denial-check.js';
import type { DenialCheck } from './denial-check.js';
import type { ReplacedHost } from './replaced-hosts.js';

/** Longest sentence of the runtime that is repeated, characters. */
const LONGEST_TEXT = 1_000;

const text = (value: string) => escapeForLine(value, LONGEST_TEXT);
const quoted = (value: string) => `'${text(value)}'`;
const list = (values: readonly string[]) => values.map(text).join(', ') || 'none';

export const NO_RUNTIME =
  'The application has no tool runtime, so there are no tools to test. Import ToolRuntimeModule.forRoot() in its root module, or pass the application that imports it.';

export const NO_RECORDER =
  'The audit trail of this application is not recorded. Prepare the builder before it is compiled: withToolTesting(Test.createTestingModule({ imports: [AppModule] })).';

export const NO_FAKE_CLOCK =
  "This application runs on the machine's clock. Prepare the builder before it is compiled, withToolTesting(Test.createTestingModule({ imports: [AppModule] })), and do not ask for the system's clock.";

export const NOTHING_RECORDED =
  'AuditRecorder.last: no call has been recorded. Make one first, and wait for its result.';

export const REGISTRY_ALONE =
  'A ToolRegistry alone cannot foretell a call. Pass the application or testing module instead of the registry, or give arguments, with({ … }), to try the call in plan mode.';

export const PLAN_WITHOUT_ARGUMENTS =
  'toBePlannedAs() reads the plan of a call, which is made without arguments. Leave with() out, or use toBeAllowed() and its like, which try the arguments.';

export const PLAN_NEEDS_APPLICATION =
  'A plan is read from the running application. Pass the application or testing module instead of the registry.';

/** Who calls, in words. */
export function callerInWords({ principal, channel, scopes }: ToolContext): string {
  const who = principal ? text(principal) : 'nobody';
  const holding = scopes.length > 0 ? `with the scopes ${list(scopes)}` : 'without scopes';
  return `${who} on ${quoted(channel)} ${holding}`;
}

export function noSuchTool(
  name: string,
  registered: readonly string[],
  replaced: readonly ReplacedHost[],
): string {
  const nearest = nearestName(name, registered);
  const meant = nearest === undefined ? '' : ` Did you mean ${quoted(nearest)}?`;
  const culprit = replaced.filter(({ missingTools }) => missingTools.includes(name));
  return `There is no tool ${quoted(name)}.${meant} ${inventory(registered)}${culprit.map(replacedHost).join('')}`;
}

export function otherTools(
  missing: readonly string[],
  unexpected: readonly string[],
  registered: readonly string[],
  replaced: readonly ReplacedHost[],
): string {
  return [
    'The application has other tools than expected.',
    ...(missing.length > 0 ? [`  missing: ${list(missing)}`] : []),
    ...(unexpected.length > 0 ? [`  not expected: ${list(unexpected)}`] : []),
    `  ${inventory(registered)}`,
    ...replaced.map((host) => ` ${replacedHost(host)}`),
  ].join('\n');
}

export const toolsVanished = (replaced: readonly ReplacedHost[]): string =>
  `A replacement takes tools away.${replaced.map(replacedHost).join('')}`;

/** Starts with a blank, to follow a sentence. */
function replacedHost({ className, missingTools }: ReplacedHost): string {
  return ` ${text(className)}, which declares ${list(missingTools)}, is replaced in this test by something that does not declare them. Replace what ${text(className)} depends on instead; or use useClass with a class that extends it, and @Tool on every tool method it overrides.`;
}

function inventory(registered: readonly string[]): string {
  return registered.length > 0
    ? `The application has: ${list(registered)}.`
    : 'The application has none at all: is the provider in a module that is imported, and was `await app.init()` called?';
}

/** What was expected of a call and what would happen instead. */
export function unmetExpectation(
  tool: string,
  context: ToolContext,
  expected: string,
  prospect: CallProspect,
  hint?: string,
): string {
  return [
    `Expected tool ${quoted(tool)}, called by ${callerInWords(context)}, ${expected}, but it ${endInWords(prospect)}.`,
    `  It says: ${text(prospect.message)}`,
    `  ${groundsInWords(prospect)}`,
    ...(hint === undefined ? [] : [`  ${hint}`]),
  ].join('\n');
}

const REFUSED_BY: Readonly<Record<DenialCheck, string>> = {
  authentication: 'authentication',
  scope: 'its scopes',
  rule: 'a rule of the host',
  channel: 'the policy of the channel',
  guard: 'a guard of the tool',
};

export const deniedBy = (check: DenialCheck): string => `to be denied by ${REFUSED_BY[check]}`;

function endInWords({ end, reasonCode, code }: CallProspect): string {
  if (end === 'runs') return 'would run';
  if (end === 'asks') return 'would be answered with a confirmation token first';
  if (end === 'waits') return 'would wait for an approval first';
  if (end === 'stops') return `ends as ${text(code ?? 'an error')} before it would run`;
  const check = checkOf(reasonCode);
  const reason = text(reasonCode ?? 'no reason given');
  return check
    ? `would be denied by ${REFUSED_BY[check]} (${reason})`
    : `would be denied for another reason (${reason})`;
}

function groundsInWords({ grounds }: CallProspect): string {
  if (grounds.how === 'tried') return 'Tried in plan mode with the arguments given.';
  const { dependsOn } = grounds;
  return dependsOn.length > 0
    ? `Foretold without arguments; ${list(dependsOn)} may still end the call differently.`
    : 'Foretold without arguments; nothing else can end the call differently.';
}

export const guardsUnasked = (guards: readonly string[]): string =>
  `Its guards were not asked: ${list(guards)}. Give arguments, with({ … }), so that they are.`;

export const RULES_ASKED_WITHOUT_ARGUMENTS =
  'Rules and guards that look at arguments are asked with arguments only: give some, with({ … }).';

export function visibility(
  tool: string,
  context: ToolContext,
  expected: 'visible' | 'hidden',
  reason: string,
): string {
  const seen = expected === 'visible' ? 'it is not' : 'it is';
  return [
    `Expected tool ${quoted(tool)} to be ${expected} to ${callerInWords(context)}, but ${seen} in their listing.`,
    `  ${text(reason)}`,
  ].join('\n');
}

export const DECLARED_HIDDEN =
  'It is declared with hidden: true, so it is callable but in no listing.';

export const NOT_DECIDED_HERE =
  'The policy refuses it. Pass the application instead of the registry to see why.';

export const MAY_CALL = 'The policy lets this caller call it.';

export const LISTED_ANYWAY =
  "The runtime lists every tool (visibility: 'all'), whoever may call it.";

export const otherPlan = (
  tool: string,
  context: ToolContext,
  differences: readonly string[],
): string =>
  [
    `The plan of tool ${quoted(tool)}, called by ${callerInWords(context)}, is not as expected.`,
    ...differences.map((difference) => `  ${difference}`),
  ].join('\n');

export const otherVerdict = (expected: string, actual: string, message: string): string =>
  `verdict: expected ${expected}, is ${actual}: ${text(message)}`;

export const otherPresence = (
  step: string,
  expected: string,
  actual: string,
  source: string,
): string => `${text(step)}: expected ${text(expected)}, is ${actual}: ${text(source)}`;

export const unknownStep = (step: string, steps: readonly string[]): string =>
  `${text(step)}: there is no such step; the steps are ${list(steps)}`;

export function notAskedToConfirm(
  tool: string,
  context: ToolContext,
  outcome: { readonly success: boolean; readonly code?: string; readonly message: string | null },
): string {
  const { success, code, message } = outcome;
  const end = success
    ? 'it ran at once, without being confirmed'
    : `it ended as ${text(code ?? 'an error')}`;
  return [
    `Expected tool ${quoted(tool)}, called by ${callerInWords(context)}, to ask for confirmation, but ${end}.`,
    ...(message === null ? [] : [`  It says: ${text(message)}`]),
  ].join('\n');
}

/** What was expected in an audit trail and what is in it, line by line. */
export function otherRecords(expected: readonly string[], recorded: readonly string[]): string {
  const lines = Array.from(
    { length: Math.max(expected.length, recorded.length) },
    (_none, index) => {
      const wanted = expected[index];
      const found = recorded[index];
      if (wanted === undefined) return `  ${index + 1}. not expected: ${text(found!)}`;
      if (found === undefined) return `  ${index + 1}. missing: ${text(wanted)}`;
      return `  ${index + 1}. expected ${text(wanted)}, recorded ${text(found)}`;
    },
  );
  return [
    `Expected ${expected.length} audit records, in this order; there are ${recorded.length}.`,
    ...lines,
  ].join('\n');
}
