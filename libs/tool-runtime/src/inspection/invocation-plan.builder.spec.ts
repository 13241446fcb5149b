import { Injectable, Module } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import { DiscoveryModule, InitializeOnPreviewAllowlist, NestFactory } from '@nestjs/core';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { jest } from '@jest/globals';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime, RuntimeSetup } from '../../../../test/support/boot-runtime.js';
import { CALL_OUTCOMES } from '../audit/call-outcome.js';
import { ConfirmationStore } from '../confirmation/confirmation-store.js';
import { ToolContext } from '../context/tool-context.js';
import type {
  InvocationStepKind,
  InvocationStepPresence,
  InvocationStepRole,
} from '../pipeline/invocation-step.js';
import { PolicyGate } from '../policy/policy-gate.js';
import { PolicyRuleProvider } from '../policy/policy-rule-provider.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { ToolRegistry } from '../tool-registry.js';
import { ToolRuntimeModule } from '../tool-runtime.module.js';
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
import type { InvocationPlan, PlanVerdict } from './invocation-plan.js';

const DESK: Provider[] = [Happenings, RegionGuard, PickyInterceptor, Desk, ScopedDesk];
const RULES: Provider = { provide: PolicyRuleProvider, useClass: DeskRules };
const ann = ToolContext.web({ principal: 'ann', scopes: ['echo:use', 'a'] });
const telegram = ToolContext.telegram({ chatId: 7, userId: 3 });

// Every name once: a name more or less does not compile.
const KINDS = Object.keys({
  resolve: 1,
  validate: 2,
  clamp: 3,
  authorize: 4,
  rate_limit: 5,
  plan_mode: 6,
  confirm: 7,
  approve: 8,
  emit_executing: 9,
  execute: 10,
  contain_exception: 11,
  audit: 12,
} satisfies Record<InvocationStepKind, number>);
const ROLES = Object.keys({
  guard: 1,
  transform: 2,
  branch: 3,
  hook: 4,
  execution: 5,
  boundary: 6,
  outcome: 7,
} satisfies Record<InvocationStepRole, number>);
const PRESENCES = Object.keys({
  active: 1,
  conditional: 2,
  dormant: 3,
  skipped: 4,
} satisfies Record<InvocationStepPresence, number>);

class Inspection {
  static async open(setup: RuntimeSetup = {}): Promise<Inspection> {
    const options = { channels: CHANNELS, ...setup.options };
    const providers = [...DESK, ...(setup.providers ?? [])];
    return new Inspection(await bootRuntime({ ...setup, options, providers }));
  }

  private constructor(readonly runtime: RunningRuntime) {}

  get builder(): InvocationPlanBuilder {
    return this.runtime.app.get(InvocationPlanBuilder);
  }

  async plan(tool: string, context: ToolContext = ann): Promise<InvocationPlan> {
    return this.builder.build(this.runtime.registry.getDefinition(tool)!, context);
  }

  async verdict(tool: string, context: ToolContext = ann): Promise<PlanVerdict> {
    return (await this.plan(tool, context)).verdict;
  }

  async step(tool: string, kind: InvocationStepKind, context: ToolContext = ann) {
    return (await this.plan(tool, context)).steps.find((step) => step.kind === kind)!;
  }

  close(): Promise<void> {
    return this.runtime.app.close();
  }
}

/** Opens one application per description, because booting is the slow part. */
function inspecting(setup: RuntimeSetup): { current: Inspection } {
  const holder = {} as { current: Inspection };
  beforeAll(async () => void (holder.current = await Inspection.open(setup)));
  afterAll(() => holder.current.close());
  return holder;
}

describe('the plan of a call', () => {
  const bare = inspecting({ events: false, options: { rateLimit: false } });
  const full = inspecting({ providers: [Listener], collaborators: [RULES] });

  it('has the twelve steps in the order in which a call passes them', async () => {
    const plan = await bare.current.plan('echo');
    expect(plan.steps.map(({ kind }) => kind)).toEqual(KINDS);
    expect(KINDS).toHaveLength(12);
  });

  it('knows seven roles and four presences, and no others', async () => {
    const roles = new Set<string>();
    const presences = new Set<string>();
    for (const inspection of [bare.current, full.current])
      for (const { name } of inspection.runtime.registry.getDefinitions())
        for (const step of (await inspection.plan(name)).steps) {
          roles.add(step.role);
          presences.add(step.presence);
        }
    expect([...roles].toSorted()).toEqual(ROLES.toSorted());
    expect([...presences].toSorted()).toEqual(PRESENCES.toSorted());
    expect([ROLES.length, PRESENCES.length]).toEqual([7, 4]);
  });

  it('has its members in a fixed order', async () => {
    const plan = await bare.current.plan('echo');
    expect(Object.keys(plan)).toEqual([
      'schemaVersion',
      'operation',
      'channel',
      'context',
      'assumptions',
      'wiring',
      'verdict',
      'steps',
    ]);
    for (const step of plan.steps)
      expect(Object.keys(step)).toEqual([
        'kind',
        'role',
        'presence',
        'blocking',
        'mutates',
        'wraps',
        'source',
        'facts',
      ]);
    expect(plan).toMatchObject({ schemaVersion: '1.0', operation: 'echo', channel: 'web' });
  });

  it('is plain JSON, says something readable about each step, and blocks only where it can', async () => {
    for (const inspection of [bare.current, full.current])
      for (const { name } of inspection.runtime.registry.getDefinitions())
        for (const context of [...CALLERS, ann.asPlan()]) {
          const plan = await inspection.plan(name, context);
          expect(JSON.parse(JSON.stringify(plan))).toStrictEqual(plan);
          for (const { presence, blocking, source } of plan.steps) {
            expect(source).toMatch(/^[A-Z][^\n]{10,}\.$/);
            if (presence === 'dormant' || presence === 'skipped') expect(blocking).toBe(false);
          }
        }
  });

  it('never makes a caller up', async () => {
    for (const context of CALLERS) {
      const plan = await bare.current.plan('touch', context);
      expect(plan.channel).toBe(context.channel);
      expect(plan.context).toEqual({
        actor: context.principal || null,
        scopes: context.scopes,
        mode: 'execute',
      });
    }
    const plan = await bare.current.plan('touch', ann.asPlan());
    expect(plan.context.mode).toBe('plan');
  });

  it('reads from the application what is wired', async () => {
    expect((await bare.current.plan('echo')).wiring).toEqual({
      rateLimiter: 'absent',
      dispatcher: 'absent',
      ruleProvider: 'absent',
    });
    expect((await full.current.plan('echo')).wiring).toEqual({
      rateLimiter: 'present',
      dispatcher: 'present',
      ruleProvider: 'present',
    });
  });

  it('is there at once when nothing has to be waited for', () => {
    const tool = full.current.runtime.registry.getDefinition('echo')!;
    expect(full.current.builder.build(tool, ann)).toHaveProperty('operation', 'echo');
    expect(full.current.builder.verdictOf(tool, ann)).toHaveProperty('outcome', 'executed');
  });

  it('has the same verdict as the table of verdicts', async () => {
    for (const tool of full.current.runtime.registry.getDefinitions())
      for (const context of [...CALLERS, ann.asPlan()])
        expect(await full.current.builder.verdictOf(tool, context)).toEqual(
          await full.current.verdict(tool.name, context),
        );
  });

  it('is made for tools that are registered at run time', async () => {
    const { registry } = bare.current.runtime;
    registry.register({ name: 'late', description: 'Came late' }, () => 1);
    expect(await bare.current.step('late', 'execute')).toMatchObject({
      source: 'The handler registered at run time runs with a deadline of 30000 ms.',
    });
    registry.unregister('late');
  });
});

describe('the presence of a step', () => {
  const bare = inspecting({ events: false, options: { rateLimit: false } });
  const wired = inspecting({ providers: [Listener], collaborators: [RULES] });

  it.each<[string, string, InvocationStepKind, ToolContext, object]>([
    ['resolve is active', 'echo', 'resolve', ann, { presence: 'active', blocking: true }],
    ['validate is active', 'echo', 'validate', ann, { presence: 'active', blocking: true }],
    [
      'validate is active for a tool that takes nothing, because it refuses everything then',
      'touch',
      'validate',
      ann,
      { presence: 'active', blocking: true, source: expect.stringContaining('no arguments') },
    ],
    [
      'clamp is active where something is clamped',
      'delete_item',
      'clamp',
      ann,
      {
        presence: 'active',
        blocking: false,
        mutates: true,
        facts: { clamps: [{ path: 'id', min: 1, max: 9 }] },
      },
    ],
    [
      'clamp is skipped where nothing is',
      'echo',
      'clamp',
      ann,
      { presence: 'skipped', blocking: false, mutates: false },
    ],
    ['authorize is active', 'echo', 'authorize', ann, { presence: 'active', blocking: true }],
    [
      'rate_limit is active with a limiter',
      'echo',
      'rate_limit',
      ann,
      { presence: 'active', blocking: true },
    ],
    [
      'rate_limit is dormant for a tool that has opted out',
      'unlimited',
      'rate_limit',
      ann,
      { presence: 'dormant', blocking: false },
    ],
    [
      'plan_mode is conditional',
      'echo',
      'plan_mode',
      ann,
      { presence: 'conditional', blocking: false },
    ],
    [
      'plan_mode ends a plan',
      'echo',
      'plan_mode',
      ann.asPlan(),
      { presence: 'conditional', blocking: true },
    ],
    [
      'emit_executing is active with an emitter',
      'echo',
      'emit_executing',
      ann,
      { presence: 'active', blocking: true, facts: { event: 'tool.executing', listeners: 1 } },
    ],
    [
      'execute changes the world when its tool does',
      'touch',
      'execute',
      ann,
      { presence: 'active', blocking: true, mutates: true },
    ],
    ['execute of a reading tool does not', 'echo', 'execute', ann, { mutates: false }],
    [
      'contain_exception wraps execute',
      'echo',
      'contain_exception',
      ann,
      { role: 'boundary', presence: 'active', blocking: false, mutates: false, wraps: 'execute' },
    ],
    [
      'audit covers every way in which a call can end',
      'echo',
      'audit',
      ann,
      {
        role: 'outcome',
        presence: 'active',
        blocking: false,
        facts: { outcomes: CALL_OUTCOMES, sinks: ['MemoryAuditSink'] },
      },
    ],
  ])('%s', async (_, tool, kind, context, expected) => {
    expect(await wired.current.step(tool, kind, context)).toMatchObject(expected);
  });

  it.each<InvocationStepKind>(['rate_limit', 'emit_executing'])(
    'of %s is skipped when its subsystem is not wired',
    async (kind) => {
      expect(await bare.current.step('echo', kind)).toMatchObject({
        presence: 'skipped',
        blocking: false,
      });
    },
  );

  it.each<[string, string, ToolContext, object]>([
    ['the tool asks', 'delete_item', ann, { presence: 'conditional', blocking: true }],
    [
      'the channel asks and the tool mutates',
      'touch',
      telegram,
      {
        presence: 'conditional',
        blocking: true,
        role: 'branch',
        source: expect.stringContaining('require_confirmation_for_mutating'),
      },
    ],
    [
      'the channel asks and the tool does not mutate',
      'rare',
      telegram,
      {
        presence: 'dormant',
        blocking: false,
        source: expect.stringContaining('require_confirmation_for_mutating'),
      },
    ],
    [
      'nobody asks',
      'touch',
      ann,
      {
        presence: 'dormant',
        blocking: false,
        source: expect.not.stringContaining('require_confirmation_for_mutating'),
      },
    ],
  ])('of confirm when %s', async (_, tool, context, expected) => {
    expect(await wired.current.step(tool, 'confirm', context)).toMatchObject(expected);
  });

  it('of confirm follows a gate that decides by itself', async () => {
    class NightGate extends PolicyGate {
      override requiresConfirmation(_context: ToolContext, tool: { readonly name: string }) {
        return tool.name === 'echo';
      }
    }
    const inspection = await Inspection.open({
      collaborators: [{ provide: PolicyGate, useClass: NightGate }],
    });
    expect(await inspection.step('echo', 'confirm')).toMatchObject({
      presence: 'conditional',
      facts: { reason: 'gate' },
    });
    expect(await inspection.step('delete_item', 'confirm')).toMatchObject({
      presence: 'dormant',
      facts: { reason: 'gate_waives' },
    });
    await inspection.close();
  });
});

describe('the facts of a step', () => {
  const wired = inspecting({ collaborators: [RULES] });

  it('say who is asked, which scopes are needed, held and missing, and what is decided already', async () => {
    expect((await wired.current.step('audit_all', 'authorize')).facts).toEqual({
      channelPolicy: {
        allowAll: false,
        requireAuth: true,
        blockMutating: false,
        requireConfirmationForMutating: false,
        denialDetail: 'full',
      },
      authenticated: true,
      scopesRequired: ['a', 'b'],
      scopesMode: 'all',
      scopesHeld: ['echo:use', 'a'],
      scopesMissing: ['b'],
      ruleProvider: true,
      guards: [],
      staticDecision: {
        allowed: false,
        reasonCode: 'missing_scope',
        message: expect.stringContaining('a, b'),
      },
    });
    const cli = await wired.current.step('guarded', 'authorize', ToolContext.cli());
    expect(cli.source).toContain('allow_all');
    expect(cli.source).toContain('RegionGuard');
    expect(cli.facts).toMatchObject({
      guards: ['RegionGuard'],
      staticDecision: { allowed: true },
    });
  });

  it('count one held scope as enough, and * as every scope', async () => {
    const missing = async (tool: string, scopes: string[]) =>
      (await wired.current.step(tool, 'authorize', ToolContext.web({ principal: 'bo', scopes })))
        .facts['scopesMissing'];
    expect(await missing('echo', ['other'])).toEqual(['echo:use']);
    expect(await missing('echo', ['other', 'echo:use'])).toEqual([]);
    expect(await missing('audit_all', ['*'])).toEqual([]);
  });

  it('say what this call costs this caller', async () => {
    const price = async (tool: string, context: ToolContext) => {
      const { facts } = await wired.current.step(tool, 'rate_limit', context);
      return [facts['use'], facts['cost'], facts['executeCost']];
    };
    expect(await price('echo', ann)).toEqual(['execute', 1, 1]);
    expect(await price('touch', ann)).toEqual(['execute', 5, 5]);
    expect(await price('touch', ann.asPlan())).toEqual(['read', 1, 5]);
    expect(await price('delete_item', ann)).toEqual(['read', 1, 5]);
    expect((await wired.current.step('rare', 'rate_limit')).facts).toMatchObject({
      limit: 1,
      windowMs: 60_000,
    });
  });

  it('name what wraps the method', async () => {
    expect(await wired.current.step('wrapped', 'execute')).toMatchObject({
      source:
        'Desk.wrapped runs with a deadline of 30000 ms inside its interceptors (PickyInterceptor).',
      facts: { interceptors: ['PickyInterceptor'], pipes: [], filters: [], perCall: false },
    });
    expect((await wired.current.step('scoped', 'execute')).facts).toMatchObject({ perCall: true });
  });
});

describe('the verdict', () => {
  const bare = inspecting({ events: false, options: { rateLimit: false } });
  const listening = inspecting({ providers: [Listener] });
  const ruled = inspecting({ collaborators: [RULES] });
  const bo = ToolContext.web({ principal: 'bo', scopes: ['b'] });
  const kiosk = (principal: string) => ToolContext.of({ channel: 'kiosk', principal });

  it('foretells that nobody is let in where a principal is required', async () => {
    for (const context of [
      ToolContext.web({ principal: null }),
      ToolContext.mcp({ principal: '' }),
    ]) {
      expect(await ruled.current.verdict('touch', context)).toEqual({
        outcome: 'denied',
        reasonCode: 'unauthenticated',
        message: `channel '${context.channel}' requires an authenticated principal (require_auth) — none provided.`,
        depends_on: ['validate'],
      });
    }
    const zero = ToolContext.web({ principal: '0' });
    expect(await ruled.current.verdict('touch', zero)).toMatchObject({ outcome: 'executed' });
  });

  it('foretells missing scopes', async () => {
    expect(await bare.current.verdict('echo', bo)).toMatchObject({
      outcome: 'denied',
      reasonCode: 'missing_scope',
      message: expect.stringContaining('echo:use'),
      depends_on: ['validate'],
    });
  });

  it('foretells that a channel blocks changes, and a rule that lets them through', async () => {
    expect(await bare.current.verdict('touch', kiosk('root'))).toMatchObject({
      outcome: 'denied',
      reasonCode: 'mutating_blocked',
      depends_on: ['validate'],
    });
    expect(await ruled.current.verdict('touch', kiosk('eve'))).toMatchObject({
      reasonCode: 'mutating_blocked',
      depends_on: ['validate', 'authorize'],
    });
    expect(await ruled.current.verdict('touch', kiosk('root'))).toMatchObject({
      outcome: 'executed',
    });
  });

  it('foretells what the rules say without arguments', async () => {
    expect(await ruled.current.verdict('touch', bo)).toMatchObject({
      outcome: 'denied',
      reasonCode: 'rule_denied',
      depends_on: ['validate', 'authorize'],
    });
    expect(await ruled.current.verdict('rare', bo)).toMatchObject({
      reasonCode: 'rule_missing_scope',
    });
    expect(await ruled.current.verdict('broken', bo)).toMatchObject({ reasonCode: 'policy_error' });
  });

  it('denies when a gate of the host fails', async () => {
    const fails = (): never => {
      throw new Error('no database');
    };
    for (const decide of [fails, () => Promise.reject(new Error('no database'))]) {
      const inspection = await Inspection.open();
      const gate = inspection.runtime.app.get(PolicyGate);
      gate.decide = decide;
      gate.decideStatically = fails;
      gate.requiresConfirmation = fails;
      expect(await inspection.verdict('touch')).toMatchObject({
        outcome: 'denied',
        reasonCode: 'policy_error',
      });
      expect(await inspection.step('touch', 'confirm')).toMatchObject({
        presence: 'conditional',
        source: 'The step confirm could not describe itself: Error.',
      });
      await inspection.close();
    }
  });

  it('foretells a plan, whoever would confirm', async () => {
    expect(await bare.current.verdict('delete_item', ann.asPlan())).toEqual({
      outcome: 'planned',
      message: 'The call is answered with what would happen, and nothing runs.',
      depends_on: ['validate'],
    });
  });

  it('foretells a request for confirmation', async () => {
    expect(await listening.current.verdict('delete_item')).toMatchObject({
      outcome: 'confirmation_requested',
      message: expect.stringContaining('token'),
      depends_on: ['validate', 'rate_limit', 'confirm'],
    });
    expect(await listening.current.verdict('touch', telegram)).toMatchObject({
      outcome: 'confirmation_requested',
    });
  });

  it('names for a call that would run the steps that may still stop it, and no others', async () => {
    const dependsOn = async (inspection: Inspection, tool: string) => {
      const { outcome, depends_on } = await inspection.verdict(tool);
      expect(outcome).toBe('executed');
      return depends_on;
    };
    expect(await dependsOn(bare.current, 'touch')).toEqual(['validate']);
    expect(await dependsOn(bare.current, 'guarded')).toEqual(['validate', 'authorize']);
    expect(await dependsOn(bare.current, 'wrapped')).toEqual(['validate', 'execute']);
    expect(await dependsOn(ruled.current, 'touch')).toEqual([
      'validate',
      'authorize',
      'rate_limit',
    ]);
    expect(await dependsOn(listening.current, 'unlimited')).toEqual(['validate', 'emit_executing']);
  });
});

describe('the assumptions', () => {
  const bare = inspecting({ events: false });
  const full = inspecting({ providers: [Listener], collaborators: [RULES] });

  it('are none where everything is known', async () => {
    expect((await bare.current.plan('echo')).assumptions).toEqual([]);
  });

  it('say that nobody is signed in', async () => {
    const { assumptions } = await bare.current.plan('touch', ToolContext.web({ principal: null }));
    expect(assumptions).toEqual([expect.stringMatching(/anonymous.*authorize would deny/)]);
    const zero = await bare.current.plan('touch', ToolContext.web({ principal: '0' }));
    expect(zero.assumptions).toEqual([]);
  });

  it('say that an unknown channel fails closed, on one line whatever its name', async () => {
    const context = ToolContext.of({ channel: 'mystery\n\u001b[31m', principal: 'ann' });
    const { assumptions } = await bare.current.plan('touch', context);
    expect(assumptions).toEqual([
      expect.stringMatching(/^Channel 'mystery\\u000a\\u001b\[31m'.*fails closed/),
    ]);
  });

  it('say that rules were asked without arguments, that guards were not, and how many listen now', async () => {
    const { assumptions } = await full.current.plan('scoped');
    expect(assumptions).toEqual([
      expect.stringContaining('rules were asked without arguments'),
      expect.stringContaining('RegionGuard'),
      expect.stringContaining('made anew for each call'),
      expect.stringContaining('1 listener of tool.executing now'),
    ]);
  });
});

describe('looking at a call', () => {
  it('takes no budget and no token, emits nothing, records nothing, and runs nothing of the tool', async () => {
    const store = {
      put: jest.fn(() => undefined),
      peek: jest.fn(() => undefined),
      take: jest.fn(() => undefined),
    };
    const limiter = { consume: jest.fn(() => ({ allowed: true, retryAfterMs: 0 })) };
    const inspection = await Inspection.open({
      providers: [Listener],
      collaborators: [
        RULES,
        { provide: ConfirmationStore, useValue: store },
        { provide: RateLimiter, useValue: limiter },
      ],
    });
    const { app, registry, emitter, records } = inspection.runtime;
    const emitted = jest.fn();
    emitter.onAny(emitted);

    const spent = async () => [
      app.get(Happenings).seen.length,
      emitted.mock.calls.length,
      records().length,
      limiter.consume.mock.calls.length,
      store.put.mock.calls.length + store.peek.mock.calls.length + store.take.mock.calls.length,
    ];
    for (const tool of registry.getDefinitions())
      for (const context of [...CALLERS, ann.asPlan()]) {
        await inspection.builder.build(tool, context);
        await inspection.builder.verdictOf(tool, context);
      }
    expect(await spent()).toEqual([0, 0, 0, 0, 0]);

    // What was counted does count.
    await registry.call('scoped', {}, ann);
    await registry.call('delete_item', {}, ann);
    expect((await spent()).every((count) => count > 0)).toBe(true);
    await inspection.close();
  });

  it('asks the rules once, without arguments', async () => {
    const inspection = await Inspection.open({ collaborators: [RULES] });
    const rules = inspection.runtime.app.get<DeskRules>(PolicyRuleProvider, { strict: false });
    await inspection.plan('echo');
    expect(rules.queries).toEqual([
      expect.objectContaining({ tool: 'echo', principal: 'ann', arguments: undefined }),
    ]);
    await inspection.close();
  });
});

describe('looking at a call in an application that is only previewed', () => {
  const made: string[] = [];
  @Injectable()
  class Database {
    constructor() {
      made.push('Database');
    }
  }
  @Injectable()
  class DatabaseRules {
    constructor(readonly database: Database) {}

    findMatchingRule() {
      made.push('asked');
      return null;
    }
  }
  @Module({ providers: [Database, DatabaseRules], exports: [DatabaseRules] })
  class RulesModule {}

  @Module({
    imports: [
      EventEmitterModule.forRoot(),
      ToolRuntimeModule.forRoot({
        channels: CHANNELS,
        imports: [RulesModule],
        providers: [{ provide: PolicyRuleProvider, useExisting: DatabaseRules }],
      }),
    ],
    providers: [...DESK, Listener],
  })
  class PreviewedModule {}

  it('shows the whole plan, constructs and asks nothing, and says so', async () => {
    InitializeOnPreviewAllowlist.add(DiscoveryModule);
    InitializeOnPreviewAllowlist.add(ToolRuntimeModule);
    const app = await NestFactory.createApplicationContext(PreviewedModule, {
      preview: true,
      logger: false,
      abortOnError: false,
    });
    const registry = app.get(ToolRegistry);
    const builder = app.get(InvocationPlanBuilder);

    const plan = await builder.build(registry.getDefinition('scoped')!, ann);
    expect(plan.wiring).toEqual({
      rateLimiter: 'present',
      dispatcher: 'present',
      ruleProvider: 'present',
    });
    expect(plan.verdict).toMatchObject({
      outcome: 'executed',
      depends_on: ['validate', 'authorize', 'rate_limit', 'emit_executing'],
    });
    expect(plan.assumptions).toEqual([
      expect.stringContaining('rules were not asked'),
      expect.stringContaining('RegionGuard'),
      expect.stringContaining('made anew for each call'),
      expect.stringContaining('not known'),
    ]);

    const kiosk = ToolContext.of({ channel: 'kiosk', principal: 'ann' });
    expect(await builder.verdictOf(registry.getDefinition('touch')!, kiosk)).toMatchObject({
      outcome: 'denied',
      reasonCode: 'mutating_blocked',
      depends_on: ['validate', 'authorize'],
    });
    expect(made).toEqual([]);
    await app.close();
  });
});
