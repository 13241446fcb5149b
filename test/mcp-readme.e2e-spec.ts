import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'node:util';
import { jest } from '@jest/globals';
import { snippetTypeProblems, writeSnippets } from './support/readme-snippets.js';
import type { Snippets } from './support/readme-snippets.js';
import { ROOT } from './support/repository.js';

// Runs the compiler once.
jest.setTimeout(60_000);

let page: Snippets;

beforeAll(async () => {
  page = await writeSnippets('libs/mcp/README.md', 'mcp');
});

describe('the page of the MCP server', () => {
  it('shows code that compiles under strict types', async () => {
    expect(page.names.length).toBeGreaterThan(5);
    expect(await snippetTypeProblems(page)).toEqual([]);
  });

  it('shows a call in the same process, which prints what the page says', async () => {
    expect(page.runnable).toEqual(['in-process.ts']);
    const printed: string[] = [];
    const spy = jest
      .spyOn(console, 'log')
      .mockImplementation((...values: unknown[]) => void printed.push(format(...values)));
    try {
      await import(path.join(page.folder, 'in-process.ts'));
    } finally {
      spy.mockRestore();
    }
    expect(printed.join('\n')).toBe(page.blocks('text').at(0)?.trimEnd());
  });
});

describe('the front page', () => {
  it('connects clients with files and scripts that exist', async () => {
    const text = await readFile(path.join(ROOT, 'README.md'), 'utf8');
    const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name);
    expect(named).toContain('mcp:stdio');
    for (const name of named) expect(Object.keys(scripts)).toContain(name);
    // The file that clients start is built from one of the same name.
    expect(text).toContain('dist/apps/sample/mcp-stdio.js');
    await readFile(path.join(ROOT, 'apps', 'sample', 'src', 'mcp-stdio.ts'));
  });

  it('shows configuration of clients that is JSON', async () => {
    const text = await readFile(path.join(ROOT, 'README.md'), 'utf8');
    const blocks = [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, json = '']) => json);
    expect(blocks.length).toBeGreaterThan(1);
    for (const json of blocks)
      expect(JSON.parse(json)).toMatchObject({ servers: { 'support-desk': expect.any(Object) } });
  });
});
