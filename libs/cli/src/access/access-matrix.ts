import type { Paint } from '../terminal/colours.js';
import { oneLine } from '../terminal/safe-text.js';
import { drawTable } from '../terminal/table.js';
import type { TableCell } from '../terminal/table.js';
import { accessPaint } from './access-paint.js';
import { ACCESS_LEGEND, accessWords } from './access-words.js';
import { scopesText } from './scopes-text.js';
import type { SurveyedTool } from './access-survey.js';
import type { AccessByChannel } from './tool-access.js';

/** Who may call what. Plain JSON. */
export interface AccessMatrix {
  readonly channels: readonly string[];
  /**
   * The part of the host's own rules: `none` where there are none, `not asked` in preview, `asked` without arguments in a running application.
   * They are asked again on every call.
   */
  readonly rules: 'none' | 'not asked' | 'asked';
  readonly tools: readonly MatrixRow[];
}

interface MatrixRow {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly scopesMode: 'any' | 'all';
  /** Names of the tool's own Nest guards, which decide as well and are not foreseen here. */
  readonly guards: readonly string[];
  /** By channel. */
  readonly access: AccessByChannel;
}

/** What was found, as a matrix. */
export function accessMatrix(
  found: readonly SurveyedTool[],
  channels: readonly string[],
  rules: AccessMatrix['rules'],
): AccessMatrix {
  return {
    channels,
    rules,
    tools: found.map(({ tool, access }) => ({
      name: tool.name,
      scopes: tool.scopes,
      scopesMode: tool.scopesMode,
      guards: tool.handler.enhancers.guards,
      access,
    })),
  };
}

/** What a mark behind a name means, in the form of a legend. */
const GUARDED = ['*', 'guards of its own decide as well'] as const;

const RULES_SAID: Readonly<Record<AccessMatrix['rules'], readonly string[]>> = {
  none: [],
  'not asked': [
    'The rules of the host were not asked, because in preview they do not exist; they may decide otherwise.',
  ],
  asked: [
    'The rules of the host were asked without arguments; with arguments they may decide otherwise.',
  ],
};

/** The matrix as a table, with a legend of exactly the words and marks that occur. */
export function matrixText({ channels, rules, tools }: AccessMatrix, paint: Paint): string {
  const dim = (text: string): TableCell => ({ text, paint: paint.dim });
  const heading = ['TOOL', 'SCOPES', ...channels.map((channel) => oneLine(channel))].map(dim);
  const used = new Set<string>();
  const rows = tools.map((tool): TableCell[] => [
    { text: `${oneLine(tool.name)}${tool.guards.length > 0 ? ' *' : ''}`, paint: paint.bold },
    { text: scopesText(tool) },
    ...channels.map((channel) => {
      const { text, level } = accessWords(tool.access[channel]!);
      used.add(text);
      return { text, paint: accessPaint(paint, level) };
    }),
  ]);
  const words = [...used];
  const legend = [
    ...ACCESS_LEGEND.filter(([word]) => words.some((text) => occursIn(word, text))),
    ...(tools.some(({ guards }) => guards.length > 0) ? [GUARDED] : []),
  ];
  return [
    ...drawTable([heading, ...rows]),
    '',
    ...drawTable(legend.map(([word, meaning]) => [{ text: word }, dim(meaning)])),
    ...RULES_SAID[rules].map(paint.dim),
  ].join('\n');
}

function occursIn(word: string, text: string): boolean {
  return text === word || text.startsWith(`${word} +`) || (word === '+ask' && text.endsWith(word));
}
