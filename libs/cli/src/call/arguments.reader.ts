import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '@toolgate/tool-runtime';
import type { CliSession } from '../cli-session.js';
import { CliError } from '../cli.error.js';
import {
  argumentsNotAnObject,
  argumentsNotJson,
  argumentsTwice,
  argumentsUnreadable,
} from '../cli.messages.js';
import { ExitCode } from '../exit-code.js';

/** Where the arguments of a call are. */
export interface ArgumentFlags {
  /** JSON on the command line. */
  readonly args?: string;
  /** A file with JSON, or `-` for standard input. */
  readonly argsFile?: string;
}

export const STANDARD_INPUT = '-';

/**
 * The arguments of a call; none are none.
 * @throws CliError when they cannot be read or are not a JSON object
 */
export async function readArguments(
  session: CliSession,
  { args, argsFile }: ArgumentFlags,
): Promise<JsonObject> {
  if (args !== undefined && argsFile !== undefined)
    throw new CliError(ExitCode.usage, argumentsTwice());
  if (args !== undefined) return parse(args, '--args');
  if (argsFile === undefined) return {};
  const where = argsFile === STANDARD_INPUT ? 'standard input' : argsFile;
  return parse(await read(session, argsFile, where), where);
}

async function read({ stdin, cwd }: CliSession, file: string, where: string): Promise<string> {
  try {
    if (file === STANDARD_INPUT) return await text(stdin);
    return await readFile(path.resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new CliError(ExitCode.usage, argumentsUnreadable(where, (error as Error).message));
  }
}

function parse(source: string, where: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    throw new CliError(ExitCode.usage, argumentsNotJson(where, (error as Error).message));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as JsonObject;
  throw new CliError(ExitCode.usage, argumentsNotAnObject(where, kindOf(value)));
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
