import fc from 'fast-check';
import { runtimeLock, toolLock } from './lock.fixture.js';
import { diffLocks, isLoosening } from './lock.diff.js';
import type { LockedApproval, LockedTool, ToolLock } from './tool-lock.js';

const APPROVAL: LockedApproval = {
  policy: 'single',
  needed: 1,
  scopes: ['refunds:approve'],
  excludeRequester: true,
  conditional: false,
  expiresInMs: 1_000,
  useWithinMs: 1_000,
};
const approval = (change: Partial<LockedApproval> = {}) => ({
  approval: { ...APPROVAL, ...change },
});

const locked = runtimeLock();

/** What a check says when one tool is not what it was: effect and message of each line. */
function lines(before: Partial<LockedTool>, after: Partial<LockedTool>): string[] {
  const withTool = (tool: Partial<LockedTool>): ToolLock => ({
    ...locked,
    tools: { refund: toolLock(tool) },
  });
  return said(withTool(before), withTool(after));
}

const said = (before: ToolLock, after: ToolLock) =>
  diffLocks(before, after).map(
    ({ effect, subject, message }) => `${effect} ${subject}: ${message}`,
  );

describe('a tool that is governed less than it was', () => {
  it.each<[string, Partial<LockedTool>, Partial<LockedTool>, string]>([
    [
      'its last scope removed',
      { scopes: ['pay'] },
      { scopes: [] },
      'scope "pay" removed; callers now need no scope',
    ],
    [
      'one of several needed scopes removed',
      { scopes: ['audit', 'pay'], scopesMode: 'all' },
      { scopes: ['pay'], scopesMode: 'all' },
      'scope "audit" removed; callers now need pay',
    ],
    [
      'another scope that also opens it',
      { scopes: ['pay'] },
      { scopes: ['pay', 'read'] },
      'scope "read" added; callers now need one of pay, read',
    ],
    [
      'one scope enough instead of all',
      { scopes: ['audit', 'pay'], scopesMode: 'all' },
      { scopes: ['audit', 'pay'], scopesMode: 'any' },
      'scopesMode is any instead of all; callers now need one of audit, pay',
    ],
    [
      'confirm removed',
      { confirm: true },
      { confirm: false },
      'confirm removed; the tool runs without asking',
    ],
    ['approval removed', approval(), {}, 'approval removed; the tool runs without one'],
    [
      'fewer people who approve',
      approval({ policy: 'dual', needed: 2 }),
      approval(),
      'approval.policy is single instead of dual',
    ],
    [
      'more reviewers',
      approval(),
      approval({ scopes: ['help', 'refunds:approve'] }),
      'approval: scope "help" added; reviewers now need one of help, refunds:approve',
    ],
    [
      'callers who may approve',
      approval(),
      approval({ excludeRequester: false }),
      'approval.excludeRequester is false; whoever calls may approve',
    ],
    [
      'a condition on its approval',
      approval(),
      approval({ conditional: true }),
      'approval.when added; some calls do not wait any more',
    ],
    [
      'a grant that is good for longer',
      approval(),
      approval({ useWithinMs: 5_000 }),
      'approval.useWithinMs raised from 1000 to 5000 ms',
    ],
    [
      'mutating dropped',
      { mutating: true, readOnly: false },
      { mutating: false, readOnly: true },
      'mutating dropped; channels that block or confirm mutating tools let it through',
    ],
    [
      'a guard removed',
      {
        enhancers: { guards: ['OfficeHours', 'Region'], interceptors: [], pipes: [], filters: [] },
      },
      { enhancers: { guards: ['Region'], interceptors: [], pipes: [], filters: [] } },
      'guard OfficeHours removed',
    ],
    [
      'its rate limit removed',
      { rateLimit: { limit: 5, windowMs: 1000, cost: 1 } },
      { rateLimit: null },
      'rate limit removed',
    ],
    [
      'its rate limit raised',
      { rateLimit: { limit: 5, windowMs: 1000, cost: 1 } },
      { rateLimit: { limit: 5, windowMs: 500, cost: 1 } },
      'rate limit is 5 units per 500 ms at 1 a call instead of 5 units per 1000 ms at 1 a call',
    ],
    ['more time', { timeoutMs: 100 }, { timeoutMs: 200 }, 'timeoutMs raised from 100 to 200 ms'],
    [
      'a secret that is none any more',
      { sensitive: [['card', 'number']] },
      { sensitive: [] },
      'input.card.number: no longer sensitive; logs may show it',
    ],
    [
      'an argument added',
      { input: closed({ id: {} }) },
      { input: closed({ id: {}, force: {} }) },
      'input.force: property added',
    ],
    [
      'unchecked results',
      { output: { type: 'object' } },
      { output: null },
      'output schema removed; results are not checked any more',
    ],
  ])('is reported as loosened, in one line: %s', (_what, before, after, message) => {
    expect(lines(before, after)).toEqual([`loosens tool refund: ${message}`]);
    const back = lines(after, before);
    expect(back).toHaveLength(1);
    expect(back[0]).toMatch(/^tightens tool refund: /);
  });

  it('is reported when a gate of the host lets others in than its declarations say', () => {
    const access = (somebody: 'denied' | 'allowed') => ({
      web: { nobody: 'denied', somebody, scoped: 'allowed' } as const,
    });
    expect(lines({ access: access('denied') }, { access: access('allowed') })).toEqual([
      'loosens tool refund: on channel web, somebody is allowed instead of denied',
    ]);
  });
});

describe('what cannot be judged', () => {
  it('is another way to approve by as many people', () => {
    expect(lines(approval(), approval({ policy: 'auto' }))).toEqual([
      'may loosen tool refund: approval.policy is auto instead of single',
    ]);
  });

  it('is said to be possibly looser', () => {
    const none = { guards: [], interceptors: [], pipes: [], filters: [] };
    expect(
      lines({ enhancers: { ...none, interceptors: ['MaskEmail'] } }, { enhancers: none }),
    ).toEqual(['may loosen tool refund: MaskEmail removed from its interceptors']);
    expect(lines({ readOnly: false }, { readOnly: true })).toEqual([
      'may loosen tool refund: announced as readOnly; clients may run it without asking',
    ]);
    expect(lines({ fingerprint: 'a' }, { fingerprint: 'b' })).toEqual([
      'may loosen tool refund: another fingerprint, for a reason that the lock does not record',
    ]);
  });
});

describe('what loosens nothing', () => {
  it('is an approval that is added, or asks for more', () => {
    expect(lines({}, approval())).toEqual([
      'tightens tool refund: approval added; calls wait for somebody else',
    ]);
    expect(lines(approval(), approval({ policy: 'quorum(3)', needed: 3 }))).toEqual([
      'tightens tool refund: approval.policy is quorum(3) instead of single',
    ]);
  });

  it('is reported all the same, because a model reads it', () => {
    expect(lines({ description: 'a' }, { description: 'b' })).toEqual([
      'changes tool refund: another description',
    ]);
    expect(lines({ version: null }, { version: '2' })).toEqual([
      'changes tool refund: version 2 instead of none',
    ]);
  });

  it('is not reported when only the order of scopes or the mode of one scope changes', () => {
    expect(lines({ scopes: ['a', 'b'] }, { scopes: ['b', 'a'] })).toEqual([]);
    expect(
      lines({ scopes: ['a'], scopesMode: 'any' }, { scopes: ['a'], scopesMode: 'all' }),
    ).toEqual([]);
  });
});

describe('tools that come and go', () => {
  it('are one line each', () => {
    const before = { ...locked, tools: { old: toolLock() } };
    const after = { ...locked, tools: { fresh: toolLock() } };
    expect(said(before, after)).toEqual([
      'loosens tool fresh: tool added',
      'tightens tool old: tool removed',
    ]);
  });

  it('may be called like inherited members', () => {
    const after = { ...locked, tools: JSON.parse('{"__proto__":{},"constructor":{}}') as never };
    expect(said(locked, after)).toEqual([
      'loosens tool __proto__: tool added',
      'loosens tool constructor: tool added',
    ]);
  });
});

describe('a channel whose policy changes', () => {
  const channels = (before: ToolLock['channels'], after: ToolLock['channels']) =>
    said({ ...locked, channels: before }, { ...locked, channels: after });

  it.each([
    [{ requireAuth: true }, {}, 'requireAuth removed; callers without an identity are let through'],
    [{ blockMutating: true }, {}, 'blockMutating removed; mutating tools can be called'],
    [
      { requireConfirmationForMutating: true },
      {},
      'requireConfirmationForMutating removed; mutating tools run without asking',
    ],
    [{ denialDetail: 'minimal' as const }, {}, "denialDetail is 'full' instead of 'minimal'"],
  ])('is one line: %j becomes %j', (before, after, message) => {
    expect(channels({ web: before }, { web: after })).toEqual([`loosens channel web: ${message}`]);
    expect(channels({ web: after }, { web: before })[0]).toMatch(/^tightens channel web: /);
  });

  it('explains the tools that follow it, which have no line of their own', () => {
    const access = (nobody: 'denied' | 'allowed') => ({
      refund: toolLock({ access: { web: { nobody, somebody: 'allowed', scoped: 'allowed' } } }),
    });
    const before = { ...locked, channels: { web: { requireAuth: true } }, tools: access('denied') };
    const after = { ...locked, channels: { web: {} }, tools: access('allowed') };
    expect(said(before, after)).toEqual([
      'loosens channel web: requireAuth removed; callers without an identity are let through',
    ]);
  });

  it('is compared with what unknown channels get when it comes or goes', () => {
    expect(channels({}, { fax: {} })).toEqual([
      'loosens channel fax: requireAuth removed; callers without an identity are let through',
    ]);
    expect(channels({}, { fax: { requireAuth: true } })).toEqual([]);
    expect(channels({ fax: { requireAuth: true, blockMutating: true } }, {})).toEqual([
      'loosens channel fax: blockMutating removed; mutating tools can be called',
    ]);
  });
});

describe('what holds for every tool', () => {
  it.each([
    [{ ruleProvider: true }, { ruleProvider: false }, 'loosens'],
    [{ events: true }, { events: false }, 'may loosen'],
    [{ globalEnhancers: 'inherit' as const }, { globalEnhancers: 'skip' as const }, 'loosens'],
    [{ visibility: 'callable' as const }, { visibility: 'all' as const }, 'loosens'],
    [{ auditMode: 'required' as const }, { auditMode: 'best-effort' as const }, 'loosens'],
    [{ confirmationTtlMs: 1 }, { confirmationTtlMs: 2 }, 'loosens'],
  ])('is one line: %j becomes %j', (before, after, effect) => {
    const [line, ...others] = said(runtimeLock(before), runtimeLock(after));
    expect(others).toEqual([]);
    expect(line).toMatch(new RegExp(`^${effect} runtime: `));
    expect(said(runtimeLock(after), runtimeLock(before))[0]).toMatch(/^tightens runtime: /);
  });
});

describe('scopes', () => {
  const demand = fc.record({
    scopes: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
    scopesMode: fc.constantFrom('any' as const, 'all' as const),
  });
  const everyCaller = ['', 'a', 'b', 'c', 'ab', 'ac', 'bc', 'abc'].map((held) => held.split(''));
  const fulfils = (
    held: readonly string[],
    { scopes, scopesMode }: { scopes: string[]; scopesMode: string },
  ) =>
    scopes.length === 0 ||
    (scopesMode === 'all'
      ? scopes.every((scope) => held.includes(scope))
      : scopes.some((scope) => held.includes(scope)));

  it('are said to be loosened exactly when somebody gets in who did not before', () => {
    fc.assert(
      fc.property(demand, demand, (before, after) => {
        const getsIn = everyCaller.some((held) => fulfils(held, after) && !fulfils(held, before));
        const isLoosened = diffLocks(
          { ...locked, tools: { refund: toolLock(before) } },
          { ...locked, tools: { refund: toolLock(after) } },
        ).some(isLoosening);
        expect(isLoosened).toBe(getsIn);
      }),
    );
  });
});

function closed(properties: object) {
  return { type: 'object', properties, additionalProperties: false };
}
