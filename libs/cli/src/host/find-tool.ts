import { nearestName } from '@toolgate/tool-runtime';
import type { ToolDefinition, ToolRegistry } from '@toolgate/tool-runtime';
import { CliError } from '../cli.error.js';
import { unknownTool } from '../cli.messages.js';
import { ExitCode } from '../exit-code.js';

const MOST_SUGGESTIONS = 3;

/**
 * Looks a tool up by its exact name.
 * @param list the command that lists tools, for the message
 * @throws CliError with suggestions when there is none
 */
export function findTool(registry: ToolRegistry, name: string, list: string): ToolDefinition {
  return findIn(registry.getDefinitions(), name, list);
}

/**
 * The same for everything that is governed like a tool: `prompt:triage`.
 * @throws CliError with suggestions when there is none
 */
export function findGoverned(registry: ToolRegistry, name: string, list: string): ToolDefinition {
  return findIn(registry.getGoverned(), name, list);
}

function findIn(
  definitions: readonly ToolDefinition[],
  name: string,
  list: string,
): ToolDefinition {
  const found = definitions.find((definition) => definition.name === name);
  if (found) return found;
  const names = definitions.map((definition) => definition.name);
  throw new CliError(ExitCode.unknownTool, unknownTool(name, suggestions(name, names), list));
}

/** The name that was most likely meant, then those that share a word with it. */
export function suggestions(name: string, names: readonly string[]): readonly string[] {
  const nearest = nearestName(name, names);
  const words = wordsOf(name);
  const related = names.filter((candidate) =>
    wordsOf(candidate).some((word) => words.includes(word)),
  );
  return [...new Set([...(nearest === undefined ? [] : [nearest]), ...related])].slice(
    0,
    MOST_SUGGESTIONS,
  );
}

function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[_\-.:#\s]+/)
    .filter((word) => word.length > 2);
}
