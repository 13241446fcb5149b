import * as fc from 'fast-check';
import { FakeRules } from '../../../../test/support/fake-rules.js';
import { aTool, someOptions } from '../../../../test/support/fixtures.js';
import { hostileThenable } from '../../../../test/support/hostile-thenable.js';
import { LogRecorder } from '../../../../test/support/log-recorder.js';
import { ToolContext } from '../context/tool-context.js';
import type { PolicyDecision } from './policy-decision.js';
import { PolicyGate } from './policy-gate.js';
import type { PolicyRequest } from './policy-gate.js';
import type { PolicyRuleProvider } from './policy-rule-provider.js';

const ann = ToolContext.web({ principal: 'ann', scopes: ['orders:read'] });
const nobody = ToolContext.web({ principal: null });
const refund = aTool({ name: 'refund_order', mutating: true });

function gate(channels = {}, rules?: PolicyRuleProvider, ruleTimeoutMs = 1_000): PolicyGate {
  return new PolicyGate(someOptions({ channels, policy: { ruleTimeoutMs } }), rules);
}

function call(context: ToolContext, tool = aTool()): PolicyRequest {
  return { context, tool, purpose: 'call' };
}

const allowed = { allowed: true };
const denied = (reasonCode: string, message: string) => ({ allowed: false, reasonCode, message });

describe('the policy gate', () => {
  let log: LogRecorder;
  beforeEach(() => {
    log = LogRecorder.start();
  });
  afterEach(() => log.stop());

  describe('asking for an authenticated caller', () => {
    it.each(['mcp', 'web'])('refuses an anonymous caller on %s', (channel) => {
      const context = ToolContext.of({ channel, principal: null, scopes: ['*'] });
      expect(gate().decide(call(context))).toEqual(
        denied(
          'unauthenticated',
          `channel '${channel}' requires an authenticated principal (require_auth) — none provided.`,
        ),
      );
    });

    it('takes an empty principal for nobody and "0" for somebody', () => {
      const empty = ToolContext.web({ principal: '' });
      const zero = ToolContext.web({ principal: '0' });
      expect(gate().decide(call(empty))).toMatchObject({ reasonCode: 'unauthenticated' });
      expect(gate().decide(call(zero))).toEqual(allowed);
    });

    it.each(['cli', 'telegram'])('lets %s through without one', (channel) => {
      const context = ToolContext.of({ channel, principal: null });
      expect(gate().decide(call(context))).toEqual(allowed);
    });

    it('is the first check, before scopes', () => {
      const tool = aTool({ scopes: ['admin'] });
      expect(gate().decide(call(nobody, tool))).toMatchObject({ reasonCode: 'unauthenticated' });
    });
  });

  describe('asking for scopes', () => {
    const admin = aTool({ name: 'admin_action', scopes: ['admin:write'] });

    it('names the tool, what is needed and what the caller has', () => {
      expect(gate().decide(call(ann, admin))).toEqual(
        denied(
          'missing_scope',
          "Missing required scope for tool 'admin_action'. Need one of: admin:write — context has: orders:read.",
        ),
      );
    });

    it('says (none) of a caller without scopes', () => {
      const bob = ToolContext.mcp({ principal: 'bob' });
      expect(gate().decide(call(bob, admin))).toMatchObject({
        message:
          "Missing required scope for tool 'admin_action'. Need one of: admin:write — context has: (none).",
      });
    });

    it('accepts one of several, or the star', () => {
      const tool = aTool({ scopes: ['users:read', 'admin:read'] });
      const one = ToolContext.web({ principal: 'ann', scopes: ['users:read'] });
      const star = ToolContext.web({ principal: 'ann', scopes: ['*'] });
      expect(gate().decide(call(one, tool))).toEqual(allowed);
      expect(gate().decide(call(star, tool))).toEqual(allowed);
    });

    it('does not read a pattern into a scope', () => {
      const held = ToolContext.web({ principal: 'ann', scopes: ['admin:*'] });
      expect(gate().decide(call(held, admin))).toMatchObject({ reasonCode: 'missing_scope' });
    });

    it('asks for all of them where the tool says so', () => {
      const tool = aTool({ scopes: ['a', 'b'], scopesMode: 'all' });
      const half = ToolContext.web({ principal: 'ann', scopes: ['a'] });
      const both = ToolContext.web({ principal: 'ann', scopes: ['b', 'a'] });
      expect(gate().decide(call(half, tool))).toMatchObject({
        message:
          "Missing required scope for tool 'list_orders'. Need all of: a, b — context has: a.",
      });
      expect(gate().decide(call(both, tool))).toEqual(allowed);
    });

    it('asks on every channel, allowAll included', () => {
      const context = ToolContext.of({ channel: 'cli', principal: 'ann', scopes: [] });
      expect(gate().decide(call(context, admin))).toMatchObject({ reasonCode: 'missing_scope' });
    });

    it('keeps the answer short for a caller with a thousand scopes', () => {
      const scopes = Array.from({ length: 1_000 }, (_, index) => `scope-${index}\n`);
      const context = ToolContext.web({ principal: 'ann', scopes });
      const decision = gate().decide(call(context, admin)) as { message: string };
      expect(decision.message).toContain('and 980 more');
      expect(decision.message).not.toContain('\n');
      expect(decision.message.length).toBeLessThan(1_000);
    });
  });

  describe('on a channel that blocks changes', () => {
    const api = { api: { blockMutating: true } };
    const context = ToolContext.of({ channel: 'api', principal: 'ann', scopes: ['*'] });

    it('refuses a mutating tool and says which policy did', () => {
      expect(
        gate(api).decide(call(context, aTool({ name: 'delete_all', mutating: true }))),
      ).toEqual(
        denied(
          'mutating_blocked',
          "Mutating tool 'delete_all' is blocked on channel 'api' (block_mutating policy).",
        ),
      );
      expect(gate(api).decide(call(context))).toEqual(allowed);
    });

    it('lets it through when the channel also allows all', () => {
      const both = { api: { blockMutating: true, allowAll: true } };
      expect(gate(both).decide(call(context, refund))).toEqual(allowed);
    });
  });

  describe('on a channel nobody configured', () => {
    const stranger = (principal: string | null, channel = 'mystery-channel') =>
      call(ToolContext.of({ channel, principal }));

    it('requires authentication', () => {
      expect(gate().decide(stranger(null))).toMatchObject({
        message: expect.stringContaining("channel 'mystery-channel'") as string,
        reasonCode: 'unauthenticated',
      });
      expect(gate().decide(stranger('ann'))).toEqual(allowed);
      expect(gate().channelPolicy('mystery-channel')).toEqual({ requireAuth: true });
    });

    it('warns once per channel, and never for a known one', () => {
      const subject = gate();
      for (let time = 0; time < 3; time++) subject.decide(stranger('ann'));
      subject.decide(stranger('ann', 'other'));
      subject.decide(call(ann));
      expect(log.texts('warn')).toEqual([
        expect.stringMatching(/'mystery-channel'.*fail-closed/),
        expect.stringMatching(/'other'.*fail-closed/),
      ]);
    });

    it('treats names of inherited members as unknown', () => {
      for (const channel of ['__proto__', 'constructor', 'toString'])
        expect(gate().decide(stranger(null, channel))).toMatchObject({ allowed: false });
    });

    it('neither fills the log nor breaks its lines when callers invent channels', () => {
      const subject = gate();
      for (let index = 0; index < 5_000; index++)
        subject.decide(stranger('ann', `${index}\n${'x'.repeat(10_000)}`));
      const warnings = log.texts('warn');
      expect(warnings.length).toBe(101);
      expect(warnings.every((text) => text.length < 400 && !text.includes('\n'))).toBe(true);
    });
  });

  describe('asking the host for a rule', () => {
    it('tells it who calls what, and asks once', () => {
      const rules = new FakeRules(() => null);
      const args = { id: 'A-1' };
      gate({}, rules).decide({ ...call(ann, refund), arguments: args });
      expect(rules.queries).toEqual([
        {
          channel: 'web',
          principal: 'ann',
          tool: 'refund_order',
          mutating: true,
          context: ann,
          arguments: args,
        },
      ]);
    });

    it('is not asked about a caller whom an earlier check refuses', () => {
      const rules = new FakeRules(() => ({ id: 1, effect: 'allow' }));
      expect(gate({}, rules).decide(call(nobody))).toMatchObject({ allowed: false });
      expect(gate({}, rules).decide(call(ann, aTool({ scopes: ['x'] })))).toMatchObject({
        allowed: false,
      });
      expect(rules.queries).toEqual([]);
    });

    it('lets the channel decide when there is no opinion', () => {
      const rules = new FakeRules(() => undefined);
      const subject = gate({ web: { blockMutating: true } }, rules);
      expect(subject.decide(call(ann, refund))).toMatchObject({ reasonCode: 'mutating_blocked' });
      expect(subject.decide(call(ann))).toEqual(allowed);
    });

    it('takes an allowing rule over a channel that blocks changes', () => {
      const rules = new FakeRules(() => ({ id: 1, effect: 'allow' }));
      const subject = gate({ web: { blockMutating: true } }, rules);
      expect(subject.decide(call(ann, refund))).toEqual(allowed);
    });

    it('holds the caller to the scopes of the rule', () => {
      const rules = new FakeRules(() => ({ id: 7, effect: 'allow', requiresScopes: ['a', 'b'] }));
      expect(gate({}, rules).decide(call(ann, aTool({ name: 'admin_action' })))).toEqual(
        denied(
          'rule_missing_scope',
          "Policy rule #7 for tool 'admin_action' requires one of these scopes: a, b — context has: orders:read.",
        ),
      );
      const able = ToolContext.web({ principal: 'ann', scopes: ['b'] });
      expect(gate({}, rules).decide(call(able))).toEqual(allowed);
    });

    it('asks for no scopes where the rule lists none', () => {
      const rules = new FakeRules(() => ({ id: 7, effect: 'allow', requiresScopes: [] }));
      expect(gate({}, rules).decide(call(ann))).toEqual(allowed);
    });

    it('names the rule, the tool, the channel and the caller when a rule denies', () => {
      const rules = new FakeRules(() => ({ id: 'night', effect: 'deny', description: '' }));
      const text = (principal: string) =>
        `Denied by policy rule #night for tool 'refund_order' on channel 'cli' (principal: ${principal}).`;
      const cli = (principal: string | null) => ToolContext.of({ channel: 'cli', principal });
      expect(gate({}, rules).decide(call(cli('ann'), refund))).toEqual(
        denied('rule_denied', text('ann')),
      );
      expect(gate({}, rules).decide(call(cli(null), refund))).toEqual(
        denied('rule_denied', text('(none)')),
      );
    });

    it('gives the words of the host when the rule has a description', () => {
      const rules = new FakeRules(() => ({ id: 1, effect: 'deny', description: 'Closed today.' }));
      expect(gate({}, rules).decide(call(ann))).toEqual(denied('rule_denied', 'Closed today.'));
    });

    it('waits for an asynchronous one', async () => {
      const rules = new FakeRules(() => Promise.resolve({ id: 1, effect: 'deny' }));
      await expect(gate({}, rules).decide(call(ann))).resolves.toMatchObject({
        reasonCode: 'rule_denied',
      });
    });

    it('knows whether there is a provider', () => {
      expect(gate().hasRuleProvider).toBe(false);
      expect(gate({}, new FakeRules(() => null)).hasRuleProvider).toBe(true);
    });
  });

  describe('when the host cannot be asked', () => {
    const secret = 'S3NT1NEL';
    const request = { ...call(ann, refund), arguments: { password: secret } };
    const undecided = denied(
      'policy_error',
      'The call was refused because its policy could not be decided.',
    );
    const leak = () => new TypeError(`cannot judge ${secret}`);

    it.each<[string, () => unknown]>([
      [
        'throws',
        () => {
          throw leak();
        },
      ],
      [
        'throws a word',
        () => {
          throw secret;
        },
      ],
      ['rejects', () => Promise.reject(leak())],
      ['returns a thenable that throws', () => hostileThenable(leak())],
      ['returns a word', () => 'allow'],
      ['returns true', () => true],
      ['returns a list', () => [{ id: 1, effect: 'allow' }]],
      ['returns an unknown effect', () => ({ id: 1, effect: 'ALLOW' })],
      ['returns no effect', () => ({ id: 1 })],
      ['returns scopes that are not a list', () => ({ effect: 'allow', requiresScopes: 'admin' })],
      ['returns scopes that are not texts', () => ({ effect: 'allow', requiresScopes: [1] })],
      ['returns a misshapen description', () => ({ effect: 'deny', description: {} })],
      ['returns a misshapen id', () => ({ effect: 'allow', id: {} })],
      [
        'returns a getter that throws',
        () => ({
          get effect() {
            throw leak();
          },
        }),
      ],
      ['promises nonsense', () => Promise.resolve(42)],
    ])('denies when it %s, and logs no argument', async (_, answer) => {
      const subject = gate({}, new FakeRules(answer));
      expect(await subject.decide(request)).toEqual(undecided);
      expect(log.texts('error')).toHaveLength(1);
      expect(log.texts('error')[0]).toContain("'refund_order'");
      expect(JSON.stringify(log.lines)).not.toContain(secret);
    });

    it('says what kind of error it was and where it was thrown', () => {
      gate(
        {},
        new FakeRules(() => {
          throw leak();
        }),
      ).decide(request);
      expect(log.texts('error')[0]).toMatch(/TypeError\n {4}at .*policy-gate\.spec/);
    });

    it('denies when it takes too long, and swallows what comes later', async () => {
      let reject: (reason: Error) => void = () => undefined;
      const pending = new Promise((_, fail) => (reject = fail));
      const subject = gate({}, new FakeRules(() => pending), 5);
      expect(await subject.decide(request)).toEqual(undecided);
      expect(log.texts('error')[0]).toContain('no answer within 5 ms');
      reject(leak());
      await new Promise((resolve) => setImmediate(resolve));
      expect(log.texts('error')).toHaveLength(1);
    });

    it('leaves no timer behind', async () => {
      const timers = () =>
        process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
      const before = timers();
      await gate({}, new FakeRules(() => Promise.resolve(null))).decide(request);
      await gate({}, new FakeRules(() => Promise.reject(leak()))).decide(request);
      expect(timers()).toBe(before);
    });

    it('denies when a check of a subclass throws', () => {
      class Broken extends PolicyGate {
        protected override checkScopes(): PolicyDecision {
          throw leak();
        }
      }
      expect(new Broken(someOptions()).decide(request)).toEqual(undecided);
    });
  });

  it('tells nothing but the refusal where a channel wants it so', () => {
    const rules = new FakeRules(() => ({ id: 9, effect: 'deny', description: 'Not by night.' }));
    const subject = gate({ web: { requireAuth: true, denialDetail: 'minimal' } }, rules);
    const told = (request: PolicyRequest) => subject.decide(request);
    expect(told(call(nobody))).toEqual(denied('unauthenticated', 'The call was refused.'));
    expect(told(call(ann))).toEqual(denied('rule_denied', 'The call was refused.'));
    expect(told(call(ann, aTool({ scopes: ['x'] })))).toEqual(
      denied('missing_scope', 'The call was refused.'),
    );
  });

  it('can foretell everything but the rules without asking them', () => {
    const rules = new FakeRules(() => ({ id: 1, effect: 'deny' }));
    const subject = gate({ web: { blockMutating: true } }, rules);
    expect(subject.decideStatically(call(ann))).toEqual(allowed);
    expect(subject.decideStatically(call(ann, refund))).toMatchObject({
      reasonCode: 'mutating_blocked',
    });
    expect(rules.queries).toEqual([]);
  });

  it('lets a subclass change one check', () => {
    class NoRefunds extends PolicyGate {
      protected override checkChannel(request: PolicyRequest): PolicyDecision {
        const policy = this.channelPolicy(request.context.channel);
        return request.tool.name === 'refund_order'
          ? this.deny(policy, 'mutating_blocked', 'No refunds.')
          : super.checkChannel(request, policy);
      }
    }
    const subject = new NoRefunds(someOptions());
    expect(subject.decide(call(ann, refund))).toEqual(denied('mutating_blocked', 'No refunds.'));
    expect(subject.decide(call(ann))).toEqual(allowed);
  });

  it('answers at once when the provider does', () => {
    const rules = new FakeRules(() => ({ id: 1, effect: 'allow' }));
    expect(gate({}, rules).decide(call(ann))).not.toBeInstanceOf(Promise);
  });

  it('never allows an anonymous caller where authentication is required, whatever else is true', () => {
    const names = fc.constantFrom('a', 'b', '*');
    fc.assert(
      fc.property(
        fc.array(names),
        fc.array(names),
        fc.boolean(),
        fc.record({ allowAll: fc.boolean(), blockMutating: fc.boolean() }),
        (held, needed, mutating, policy) => {
          const subject = gate({ web: { ...policy, requireAuth: true } });
          const context = ToolContext.web({ principal: null, scopes: held });
          const tool = aTool({ scopes: needed, mutating });
          expect(subject.decide(call(context, tool))).toMatchObject({ allowed: false });
        },
      ),
    );
  });
});

describe('whether a call must be confirmed', () => {
  const telegram = ToolContext.telegram({ chatId: 1 });

  it('depends on the tool first', () => {
    const tool = aTool({ confirm: true });
    expect(gate().requiresConfirmation(ToolContext.cli(), tool)).toBe(true);
  });

  it('depends on the channel for tools that change something', () => {
    expect(gate().requiresConfirmation(telegram, refund)).toBe(true);
    expect(gate().requiresConfirmation(telegram, aTool())).toBe(false);
    expect(gate().requiresConfirmation(ann, refund)).toBe(false);
  });
});
