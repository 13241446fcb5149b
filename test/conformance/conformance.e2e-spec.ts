import type { INestApplication } from '@nestjs/common';
import { createConformanceServer } from '../../apps/conformance/src/conformance.server.js';
import { expectedFailures, runSuite } from './conformance-suite.js';
import type { Check, Revision, SuiteVerdict } from './conformance-suite.js';

const SERVERS = [
  {
    title: 'on Express',
    settings: { adapter: 'express', sessions: true },
    revisions: ['2025-11-25', '2026-07-28'],
  },
  {
    title: 'on Fastify',
    settings: { adapter: 'fastify', sessions: true },
    revisions: ['2025-11-25', '2026-07-28'],
  },
  {
    title: 'on Express, without sessions',
    settings: { adapter: 'express', sessions: false },
    revisions: ['2025-11-25'],
    // To have no session is legal, and the suite warns. Nobody can be told anything later, so nothing can be subscribed to.
    impossible: [
      'server-sse-multiple-streams:server-sse-multiple-streams-session',
      'resources-subscribe:resources-subscribe',
      'resources-unsubscribe:resources-unsubscribe',
      // What a client can do is told once, to a session; and its answers come with later messages.
      'tools-call-sampling:tools-call-sampling',
      'tools-call-elicitation:tools-call-elicitation',
      'elicitation-sep1034-defaults:elicitation-sep1034-general',
      'elicitation-sep1330-enums:elicitation-sep1330-general',
    ],
  },
] as const satisfies readonly {
  readonly title: string;
  readonly settings: Parameters<typeof createConformanceServer>[0];
  readonly revisions: readonly Revision[];
  readonly impossible?: readonly string[];
}[];

/** How a run was set up, and how it ended. */
interface Run {
  readonly failures: readonly string[];
  readonly verdict: SuiteVerdict;
}

const CASES = SERVERS.flatMap(({ title, revisions }) =>
  revisions.map((revision) => ({ title, revision, run: `${revision} ${title}` })),
);
const runs = new Map<string, Run>();

const verdictOf = (run: string): SuiteVerdict => runs.get(run)!.verdict;
const troublesOf = (checks: readonly Check[] | undefined) =>
  checks?.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO').map(({ id }) => id);

// Servers at the same time, the revisions of a server one after the other: much of the time the suite only waits.
beforeAll(async () => {
  await Promise.all(
    SERVERS.map(async ({ title, settings, revisions, ...rest }) => {
      const impossible = 'impossible' in rest ? rest.impossible : [];
      const app = await createConformanceServer(settings, { logger: false });
      try {
        const url = await listen(app);
        for (const revision of revisions) {
          const failures = [...(await expectedFailures(revision)), ...impossible];
          const verdict = await runSuite(url, revision, failures);
          runs.set(`${revision} ${title}`, { failures, verdict });
        }
      } finally {
        await app.close();
      }
    }),
  );
}, 180_000);

async function listen(app: INestApplication): Promise<string> {
  // The suite wants a loopback name.
  await app.listen(0, 'localhost');
  const { port } = app.getHttpServer().address() as { port: number };
  return `http://localhost:${port}/mcp`;
}

describe.each(CASES)('the official conformance suite, $revision $title', ({ run }) => {
  it('finds nothing wrong, apart from what the server says it cannot do yet', () => {
    const { code, unexpected } = verdictOf(run);
    expect({ code, unexpected }).toEqual({ code: 0, unexpected: [] });
  });

  it('comes to every check that is said to fail', () => {
    const { failures, verdict } = runs.get(run)!;
    expect([...verdict.expected].sort()).toEqual([...failures].sort());
  });
});

describe.each(CASES.filter(({ revision }) => revision === '2026-07-28'))(
  'what $revision does not require yet, $title',
  ({ run }) => {
    it.each(['http-header-validation', 'http-custom-header-server-validation'])(
      'passes %s',
      (scenario) => {
        const checks = verdictOf(run).scenarios.get(scenario);
        expect(troublesOf(checks)).toEqual([]);
        expect(checks?.length).toBeGreaterThan(1);
      },
    );
  },
);

describe.each(CASES.filter(({ title }) => !title.includes('without sessions')))(
  'what $revision does not require, $title',
  ({ run, revision }) => {
    it('publishes every word of a schema that is to be published as it stands', () => {
      const checks = verdictOf(run).scenarios.get('json-schema-2020-12');
      expect(troublesOf(checks)).toEqual([]);
      expect(checks?.length).toBeGreaterThan(1);
    });

    if (revision === '2025-11-25')
      it.each(['server-session-lifecycle', 'server-sse-polling'])('passes %s', (scenario) => {
        const checks = verdictOf(run).scenarios.get(scenario);
        expect(troublesOf(checks)).toEqual([]);
        expect(checks?.length).toBeGreaterThan(1);
      });
  },
);
