import { TOOL_KIND } from '../declaration/governed-method.js';
import type { GovernedMethod } from '../declaration/governed-method.js';
import type {
  ToolApprovalOptions,
  ToolOptions,
  ToolRateLimitOptions,
} from '../declaration/tool-options.js';
import {
  anything,
  functionValue,
  listOfIcons,
  listOfStrings,
  milliseconds,
  nonEmptyText,
  objectValue,
  oneOf,
  optionProblems,
  positiveInteger,
  trueOrFalse,
  verificationPolicy,
} from '../tool-runtime.option-checks.js';
import type { OptionCheck } from '../tool-runtime.option-checks.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { badToolName, costExceedsLimit, mutatingReadOnly } from '../tool-runtime.messages.js';
import { rateLimitRule } from './rate-limit-rule.js';

const RATE_LIMIT_CHECKS: Readonly<Record<keyof ToolRateLimitOptions, OptionCheck>> = {
  limit: positiveInteger,
  windowMs: milliseconds,
  cost: positiveInteger,
};

const APPROVAL_CHECKS: Readonly<Record<keyof ToolApprovalOptions, OptionCheck>> = {
  scopes: listOfStrings,
  policy: verificationPolicy,
  expiresInMs: milliseconds,
  useWithinMs: milliseconds,
  excludeRequester: trueOrFalse,
  when: functionValue,
};

/** `clamps`, `input` and `output` are judged where they are compiled, which knows the whole schema. */
const CHECKS: Readonly<Record<Exclude<keyof ToolOptions, 'rateLimit' | 'approval'>, OptionCheck>> =
  {
    name: nonEmptyText,
    description: nonEmptyText,
    title: nonEmptyText,
    scopes: listOfStrings,
    scopesMode: oneOf('any', 'all'),
    mutating: trueOrFalse,
    readOnly: trueOrFalse,
    idempotent: trueOrFalse,
    confirm: trueOrFalse,
    confirmBy: oneOf('caller', 'human'),
    timeoutMs: milliseconds,
    timeoutMode: oneOf('abort', 'soft'),
    clamps: objectValue,
    input: anything,
    inputReferences: oneOf('inline', 'keep'),
    output: anything,
    version: nonEmptyText,
    tags: listOfStrings,
    hidden: trueOrFalse,
    icons: listOfIcons,
    _meta: objectValue,
    maxResultBytes: positiveInteger,
  };

/**
 * What is wrong with the options of one tool, one sentence each, without the owner; empty when nothing is.
 * @param defaults the module's options, against which a tool's own values must make sense
 * @param governed what makes it more than a tool
 */
export function toolOptionProblems(
  options: ToolOptions,
  defaults: ResolvedToolRuntimeOptions,
  governed?: Pick<GovernedMethod, 'kind' | 'namePattern'>,
): string[] {
  const nested: string[] = [];
  const checks = new Map<string, OptionCheck>(Object.entries(CHECKS));
  checks.set('rateLimit', (path, value) => {
    if (value !== false)
      nested.push(...optionProblems(path, value, new Map(Object.entries(RATE_LIMIT_CHECKS))));
    return undefined;
  });
  checks.set('approval', (path, value) => {
    nested.push(...optionProblems(path, value, new Map(Object.entries(APPROVAL_CHECKS))));
    return undefined;
  });
  // Left-out members are not checked, but a tool without a name or a description is useless.
  const required = { name: '', description: '', ...definedMembers(options) };
  const problems = [...optionProblems('', required, checks), ...nested];
  return problems.length > 0 ? problems : contradictions(options, defaults, governed);
}

function contradictions(
  options: ToolOptions,
  defaults: ResolvedToolRuntimeOptions,
  governed: Pick<GovernedMethod, 'kind' | 'namePattern'> | undefined,
): string[] {
  const own = governed?.namePattern;
  const pattern = own ?? defaults.discovery.namePattern;
  const rule = rateLimitRule(options, defaults);
  return [
    ...(pattern.test(options.name)
      ? []
      : [badToolName(governed?.kind ?? TOOL_KIND, options.name, pattern, own !== undefined)]),
    ...(options.readOnly && options.mutating ? [mutatingReadOnly()] : []),
    ...(rule && rule.cost > rule.limit ? [costExceedsLimit(rule.cost, rule.limit)] : []),
  ];
}

function definedMembers(options: ToolOptions): Partial<ToolOptions> {
  return Object.fromEntries(
    Object.entries(options ?? {}).filter(([, value]) => value !== undefined),
  );
}
