import { isLogLevel } from './log-levels.js';
import { isObject } from './message.reader.js';
import {
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  LOG_LEVEL_KEY,
  PROTOCOL_VERSION_KEY,
} from './meta-keys.js';

/** What is wrong with the envelope of a modern request. */
export interface EnvelopeIssue {
  /** The member of `_meta`, with a path into it where the fault is deeper. */
  readonly key: string;
  readonly problem: string;
}

type Members = Readonly<Record<string, unknown>>;
type Fault = string | undefined;

/** The envelope members that a request lacks, in the order the specification lists them. */
export function missingEnvelopeKeys(meta: Members | undefined): readonly string[] {
  if (!meta) return ['_meta'];
  const missing = REQUIRED.filter((key) => !Object.hasOwn(meta, key));
  return missing.length > 0 ? missing : [PROTOCOL_VERSION_KEY];
}

const REQUIRED = [PROTOCOL_VERSION_KEY, CLIENT_CAPABILITIES_KEY];

/**
 * The first fault of a modern envelope (2026-07-28, basic: version and capabilities are required, the rest must be well formed).
 * `progressToken` has been checked with the form of the message.
 */
export function envelopeIssue(meta: Members): EnvelopeIssue | undefined {
  for (const key of REQUIRED) if (!Object.hasOwn(meta, key)) return { key, problem: 'missing' };
  if (typeof meta[PROTOCOL_VERSION_KEY] !== 'string')
    return { key: PROTOCOL_VERSION_KEY, problem: 'must be a string' };
  const info = meta[CLIENT_INFO_KEY];
  if (info !== undefined) {
    const fault = implementationFault(info);
    if (fault !== undefined) return at(CLIENT_INFO_KEY, fault);
  }
  const fault = capabilitiesFault(meta[CLIENT_CAPABILITIES_KEY]);
  if (fault !== undefined) return at(CLIENT_CAPABILITIES_KEY, fault);
  const level = meta[LOG_LEVEL_KEY];
  if (level !== undefined && !isLogLevel(level))
    return { key: LOG_LEVEL_KEY, problem: 'is not a log level' };
  return undefined;
}

function at(key: string, fault: string): EnvelopeIssue {
  return { key, problem: fault };
}

function implementationFault(info: unknown): Fault {
  if (!isObject(info)) return 'must be an object';
  if (typeof info['name'] !== 'string') return '"name" must be a string';
  if (typeof info['version'] !== 'string') return '"version" must be a string';
  for (const name of ['title', 'description', 'websiteUrl'])
    if (info[name] !== undefined && typeof info[name] !== 'string')
      return `"${name}" must be a string`;
  const { icons } = info;
  if (icons !== undefined && !(Array.isArray(icons) && icons.every(isIcon)))
    return '"icons" must be an array of icons';
  return undefined;
}

function isIcon(icon: unknown): boolean {
  if (!isObject(icon) || typeof icon['src'] !== 'string') return false;
  const { mimeType, sizes, theme } = icon;
  return (
    (mimeType === undefined || typeof mimeType === 'string') &&
    (sizes === undefined ||
      (Array.isArray(sizes) && sizes.every((size) => typeof size === 'string'))) &&
    (theme === undefined || theme === 'light' || theme === 'dark')
  );
}

function capabilitiesFault(capabilities: unknown): Fault {
  if (!isObject(capabilities)) return 'must be an object';
  const { experimental, sampling, elicitation, roots, extensions } = capabilities;
  if (!absentOr(experimental, holdsObjects)) return '"experimental" must hold objects';
  if (!absentOr(extensions, holdsObjects)) return '"extensions" must hold objects';
  if (!absentOr(sampling, isSampling)) return '"sampling" is malformed';
  if (!absentOr(elicitation, isElicitation)) return '"elicitation" is malformed';
  if (!absentOr(roots, isRoots)) return '"roots" is malformed';
  return undefined;
}

function absentOr(value: unknown, fits: (value: unknown) => boolean): boolean {
  return value === undefined || fits(value);
}

function holdsObjects(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isObject);
}

function isSampling(value: unknown): boolean {
  return (
    isObject(value) && absentOr(value['context'], isObject) && absentOr(value['tools'], isObject)
  );
}

function isElicitation(value: unknown): boolean {
  return isObject(value) && absentOr(value['form'], isForm) && absentOr(value['url'], isObject);
}

function isForm(value: unknown): boolean {
  return isObject(value) && absentOr(value['applyDefaults'], isBoolean);
}

function isRoots(value: unknown): boolean {
  return isObject(value) && absentOr(value['listChanged'], isBoolean);
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}
