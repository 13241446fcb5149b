import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/repository.js';
import { runCommand } from '../support/run-command.js';

/** The protocol revisions the suite knows the requirements of. */
export type Revision = '2025-11-25' | '2026-07-28';

/** One thing the suite has looked at. */
export interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  readonly errorMessage?: string;
}

/** What the suite says of a server. */
export interface SuiteVerdict {
  /** 0 when exactly those checks fail that were expected to. */
  readonly code: number;
  /** Expected failures that did happen, as `<scenario>:<check>`. */
  readonly expected: readonly string[];
  /** Failures that were not expected, and expectations that did not come true. */
  readonly unexpected: readonly string[];
  /** By name of the scenario, also of those that are not required. */
  readonly scenarios: ReadonlyMap<string, readonly Check[]>;
}

const SUITE = 'node_modules/@modelcontextprotocol/conformance/dist/index.js';
const PRELOAD = './test/conformance/node20/preload.mjs';

/** The checks that may fail, and must. */
export async function expectedFailures(revision: Revision): Promise<readonly string[]> {
  const text = await readFile(
    join(import.meta.dirname, `expected-failures.${revision}.yml`),
    'utf8',
  );
  return [...text.matchAll(/^ +- (\S+)$/gm)].map(([, entry]) => entry ?? '');
}

/** Runs everything that a revision requires of a server. */
export async function runSuite(
  url: string,
  revision: Revision,
  failures: readonly string[],
): Promise<SuiteVerdict> {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-conformance-'));
  try {
    const baseline = join(folder, 'expected-failures.yml');
    const results = join(folder, 'results');
    await writeFile(baseline, `server: ${JSON.stringify(failures)}\n`);
    const { code, stdout } = await runCommand(
      process.execPath,
      [
        ...['--import', PRELOAD, SUITE, 'server', '--url', url, '--requirements', revision],
        ...['--expected-failures', baseline, '--output-dir', results],
      ],
      ROOT,
    );
    return {
      code,
      expected: listed(stdout, 'Expected failures'),
      unexpected: [
        ...listed(stdout, 'Unexpected failures'),
        ...listed(stdout, 'Stale baseline entries'),
      ],
      scenarios: await readResults(results),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The lines under a heading of the report. */
function listed(report: string, heading: string): readonly string[] {
  const lines = report.split('\n');
  const start = lines.findIndex((line) => line.includes(`${heading} (`)) + 1;
  if (start === 0) return [];
  const end = lines.findIndex((line, index) => index >= start && !/^ {2}\S/.test(line));
  return lines.slice(start, end).map((line) => line.trim().slice(2));
}

/** Each scenario leaves a folder `server-<scenario>-<time>`. */
async function readResults(folder: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const names = await readdir(folder);
  return new Map(
    await Promise.all(
      names.map(async (name): Promise<[string, readonly Check[]]> => {
        const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
        const text = await readFile(join(folder, name, 'checks.json'), 'utf8');
        return [scenario, JSON.parse(text) as readonly Check[]];
      }),
    ),
  );
}
