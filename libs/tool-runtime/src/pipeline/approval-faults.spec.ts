import { Injectable } from '@nestjs/common';
import {
  Approvals,
  HumanVerifier,
  MemoryVerificationStore,
  Tool,
  ToolContext,
  VerificationResult,
  VerificationStore,
  Verifier,
  systemClock,
} from '@toolgate/tool-runtime';
import type { VerificationPolicy } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';

const ann = ToolContext.web({ principal: 'ann' });
const reviewer = (principal: string) =>
  ToolContext.web({ principal, scopes: ['verification:resolve'] });

/** Whether the store does what it is asked before it fails: a request that is lost, or only its answer. */
type Loss = 'request' | 'answer';

interface Fault {
  /** Which call of the store fails, from 1. */
  readonly at: number;
  readonly loss: Loss;
  readonly isAsync: boolean;
}

/** A store of which one call fails. */
function faultyStore({ at, loss, isAsync }: Fault) {
  const verification = { maxPerRequester: 10, maxTotal: 100 };
  const sound = new MemoryVerificationStore({ verification }, systemClock);
  const state = { calls: 0, failed: '' };
  const methods = ['open', 'get', 'list', 'approve', 'reject', 'use'] as const;
  const store = Object.fromEntries(
    methods.map((method) => [
      method,
      (...args: never[]) => {
        const run = () => (sound[method] as (...given: never[]) => unknown)(...args);
        const answer = () => {
          if (++state.calls !== at) return run();
          state.failed = method;
          if (loss === 'answer') run();
          throw new Error('The connection was lost.');
        };
        return isAsync ? Promise.resolve().then(answer) : answer();
      },
    ]),
  );
  return { sound, state, store: { ...store, takeExpired: () => [] } };
}

/** One approved call from beginning to end, every part tried twice, as its people and agents would. */
async function story(policy: VerificationPolicy, fault: Fault, decidesItself: boolean) {
  let executions = 0;
  @Injectable()
  class Desk {
    @Tool({ name: 'refund', description: 'Refunds', mutating: true, approval: { policy } })
    refund() {
      executions++;
      return 'refunded';
    }
  }
  const { sound, state, store } = faultyStore(fault);
  const runtime = await bootRuntime({
    providers: [Desk],
    collaborators: [
      { provide: VerificationStore, useValue: store },
      ...(decidesItself
        ? [
            {
              provide: Verifier,
              useValue: { name: 'rules', verify: () => VerificationResult.pass('rules') },
            },
          ]
        : [{ provide: Verifier, useExisting: HumanVerifier }]),
    ],
  });
  const approvals = runtime.app.get(Approvals);
  const codes: (string | undefined)[] = [];
  const call = async (args?: object) => {
    const result = await runtime.registry.call('refund', args, ann);
    codes.push(result.code);
    return result;
  };
  const twice = async <T>(action: () => T | PromiseLike<T>): Promise<T | undefined> => {
    for (let time = 0; time < 2; time++)
      try {
        return await action();
      } catch (error) {
        expect((error as { code?: string }).code).toMatch(/^(UNAVAILABLE|CONFLICT)$/);
      }
    return undefined;
  };

  let id: string | null = null;
  for (let time = 0; time < 2 && id === null; time++) id = (await call()).verificationId;
  expect(id).not.toBeNull();
  if (!decidesItself)
    for (const name of ['ben', 'cem']) await twice(() => approvals.grant(id!, reviewer(name)));
  for (let time = 0; time < 2; time++) await call({ verification_id: id });

  const ids = runtime.records().flatMap(({ verificationId }) => verificationId ?? []);
  const stages = [...new Set(ids)].map((of) => sound.get(of)!);
  const unavailable = runtime
    .records()
    .filter(({ outcome, verificationId }) => outcome === 'unavailable' && verificationId)
    .map(({ verificationId }) => verificationId);
  await runtime.app.close();
  return { executions, codes, stages, unavailable, id, state };
}

describe.each<[VerificationPolicy, boolean]>([
  ['single', false],
  ['dual', false],
  ['single', true],
])('an approved call (%s, decided by a rule: %s) whose store fails once', (policy, byRule) => {
  const needed = policy === 'dual' ? 2 : 1;

  it('goes well when nothing fails', async () => {
    const { executions, codes } = await story(
      policy,
      { at: 0, loss: 'request', isAsync: true },
      byRule,
    );
    expect(executions).toBe(1);
    expect(codes.filter((code) => code === 'UNAVAILABLE')).toEqual([]);
  });

  it.each<[Loss, boolean]>([
    ['request', false],
    ['request', true],
    ['answer', false],
    ['answer', true],
  ])(
    'never runs without a grant, and loses none silently: a lost %s, asynchronous: %s',
    async (loss, isAsync) => {
      const failed = new Set<string>();
      for (let at = 1; ; at++) {
        const told = await story(policy, { at, loss, isAsync }, byRule);
        const { executions, stages, unavailable, codes, state } = told;
        if (state.failed === '') break;
        failed.add(state.failed);
        const used = stages.filter(({ stage }) => stage === 'used');
        // Whatever ran was granted, by as many as are needed, and used up.
        expect(executions).toBeLessThanOrEqual(used.length);
        for (const { approvals } of used) expect(approvals).toHaveLength(needed);
        // What was used up and did not run, its caller and the records know of.
        expect(used.length - executions).toBeLessThanOrEqual(
          used.filter(({ entry }) => unavailable.includes(entry.id)).length,
        );
        // What was granted is used, or can still be, or its caller was told that its call is not available.
        for (const { stage, entry } of stages)
          if (stage === 'granted') expect(unavailable).toContain(entry.id);
        const refusals = codes.filter((code) => code === 'UNAVAILABLE').length;
        expect(refusals).toBeLessThanOrEqual(1);
      }
      expect([...failed].toSorted()).toEqual(['approve', 'get', 'open', 'use']);
    },
  );
});
