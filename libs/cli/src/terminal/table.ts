import { displayWidth } from '@toolgate/tool-runtime';

/** One cell: its text, without control characters, and how it is painted. */
export interface TableCell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const GAP = '  ';

/** Rows as lines with aligned columns and nothing at their ends. Padding is counted in columns, before any paint. */
export function drawTable(rows: readonly (readonly TableCell[])[]): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column]))),
  );
  return rows.map((row) => {
    const last = row.findLastIndex(({ text }) => text !== '');
    return row
      .slice(0, last + 1)
      .map((cell, column) => draw(cell, column < last ? widths[column]! : 0))
      .join(GAP);
  });
}

function draw(cell: TableCell, width: number): string {
  const padding = ' '.repeat(Math.max(0, width - widthOf(cell)));
  return `${cell.paint ? cell.paint(cell.text) : cell.text}${padding}`;
}

function widthOf(cell: TableCell | undefined): number {
  return cell ? displayWidth(cell.text) : 0;
}
