import path from 'node:path';
import { jest } from '@jest/globals';
import { createToolTestingModule, expectTool } from '@toolgate/testing';
import { snippetTypeProblems, writeSnippets } from './support/readme-snippets.js';

// Runs the compiler once.
jest.setTimeout(60_000);

const page = await writeSnippets('libs/testing/README.md', 'testing');
const specs = page.names.filter((name) => name.endsWith('.spec.ts'));

// The examples are tests: what they describe becomes part of this file.
for (const spec of specs) await import(path.join(page.folder, spec));

describe('the page about testing', () => {
  it('has an example for each of its parts', () => {
    expect(specs).toEqual([
      'calling.spec.ts',
      'who-may-call.spec.ts',
      'application.spec.ts',
      'store.spec.ts',
    ]);
  });

  it('compiles under strict types', async () => {
    expect(await snippetTypeProblems(page)).toEqual([]);
  });

  it('shows the message of an expectation as it is', async () => {
    const { BooksTools, Catalogue } = (await import(path.join(page.folder, 'books.tools.ts'))) as {
      BooksTools: new () => object;
      Catalogue: new () => object;
    };
    const tools = await createToolTestingModule({ providers: [BooksTools, Catalogue] });
    const lending = expectTool(tools, 'lend_book').on('mcp').as('user:1', ['books:read']);
    await expect(lending.toBeDeniedBy('guard')).rejects.toThrow(
      page.blocks('text').at(0)!.trimEnd(),
    );
    await tools.close();
  });
});
