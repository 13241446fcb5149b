import type { ToolDefinition, ToolResult } from '@toolgate/tool-runtime';

/** Writes one line to standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The five members of a result, indented. */
export function printResult(result: ToolResult): void {
  print(JSON.stringify(result, null, 2));
}

/** A table of tools: name, what it needs, what it does. */
export function printTools(tools: readonly ToolDefinition[]): void {
  const rows = tools.map((tool) => [
    tool.name,
    tool.scopes.join(', ') || '(none)',
    [tool.mutating ? 'changes' : 'reads', tool.confirm ? 'confirms' : undefined]
      .filter(Boolean)
      .join(', '),
    tool.description,
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  for (const row of rows)
    print(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`);
}
