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
  /** Failures that were not expected, each with what the suite says of it, and expectations that did not come true. */
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

/**
 * Runs everything that a revision requires of a server.
 * @throws Error when the suite itself does not get to its end
 */
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
    const what = ['--url', url, '--requirements', revision];
    const files = ['--expected-failures', baseline, '--output-dir', results];
    const { code, stdout, stderr } = await runCommand(
      process.execPath,
      ['--import', PRELOAD, SUITE, 'server', ...what, ...files],
      ROOT,
    );
    if (!stdout.includes('=== SUMMARY ==='))
      throw new Error(`The conformance suite stopped before its end.\n${stdout}\n${stderr}`);
    const scenarios = await readResults(results);
    return {
      code,
      expected: listed(stdout, 'Expected failures'),
      unexpected: [
        ...listed(stdout, 'Unexpected failures').flatMap((entry) => explained(entry, scenarios)),
        ...listed(stdout, 'Stale baseline entries').map((entry) => `${entry} does not fail`),
      ],
      scenarios,
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

/** @param entry `<scenario>`, or `<scenario>:<check>` */
function explained(
  entry: string,
  scenarios: ReadonlyMap<string, readonly Check[]>,
): readonly string[] {
  const [scenario = '', check] = entry.split(':');
  const failed = (scenarios.get(scenario) ?? []).filter(
    ({ id, status }) =>
      (status === 'FAILURE' || status === 'WARNING') && (check === undefined || check === id),
  );
  if (failed.length === 0) return [entry];
  return failed.map(
    ({ id, errorMessage = 'no reason given' }) => `${scenario}:${id}: ${errorMessage}`,
  );
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
