import { LOCK_VERSION } from './tool-lock.js';
import type { LockedRuntime, LockedTool, ToolLock } from './tool-lock.js';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number';
const isListOf =
  (member: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(member);
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string);
const hasShape =
  (shape: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(shape).every(([key, check]) => check(value[key]));

const VERDICT = oneOf('allowed', 'confirm', 'denied', 'undecided');
const ACCESS = hasShape({ nobody: VERDICT, somebody: VERDICT, scoped: VERDICT });
const NAMES = isListOf(isText);

const TOOL: Readonly<Record<keyof LockedTool, Check>> = {
  title: orNull(isText),
  description: isText,
  version: orNull(isText),
  fingerprint: isText,
  scopes: NAMES,
  scopesMode: oneOf('any', 'all'),
  mutating: isFlag,
  readOnly: isFlag,
  idempotent: isFlag,
  confirm: isFlag,
  approval: orAbsent(
    hasShape({
      policy: isText,
      needed: isNumber,
      scopes: NAMES,
      excludeRequester: isFlag,
      conditional: isFlag,
      expiresInMs: isNumber,
      useWithinMs: isNumber,
    }),
  ),
  hidden: isFlag,
  timeoutMs: isNumber,
  timeoutMode: oneOf('abort', 'soft'),
  maxResultBytes: isNumber,
  rateLimit: orNull(hasShape({ limit: isNumber, windowMs: isNumber, cost: isNumber })),
  enhancers: hasShape({ guards: NAMES, interceptors: NAMES, pipes: NAMES, filters: NAMES }),
  input: isObject,
  output: orNull(isObject),
  clamps: isListOf(hasShape({ path: NAMES })),
  sensitive: isListOf(NAMES),
  access: (value) => isObject(value) && Object.values(value).every(ACCESS),
};

const RUNTIME: Readonly<Record<keyof LockedRuntime, Check>> = {
  ruleProvider: isFlag,
  events: isFlag,
  globalEnhancers: oneOf('skip', 'inherit'),
  visibility: oneOf('callable', 'all'),
  auditMode: oneOf('best-effort', 'required'),
  confirmationTtlMs: isNumber,
};

/** Reads the text of a lock file, or says in one phrase why it is none. */
export function parseLock(text: string): ToolLock | { readonly problem: string } {
  let lock: unknown;
  try {
    lock = JSON.parse(text);
  } catch (error) {
    return { problem: `it is not JSON (${(error as Error).message})` };
  }
  const problem = problemOf(lock);
  return problem === undefined ? (lock as ToolLock) : { problem };
}

function problemOf(lock: unknown): string | undefined {
  if (!isObject(lock)) return 'it is not a JSON object';
  if (lock['lockVersion'] !== LOCK_VERSION)
    return `its lockVersion is ${JSON.stringify(lock['lockVersion'])}, and this version of the command reads ${LOCK_VERSION}`;
  const { runtime, channels, otherChannels, tools } = lock;
  if (!isObject(runtime)) return 'it has no "runtime"';
  const wrong = wrongMember(RUNTIME, runtime);
  if (wrong !== undefined) return `runtime.${wrong} is missing or of the wrong kind`;
  if (!isObject(channels) || !Object.values(channels).every(isObject))
    return '"channels" is missing or of the wrong kind';
  if (!isObject(otherChannels)) return '"otherChannels" is missing or of the wrong kind';
  if (!isObject(tools)) return '"tools" is missing or of the wrong kind';
  for (const [name, tool] of Object.entries(tools)) {
    if (!isObject(tool)) return `tools.${name} is not an object`;
    const member = wrongMember(TOOL, tool);
    if (member !== undefined) return `tools.${name}.${member} is missing or of the wrong kind`;
  }
  return undefined;
}

function wrongMember(
  shape: Readonly<Record<string, Check>>,
  value: Readonly<Record<string, unknown>>,
): string | undefined {
  return Object.entries(shape).find(([key, check]) => !check(value[key]))?.[0];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
