import { McpConfigurationError } from '../mcp-configuration.error.js';
import {
  check,
  functionValue,
  isRecord,
  millisecondsOrNone,
  nonEmptyText,
  positiveInteger,
  section,
} from '../mcp.option-checks.js';
import type { OptionCheck } from '../mcp.option-checks.js';
import type { McpStdioOptions, ResolvedMcpStdioOptions } from './mcp-stdio.options.js';

const stream = (method: string) =>
  check(
    'a stream',
    (value) =>
      isRecord(value) && typeof value['on'] === 'function' && typeof value[method] === 'function',
  );

const OPTIONS: Required<Record<keyof McpStdioOptions, OptionCheck>> = {
  server: nonEmptyText,
  context: check(
    'a ToolContext or a function that returns one',
    (value) => typeof value === 'function' || (typeof value === 'object' && value !== null),
  ),
  shutdownTimeoutMs: millisecondsOrNone,
  maxLineBytes: positiveInteger,
  maxQueuedOutput: positiveInteger,
  nest: check('an object', isRecord),
  stdin: stream('read'),
  stdout: stream('write'),
  exit: functionValue,
};
const checkOptions = section(OPTIONS);

/**
 * Decides every option: what the host wrote, else the default.
 * @throws McpConfigurationError listing everything that is wrong
 */
export function resolveStdioOptions(written: McpStdioOptions): ResolvedMcpStdioOptions {
  const problems = checkOptions('', written);
  if (problems.length > 0) throw new McpConfigurationError(problems);
  return {
    ...written,
    shutdownTimeoutMs: written.shutdownTimeoutMs ?? 5_000,
    maxLineBytes: written.maxLineBytes ?? 10 * 1024 * 1024,
    maxQueuedOutput: written.maxQueuedOutput ?? 128 * 1024 * 1024,
  };
}
