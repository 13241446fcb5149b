import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'node:util';
import { jest } from '@jest/globals';
import { channelPolicyProblems } from '../libs/tool-runtime/src/policy/channel-policies.js';
import { resolveToolRuntimeOptions } from '../libs/tool-runtime/src/tool-runtime.options.resolver.js';
import { readOptionsTable } from './support/options-table.js';
import { snippetTypeProblems, writeSnippets } from './support/readme-snippets.js';
import type { Snippets } from './support/readme-snippets.js';
import { ROOT } from './support/repository.js';

const RUNTIME_PAGE = 'libs/tool-runtime/README.md';

// Loads the whole runtime several times and runs the compiler once.
jest.setTimeout(60_000);

/** Runs a file as a reader would and gives back what it prints, line by line. */
async function printedBy({ folder }: Snippets, file: string): Promise<string[]> {
  const printed: string[] = [];
  const spy = jest
    .spyOn(console, 'log')
    .mockImplementation((...values: unknown[]) => void printed.push(format(...values)));
  try {
    await import(path.join(folder, file));
  } finally {
    spy.mockRestore();
  }
  return printed;
}

let frontPage: Snippets;
let runtimePage: Snippets;

beforeAll(async () => {
  frontPage = await writeSnippets('README.md', 'front-page');
  runtimePage = await writeSnippets(RUNTIME_PAGE, 'tool-runtime');
});

describe('the front page', () => {
  it('shows an application that prints what the page says', async () => {
    expect(frontPage.runnable).toEqual(['main.ts']);
    const said = frontPage.blocks('text').at(-1)?.trimEnd().split('\n');
    expect(await printedBy(frontPage, 'main.ts')).toEqual(said);
  });
});

describe('the page of the runtime', () => {
  it.each<[string, unknown[]]>([
    [
      'calling.ts',
      [
        "{ day: '2026-07-01T06:00:00.000Z', limit: 50, asked_by: 'user:ann' } [ 'limit' ]",
        'send_mail(to=bo@example.com, subject=Report, …) true',
        '{ sent: 1, is_instance: true }',
        expect.stringMatching(/^plan \{\s+plan: \{[^]*tool: 'search'[^]*limit: 5/),
        "[ 'list_events', 'send_mail', 'search' ]",
      ],
    ],
    [
      'policy.ts',
      [
        '50 paid',
        'Ask the finance team.',
        "Mutating tool 'pay' is blocked on channel 'kiosk' (block_mutating policy).",
      ],
    ],
    [
      'approvals.ts',
      [
        'waiting: refund(order=A-7, amount=700)',
        'The approval is still pending (0 of 1 given). Nothing has been done yet. Call again with the same verification_id later.',
        'refunded 700 for A-7',
        'verification_used',
      ],
    ],
    ['events.ts', ['undefined', 'true']],
    [
      'agents.ts',
      [
        "[ 'water_plant' ]",
        "[ 'function water_plant' ]",
        "fern got 2 l [ 'litres' ]",
        'TOOL_NOT_FOUND',
      ],
    ],
    [
      'rendering.ts',
      [
        expect.stringMatching(
          /^Today\n-{50}\n {2}#D-7 {3}Soup {12}price: 6\.5\n {2}#D-12 {2}Ramen ラーメン/,
        ),
        '🍜 Today',
        'Today\n\n#D-7: Soup (price: 6.5)\n#D-12: Ramen ラーメン (price: 14)\n\nPage 1/3 (5 total items)',
      ],
    ],
    [
      'tokens.ts',
      [
        "[ 'search_books', 'opening_hours' ] []",
        "[ 'lend_book', 'search_books' ] [ 'opening_hours' ]",
        'true',
      ],
    ],
  ])('shows %s, which prints what its readers expect', async (file, expected) => {
    expect(await printedBy(runtimePage, file)).toEqual(expected);
  });

  it('shows the plan of a call as its example prints it', async () => {
    const said = runtimePage.blocks('text').find((block) => block.includes('depends on'));
    expect((await printedBy(runtimePage, 'plan.ts')).join('\n')).toBe(said?.trimEnd());
  });

  it('shows nothing to run that is not run here', () => {
    expect(runtimePage.runnable).toEqual([
      'calling.ts',
      'policy.ts',
      'approvals.ts',
      'events.ts',
      'plan.ts',
      'agents.ts',
      'rendering.ts',
      'tokens.ts',
    ]);
  });
});

describe('the code of both pages', () => {
  it('compiles under strict types', async () => {
    expect(await snippetTypeProblems(frontPage, runtimePage)).toEqual([]);
  });
});

describe('the table of options', () => {
  const rows = async () => readOptionsTable(await readFile(path.join(ROOT, RUNTIME_PAGE), 'utf8'));

  it('names every option there is and states its real default', async () => {
    const { channels: _channels, ...resolved } = resolveToolRuntimeOptions();
    const stated = new Map((await rows()).flatMap(({ options }) => [...options]));
    for (const [option, actual] of Object.entries(resolved).flatMap(leaves)) {
      expect([...stated.keys()]).toContain(option);
      // A list has its default explained where the list is.
      if (!Array.isArray(actual)) expect([option, stated.get(option)]).toEqual([option, actual]);
    }
  });

  it('names no option that does not exist', async () => {
    const unknown = (await rows()).flatMap(({ section, options }) =>
      [...options.keys()].filter((option) => !isKnown(section, option.slice(section.length + 1))),
    );
    expect(unknown).toEqual([]);
  });
});

/** The options of a section by their paths; a section that is one option is its own. */
function leaves([section, value]: [string, unknown]): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[section, value]];
  return Object.entries(value).map(([name, member]) => [`${section}.${name}`, member]);
}

/** What is misspelled is refused even when it has no value. */
function isKnown(section: string, member: string): boolean {
  if (section === 'channels')
    return !channelPolicyProblems({ any: { [member]: null } as never })
      .join()
      .includes('is not a');
  try {
    resolveToolRuntimeOptions({ [section]: member ? { [member]: undefined } : undefined });
    return true;
  } catch {
    return false;
  }
}
