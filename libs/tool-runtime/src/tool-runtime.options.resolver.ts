import { isRecord } from './common/json.js';
import { channelPolicies, channelPolicyProblems } from './policy/channel-policies.js';
import { ToolRuntimeConfigurationError } from './tool-runtime-configuration.error.js';
import { badOption, emptyChannelName, readCostExceedsLimit } from './tool-runtime.messages.js';
import {
  countsByName,
  fraction,
  integerUpTo,
  listOfClasses,
  listOfStrings,
  milliseconds,
  millisecondsOrNone,
  oneOf,
  optionProblems,
  positiveInteger,
  regularExpression,
  storageReference,
  trueOrFalse,
} from './tool-runtime.option-checks.js';
import type { OptionCheck } from './tool-runtime.option-checks.js';
import type {
  DiscoveryOptions,
  RateLimitOptions,
  ResolvedToolRuntimeOptions,
  TokenOptions,
  ToolRuntimeOptions,
} from './tool-runtime.options.js';

/** Deepest nesting of arguments the runtime can be told to accept. */
const DEEPEST_ARGUMENTS = 64;

type Section = Exclude<keyof ToolRuntimeOptions, 'channels' | 'globalEnhancers' | 'visibility'>;
type Checks<TSection extends Section> = Required<
  Record<keyof Exclude<NonNullable<ToolRuntimeOptions[TSection]>, false>, OptionCheck>
>;

const SECTIONS: { readonly [TSection in Section]: Checks<TSection> } = {
  policy: { ruleTimeoutMs: milliseconds },
  rateLimit: {
    limit: positiveInteger,
    windowMs: milliseconds,
    readCost: positiveInteger,
    mutatingCost: positiveInteger,
    maxKeys: positiveInteger,
    storage: storageReference,
    storageTimeoutMs: milliseconds,
  },
  confirmation: {
    ttlMs: milliseconds,
    maxPerPrincipal: positiveInteger,
    maxTotal: positiveInteger,
    elicit: trueOrFalse,
  },
  verification: {
    tools: trueOrFalse,
    resolveScopes: listOfStrings,
    allowSelfApproval: trueOrFalse,
    trustedChannels: listOfStrings,
    expiresInMs: milliseconds,
    useWithinMs: milliseconds,
    keepMs: milliseconds,
    maxPerRequester: positiveInteger,
    maxTotal: positiveInteger,
  },
  events: { listenerTimeoutMs: milliseconds, maxDepth: positiveInteger },
  audit: {
    mode: oneOf('best-effort', 'required'),
    maxArgumentsBytes: positiveInteger,
    sinkTimeoutMs: milliseconds,
    sensitiveKeys: listOfStrings,
  },
  arguments: {
    repair: trueOrFalse,
    ignoredKeys: listOfStrings,
    maxDepth: integerUpTo(DEEPEST_ARGUMENTS),
    maxNodes: positiveInteger,
  },
  execution: {
    timeoutMs: milliseconds,
    timeoutMode: oneOf('abort', 'soft'),
    maxResultBytes: positiveInteger,
    drainMs: millisecondsOrNone,
  },
  discovery: {
    include: listOfClasses,
    namePattern: regularExpression,
    requireTools: trueOrFalse,
  },
  tokens: { reserve: fraction, limits: countsByName, unknownModelLimit: positiveInteger },
};

/**
 * Decides every option: what the host wrote, else the default.
 * @returns a frozen object that shares nothing changeable with `options`
 * @throws ToolRuntimeConfigurationError listing everything that is wrong
 */
export function resolveToolRuntimeOptions(
  options: ToolRuntimeOptions = {},
): ResolvedToolRuntimeOptions {
  const problems = configurationProblems(options);
  if (problems.length > 0) throw new ToolRuntimeConfigurationError(problems);
  const resolved: ResolvedToolRuntimeOptions = {
    channels: channelPolicies(options.channels),
    policy: decide(options.policy, { ruleTimeoutMs: 1000 }),
    rateLimit: options.rateLimit === false ? false : resolveRateLimit(options.rateLimit),
    confirmation: decide(options.confirmation, {
      ttlMs: 60_000,
      maxPerPrincipal: 100,
      maxTotal: 10_000,
      elicit: true,
    }),
    verification: decide(options.verification, {
      tools: false,
      resolveScopes: ['verification:resolve'],
      allowSelfApproval: false,
      trustedChannels: ['cli'],
      expiresInMs: 3_600_000,
      keepMs: 3_600_000,
      maxPerRequester: 20,
      maxTotal: 10_000,
    }),
    events: decide(options.events, { listenerTimeoutMs: 1000, maxDepth: 8 }),
    audit: decide(options.audit, {
      mode: 'best-effort',
      maxArgumentsBytes: 4096,
      sinkTimeoutMs: 1000,
      sensitiveKeys: [],
    }),
    arguments: decide(options.arguments, {
      repair: true,
      ignoredKeys: ['_meta', 'toolCallId', '_as_extra'],
      maxDepth: DEEPEST_ARGUMENTS,
      maxNodes: 50_000,
    }),
    execution: decide(options.execution, {
      timeoutMs: 30_000,
      timeoutMode: 'abort',
      maxResultBytes: 1_048_576,
      drainMs: 5000,
    }),
    discovery: decide(withStatelessPattern(options.discovery), {
      namePattern: /^[a-zA-Z0-9_-]{1,64}$/,
      requireTools: true,
    }),
    tokens: decide(withOwnLimits(options.tokens), { reserve: 0.3, unknownModelLimit: 8192 }),
    globalEnhancers: options.globalEnhancers ?? 'skip',
    visibility: options.visibility ?? 'callable',
  };
  return Object.freeze(resolved);
}

function configurationProblems(options: unknown): string[] {
  const checks = new Map<string, OptionCheck>();
  const sectionProblems: string[] = [];
  const laterProblems = (problems: readonly string[]) => {
    sectionProblems.push(...problems);
    return undefined;
  };
  checks.set('channels', (_path, value) => laterProblems(channelProblems(value)));
  for (const [section, members] of Object.entries(SECTIONS))
    checks.set(section, (path, value) =>
      section === 'rateLimit' && value === false
        ? undefined
        : laterProblems(optionProblems(path, value, new Map(Object.entries(members)))),
    );
  checks.set('globalEnhancers', oneOf('skip', 'inherit'));
  checks.set('visibility', oneOf('callable', 'all'));
  const ownProblems = optionProblems('', options, checks);
  const problems = [...ownProblems, ...sectionProblems];
  // Two options that contradict each other are worth a sentence only when each of them makes sense.
  return problems.length > 0 ? problems : contradictions(options as ToolRuntimeOptions);
}

function channelProblems(channels: unknown): readonly string[] {
  if (!isRecord(channels) || channels instanceof Map)
    return [badOption('channels', 'an object of policies by channel name', channels)];
  const problems = channelPolicyProblems(channels as NonNullable<ToolRuntimeOptions['channels']>);
  return Object.hasOwn(channels, '') ? [emptyChannelName(), ...problems] : problems;
}

function contradictions({ rateLimit }: ToolRuntimeOptions): string[] {
  if (rateLimit === false) return [];
  const { readCost, limit } = resolveRateLimit(rateLimit);
  return readCost > limit ? [readCostExceedsLimit(readCost, limit)] : [];
}

function resolveRateLimit(configured: RateLimitOptions | undefined) {
  return decide(configured, {
    limit: 100,
    windowMs: 60_000,
    readCost: 1,
    mutatingCost: 5,
    maxKeys: 100_000,
    storageTimeoutMs: 250,
  });
}

/** A pattern with `g` or `y` remembers where it stopped and would judge the same name differently the next time. */
function withStatelessPattern(
  discovery: DiscoveryOptions | undefined,
): DiscoveryOptions | undefined {
  if (!discovery?.namePattern) return discovery;
  const { source, flags } = discovery.namePattern;
  return { ...discovery, namePattern: new RegExp(source, flags.replace(/[gy]/g, '')) };
}

function withOwnLimits(tokens: TokenOptions | undefined): TokenOptions | undefined {
  if (!tokens?.limits) return tokens;
  return { ...tokens, limits: Object.freeze({ ...tokens.limits }) };
}

/** `undefined` counts as left out, so that `{ limit: process.env.X ? … : undefined }` gets the default. */
function decide<TOptions extends object, TDefaults extends Partial<TOptions>>(
  configured: TOptions | undefined,
  defaults: TDefaults,
): Readonly<TOptions & Required<Pick<TOptions, keyof TOptions & keyof TDefaults>>> {
  const written = Object.entries(configured ?? {}).filter(([, value]) => value !== undefined);
  const decided = Object.entries({ ...defaults, ...Object.fromEntries(written) }).map(
    ([key, value]) => [
      key,
      Array.isArray(value) ? Object.freeze([...(value as unknown[])]) : value,
    ],
  );
  return Object.freeze(Object.fromEntries(decided)) as never;
}
