import { displayWidth, padded } from './display-width.js';
import type { Painter } from './painter.js';
import type { ItemView } from './result-view.js';
import { paintedValue } from './value.paint.js';

const WIDEST_COLUMN = 40;
/** Columns beside identifier and name; items that differ in their members would otherwise make a very wide table. */
const MOST_OTHERS = 4;
const GAP = '  ';

interface Cell {
  readonly text: string;
  readonly painted: string;
}

const EMPTY: Cell = { text: '', painted: '' };

/** A list as aligned columns: availability if any item says it, identifier, name, and the members beside them. */
export function itemTable(items: readonly ItemView[], paint: Painter): string[] {
  const labels = [
    ...new Set(items.flatMap(({ others }) => others.map(({ label }) => label))),
  ].slice(0, MOST_OTHERS);
  const hasStatus = items.some(({ available }) => available !== undefined);
  const rows = items.map((item) => [
    ...(hasStatus ? [statusCell(item, paint)] : []),
    plain(`#${item.id}`),
    plain(item.name),
    ...labels.map((label) => memberCell(item, label, paint)),
  ]);
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map(({ text }, column) => Math.max(widest[column] ?? 0, width(text))),
    [],
  );
  return rows.map((row) =>
    `${GAP}${row.map((cell, column) => fill(cell, widths[column]!)).join(GAP)}`.trimEnd(),
  );
}

const plain = (text: string): Cell => ({ text, painted: text });

function statusCell({ available }: ItemView, paint: Painter): Cell {
  if (available === undefined) return EMPTY;
  const text = available ? '[OK]' : '[--]';
  return { text, painted: paint(available ? 'good' : 'quiet', text) };
}

function memberCell({ others }: ItemView, label: string, paint: Painter): Cell {
  const member = others.find((other) => other.label === label);
  if (!member) return EMPTY;
  const name = `${label.toLowerCase()}: `;
  return {
    text: name + member.value.text,
    painted: paint('label', name) + paintedValue(member.value, paint),
  };
}

const width = (text: string) => Math.min(WIDEST_COLUMN, displayWidth(text));

/** Spaces are added outside the colours, which have no width. */
const fill = ({ text, painted }: Cell, columns: number) =>
  painted + padded(text, columns).slice(text.length);
