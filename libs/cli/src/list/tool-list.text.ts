import type { ToolDefinition } from '@toolgate/tool-runtime';
import { accessPaint } from '../access/access-paint.js';
import { accessWords } from '../access/access-words.js';
import type { AccessWords } from '../access/access-words.js';
import type { SurveyedTool } from '../access/access-survey.js';
import { scopesText } from '../access/scopes-text.js';
import type { AccessByChannel } from '../access/tool-access.js';
import { counted } from '../cli.messages.js';
import type { Paint } from '../terminal/colours.js';
import { oneLine } from '../terminal/safe-text.js';
import { drawTable } from '../terminal/table.js';
import type { TableCell } from '../terminal/table.js';

/** Tools as a table with a description under each. */
export function listText(found: readonly SurveyedTool[], paint: Paint): string {
  if (found.length === 0) return 'No tool matches.';
  const heading = ['TOOL', 'SCOPES', 'FLAGS', 'WHO MAY CALL'].map((text) => ({
    text,
    paint: paint.dim,
  }));
  const rows = found.map(({ tool, access }): TableCell[] => [
    { text: oneLine(tool.name), paint: paint.bold },
    { text: scopesText(tool) },
    { text: flags(tool).join(', '), paint: tool.mutating ? paint.yellow : paint.dim },
    whoMayCall(access, paint),
  ]);
  const [head = '', ...lines] = drawTable([heading, ...rows]);
  const described = lines.map(
    (line, index) => `${line}\n  ${paint.dim(oneLine(explanation(found[index]!.tool)))}`,
  );
  return [head, ...described, '', countedByKind(found)].join('\n');
}

function explanation({ address, description }: ToolDefinition): string {
  return address === undefined ? description : `${address}: ${description}`;
}

/** "5 tools, 1 prompt". */
function countedByKind(found: readonly SurveyedTool[]): string {
  const counts = new Map<string, number>();
  for (const { tool } of found) counts.set(tool.kind, (counts.get(tool.kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => counted(count, kind.replaceAll('_', ' '))).join(', ');
}

function flags(tool: ToolDefinition): string[] {
  const named: readonly (readonly [name: string, isSet: boolean])[] = [
    [tool.mutating ? 'mutating' : 'read-only', tool.mutating || tool.readOnly],
    ['confirm', tool.confirm],
    ['approval', tool.approval !== undefined],
    ['guarded', tool.handler.enhancers.guards.length > 0],
    ['hidden', tool.hidden],
  ];
  return named.flatMap(([name, isSet]) => (isSet ? [name] : []));
}

/** Channels with the same answer stand together. */
function whoMayCall(access: AccessByChannel, paint: Paint): TableCell {
  const groups = new Map<string, { words: AccessWords; channels: string[] }>();
  for (const [channel, onChannel] of Object.entries(access)) {
    const words = accessWords(onChannel);
    const group = groups.get(words.text) ?? { words, channels: [] };
    groups.set(words.text, group);
    group.channels.push(oneLine(channel));
  }
  const [only, ...others] = [...groups.values()];
  if (!only) return { text: '' };
  if (others.length === 0)
    return { text: only.words.text, paint: accessPaint(paint, only.words.level) };
  const text = [only, ...others]
    .map((group) => `${group.words.text}: ${group.channels.join(' ')}`)
    .join('; ');
  return { text, paint: accessPaint(paint, mostOpen([only, ...others].map(({ words }) => words))) };
}

function mostOpen(words: readonly AccessWords[]): AccessWords['level'] {
  const order = ['unclear', 'open', 'limited', 'closed'] as const;
  return order.find((level) => words.some((word) => word.level === level)) ?? 'closed';
}
