import type { Provider } from '@nestjs/common';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime, RuntimeSetup } from '../../../../test/support/boot-runtime.js';
import { tracedPipeline } from '../../../../test/support/traced-pipeline.js';
import type { TracedStep } from '../../../../test/support/traced-pipeline.js';
import { CALL_OUTCOMES } from '../audit/call-outcome.js';
import { AuditSinks } from '../audit/audit-sink.js';
import { ConfirmationStore } from '../confirmation/confirmation-store.js';
import { ToolContext } from '../context/tool-context.js';
import type { InvocationStep } from '../pipeline/invocation-step.js';
import { active } from '../pipeline/step.descriptions.js';
import { PolicyGate } from '../policy/policy-gate.js';
import { PolicyRuleProvider } from '../policy/policy-rule-provider.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { ToolResult } from '../result/tool-result.js';
import { VerificationStore } from '../verification/verification-store.js';
import { HumanVerifier } from '../verification/human.verifier.js';
import {
  CALLERS,
  CHANNELS,
  Desk,
  DeskRules,
  Happenings,
  Listener,
  PickyInterceptor,
  RegionGuard,
  ScopedDesk,
} from './inspected-desk.fixture.js';
import { InvocationPlanBuilder } from './invocation-plan.builder.js';
import type { InvocationPlan } from './invocation-plan.js';
import { planAsMermaid } from './invocation-plan.mermaid.js';
import { planAsText } from './invocation-plan.text.js';
import { endOfPlan } from './plan-end.js';

const DESK: Provider[] = [Happenings, RegionGuard, PickyInterceptor, Desk, ScopedDesk];
const down = () => Promise.reject(new Error('ECONNREFUSED'));

/** A gate of the host's own that confirms reading and lets changes through. */
class ContraryGate extends PolicyGate {
  override requiresConfirmation(_context: ToolContext, tool: { readonly mutating: boolean }) {
    return !tool.mutating;
  }
}

const WIRINGS: Readonly<Record<string, RuntimeSetup>> = {
  'nothing optional': { events: false, options: { rateLimit: false } },
  'an emitter without listeners': {},
  everything: {
    providers: [Listener],
    collaborators: [{ provide: PolicyRuleProvider, useClass: DeskRules }],
  },
  'rules that take their time': {
    collaborators: [
      {
        provide: PolicyRuleProvider,
        useFactory: () => {
          const rules = new DeskRules();
          return { findMatchingRule: async (query: never) => rules.findMatchingRule(query) };
        },
      },
    ],
  },
  'an audit trail that must be kept, and nobody to keep it': {
    options: { audit: { mode: 'required' } },
    collaborators: [{ provide: AuditSinks, useValue: [] }],
  },
  'a confirmation store that is down': {
    collaborators: [
      { provide: ConfirmationStore, useValue: { put: down, peek: down, take: down } },
    ],
  },
  'a verification store that is down': {
    collaborators: [
      {
        provide: VerificationStore,
        useValue: { open: down, get: down, use: down, takeExpired: down },
      },
    ],
  },
  'a rate limiter that is down': {
    collaborators: [{ provide: RateLimiter, useValue: { consume: down } }],
  },
  'room for a single confirmation': { options: { confirmation: { maxPerPrincipal: 1 } } },
  'a gate of its own': { collaborators: [{ provide: PolicyGate, useClass: ContraryGate }] },
};

interface OpenDesk extends RunningRuntime {
  readonly plans: InvocationPlanBuilder;
  readonly happenings: Happenings;
  readonly trace: TracedStep[];
}

async function openDesk(
  setup: RuntimeSetup,
  change?: Parameters<typeof tracedPipeline>[1],
): Promise<OpenDesk> {
  const trace: TracedStep[] = [];
  const runtime = await bootRuntime({
    ...setup,
    providers: [...DESK, ...(setup.providers ?? [])],
    options: { channels: CHANNELS, ...setup.options },
    collaborators: [...(setup.collaborators ?? []), tracedPipeline(trace, change)],
  });
  return {
    ...runtime,
    plans: runtime.app.get(InvocationPlanBuilder),
    happenings: runtime.app.get(Happenings),
    trace,
  };
}

/** How a call ended, from its result alone, because an application without sinks keeps no record. */
function outcomeOf(result: ToolResult): string {
  const { code, type, meta } = result;
  if (meta['cache_served']) return 'served';
  if (type === 'plan') return 'planned';
  if (type === 'input_required') return 'input_required';
  if (result.requiresConfirmation) return 'confirmation_requested';
  if (result.requiresVerification)
    return result.message?.includes('still pending')
      ? 'verification_pending'
      : 'verification_requested';
  if (String(meta['reason_code']).startsWith('verification_') && code !== 'UNAVAILABLE')
    return 'verification_refused';
  if (result.error === 'Invalid or expired confirmation token') return 'confirmation_invalid';
  const byCode: Readonly<Record<string, string>> = {
    TOOL_NOT_FOUND: 'not_found',
    VALIDATION_ERROR: 'invalid',
    FORBIDDEN: 'denied',
    RATE_LIMITED: 'rate_limited',
    BLOCKED: 'vetoed',
    TIMEOUT: 'timed_out',
    CANCELLED: 'cancelled',
    UNAVAILABLE: 'unavailable',
  };
  return byCode[code ?? ''] ?? (code === undefined ? 'executed' : 'failed');
}

interface CallEnd {
  readonly outcome: string;
  /** The method of the tool was entered. */
  readonly ran: boolean;
  /** The call brought a token, or the id of an approval. */
  readonly redeems: boolean;
}

/** Where a call left the path that was planned for it; empty when it kept to it. */
function deviations(
  plan: InvocationPlan,
  trace: readonly TracedStep[],
  { outcome, ran, redeems }: CallEnd,
): string[] {
  const found: string[] = [];
  const onPath = ({ role }: { readonly role: string }) => role !== 'boundary' && role !== 'outcome';
  const planned = plan.steps.filter(onPath);
  const walked = trace.filter(onPath);
  walked.forEach(({ kind, end }, index) => {
    const step = planned[index];
    if (step?.kind !== kind) return found.push(`${kind} ran in the place of ${step?.kind}`);
    if (end === 'passed') return;
    if (index < walked.length - 1) found.push(`the call went on after ${kind} had ended it`);
    if (!step.blocking) found.push(`${kind} ended the call, planned as not blocking`);
    if (step.presence === 'dormant' || step.presence === 'skipped')
      found.push(`${kind} ended the call, planned as ${step.presence}`);
  });

  const last = walked.at(-1);
  const after = trace.slice(walked.length).map(({ kind }) => kind);
  const interrupted = last?.end !== 'ended';
  const expected = interrupted ? ['contain_exception', 'audit'] : ['audit'];
  if (after.join() !== expected.join()) found.push(`after the path came ${after.join()}`);

  const { verdict } = plan;
  const foreseen =
    outcome === 'cancelled' ||
    (last !== undefined && verdict.depends_on.includes(last.kind)) ||
    (last?.kind === planned[endOfPlan(plan)]?.kind &&
      // Whatever the tool itself makes of the call.
      (outcome === verdict.outcome || ran)) ||
    (redeems && verdict.outcome === 'confirmation_requested') ||
    (redeems && verdict.outcome === 'verification_requested') ||
    // Rules that were asked without arguments may let a call pass when they see them; then it ends somewhere further on.
    (verdict.outcome === 'denied' && verdict.depends_on.includes('authorize'));
  if (!foreseen)
    found.push(
      `${outcome} at ${last?.kind}, foretold ${verdict.outcome} or at ${verdict.depends_on.join()}`,
    );
  return found;
}

const LARGE = [{ percent: 20 }];

const redeemsApproval = (args: unknown) => Object.hasOwn(args as object, 'verification_id');

describe('a call keeps to its plan', () => {
  const seen = new Set<string>();

  /** Plans a call, makes it, and compares; with a token that it was given, once more. */
  async function compare(
    desk: OpenDesk,
    tool: string,
    context: ToolContext,
    args: unknown,
    redeems = false,
  ): Promise<string[]> {
    const plan = await desk.plans.build(desk.registry.getDefinition(tool)!, context);
    desk.trace.length = 0;
    desk.happenings.seen.length = 0;
    const result = await desk.registry.call(tool, args, context);
    const outcome = outcomeOf(result);
    const ran = desk.happenings.seen.includes('tool');
    seen.add(outcome);
    const label = `${tool} by ${context.principal} on ${context.channel}, ${context.mode}`;
    const found = deviations(plan, desk.trace, { outcome, ran, redeems }).map(
      (text) => `${label}: ${text}`,
    );
    if (result.requiresVerification && !redeemsApproval(args)) {
      const approved = { verification_id: result.verificationId };
      found.push(...(await compare(desk, tool, context, approved, true)));
      await desk.app.get(HumanVerifier).grant(result.verificationId!, { principal: 'grace' });
      // Used by the first of the two.
      for (let time = 0; time < 2; time++)
        found.push(...(await compare(desk, tool, context, approved, true)));
      return found;
    }
    if (!result.requiresConfirmation) return found;
    const token = { confirm_token: result.confirmToken };
    return [
      ...found,
      ...(await compare(desk, tool, context, token, true)),
      // Spent by now.
      ...(await compare(desk, tool, context, token, true)),
    ];
  }

  describe.each(Object.entries(WIRINGS))('with %s', (_, setup) => {
    let desk: OpenDesk;
    beforeAll(async () => {
      desk = await openDesk(setup);
    });
    afterAll(() => desk.app.close());

    it('whoever calls whatever tool, in either mode, with good arguments and bad', async () => {
      const found: string[] = [];
      for (const { name } of desk.registry.getDefinitions())
        for (const caller of CALLERS)
          for (const context of [caller, caller.asPlan()])
            for (const args of [{}, { undeclared: 1 }, ...(name === 'discount' ? LARGE : [])])
              found.push(...(await compare(desk, name, context, args)));
      expect(found).toEqual([]);
    });

    it('whatever guards, interceptors, listeners and rules make of it', async () => {
      const found: string[] = [];
      const ann = (extra: object) =>
        ToolContext.web({
          principal: 'ann',
          scopes: ['echo:use'],
          extra: extra as Record<string, unknown>,
        });
      for (const tool of ['guarded', 'scoped', 'wrapped', 'echo', 'touch', 'delete_item'])
        for (const fact of ['veto', 'serve', 'picky'])
          found.push(...(await compare(desk, tool, ann({ [fact]: true }), {})));
      for (const tool of ['guarded', 'scoped'])
        found.push(...(await compare(desk, tool, ann({ region: 'elsewhere' }), {})));
      found.push(...(await compare(desk, 'echo', ann({}), { text: 'secret' })));
      expect(found).toEqual([]);
    });

    it('whenever its caller goes away', async () => {
      const found = await compare(
        desk,
        'echo',
        ToolContext.cli({ signal: AbortSignal.abort() }),
        {},
      );
      const leaving = new AbortController();
      setImmediate(() => leaving.abort());
      found.push(...(await compare(desk, 'slow', ToolContext.cli({ signal: leaving.signal }), {})));
      expect(found).toEqual([]);
    });

    it('and a tool that does not exist has no plan: its call ends where it is looked up', async () => {
      desk.trace.length = 0;
      const result = await desk.registry.call('no_such_tool', {}, ToolContext.cli());
      seen.add(outcomeOf(result));
      expect(desk.trace.map(({ kind, end }) => `${kind} ${end}`)).toEqual([
        'resolve ended',
        'audit passed',
      ]);
    });
  });

  it('in every way in which a call can end', () => {
    expect([...seen].toSorted()).toEqual([...CALL_OUTCOMES].toSorted());
  });
});

describe('a step that is put into the pipeline', () => {
  const tenantCheck = {
    kind: 'tenant_check' as never,
    role: 'guard',
    describe: () => active('The tenant of the caller must be known.', { tenants: 2 }),
    run: (invocation) =>
      invocation.context.extra['tenant']
        ? undefined
        : invocation.end('denied', ToolResult.error('Which tenant?', null, { code: 'FORBIDDEN' })),
  } satisfies InvocationStep;
  let desk: OpenDesk;
  beforeAll(async () => {
    desk = await openDesk({}, (steps) => steps.toSpliced(4, 0, tenantCheck));
  });
  afterAll(() => desk.app.close());

  it('is in the plan, in the verdict and in both drawings, with no other change', async () => {
    const plan = await desk.plans.build(
      desk.registry.getDefinition('rare')!,
      ToolContext.web({ principal: 'ann' }),
    );
    expect(plan.steps[4]).toEqual({
      kind: 'tenant_check',
      role: 'guard',
      presence: 'active',
      blocking: true,
      mutates: false,
      wraps: null,
      source: 'The tenant of the caller must be known.',
      facts: { tenants: 2 },
    });
    expect(plan.verdict.depends_on).toEqual(['validate', 'tenant_check', 'rate_limit']);
    expect(planAsText(plan)).toMatch(/^ {2}tenant_check +guard +active +yes/m);
    expect(planAsMermaid(plan)).toContain('tenant_check');
  });

  it('ends the calls that its plan says it may end', async () => {
    const call = async (extra: Record<string, unknown>) => {
      desk.trace.length = 0;
      await desk.registry.call('unlimited', {}, ToolContext.web({ principal: 'ann', extra }));
      return desk.trace.map(({ kind }) => kind as string);
    };
    expect((await call({})).at(-2)).toBe('tenant_check');
    expect(await call({ tenant: 'acme' })).toContain('execute');
  });
});
