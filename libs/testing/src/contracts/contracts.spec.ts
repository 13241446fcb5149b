import {
  MemoryAuditSink,
  MemoryConfirmationStore,
  MemoryVerificationStore,
  SlidingWindowRateLimiter,
} from '@toolgate/tool-runtime';
import type {
  AuditRecord,
  ConfirmationStore,
  PendingConfirmation,
  RateLimitWindow,
  VerificationApproval,
  VerificationEntry,
  VerificationStore,
} from '@toolgate/tool-runtime';
import { FakeClock } from '../fake-clock.js';
import { auditSinkContract } from './audit-sink.contract.js';
import { confirmationStoreContract } from './confirmation-store.contract.js';
import type { ContractCase } from './contract-case.js';
import { contractCases } from './contract-case.js';
import { rateLimiterContract } from './rate-limiter.contract.js';
import { someApproval } from './verification-samples.js';
import { verificationStoreContract } from './verification-store.contract.js';

/** The names of the rules that are broken, with what was said about them. */
async function brokenRules(contract: readonly ContractCase[]): Promise<Map<string, string>> {
  const broken = new Map<string, string>();
  for (const { name, run } of contract)
    await run().catch((error: unknown) => broken.set(name, (error as Error).message));
  return broken;
}

const CAPS = { ttlMs: 60_000, maxPerPrincipal: 3, maxTotal: 6, elicit: true };

/** A store that is sound except for what a test changes about it. */
function storeContract(change: (sound: MemoryConfirmationStore) => object, caps = CAPS) {
  return confirmationStoreContract(() => {
    const clock = new FakeClock();
    const sound = new MemoryConfirmationStore({ confirmation: caps }, clock);
    const store: ConfirmationStore = {
      put: (key, entry, ttlMs) => sound.put(key, entry, ttlMs),
      peek: (key, binding) => sound.peek(key, binding),
      take: (key, binding) => sound.take(key, binding),
      ...change(sound),
    };
    return { ...CAPS, store, rounds: 20, advance: (ms) => clock.advance(ms) };
  });
}

describe('the contract of a confirmation store', () => {
  it('is kept by the one in memory', async () => {
    expect(await brokenRules(storeContract(() => ({})))).toEqual(new Map());
  });

  it.each<[string, (sound: MemoryConfirmationStore) => object, string, RegExp]>([
    [
      'forgets to remove what it gives',
      (sound) => ({ take: (key: string, binding: string) => sound.peek(key, binding) }),
      'gives back exactly what was put, once',
      /Expected what a second take gives to be undefined, got \{ binding: 'ann'/,
    ],
    [
      'looks first and removes later',
      (sound) => ({
        take: async (key: string, binding: string) => {
          const entry = sound.peek(key, binding);
          await Promise.resolve();
          sound.take(key, binding);
          return entry;
        },
      }),
      'gives an entry to one of two who come at once, every time',
      /In round 0 2 of two callers got the entry/,
    ],
    [
      'does not ask whose entry it is',
      (sound) => ({ peek: (key: string) => sound.peek(key, 'ann') }),
      'gives nothing to another binding, and keeps the entry for its owner',
      /what peek gives to another binding/,
    ],
    [
      'keeps entries for ever',
      (sound) => ({
        put: (key: string, entry: PendingConfirmation) => sound.put(key, entry, 1e12),
      }),
      'keeps an entry for its time and no longer',
      /what peek gives after the time is up/,
    ],
    [
      'does not keep what it is given exactly',
      (sound) => ({
        put: (key: string, entry: PendingConfirmation, ttlMs: number) =>
          sound.put(key, { ...entry, arguments: {} }, ttlMs),
      }),
      'gives back exactly what was put, once',
      /amount: 40\.5.*got .*arguments: \{\}/,
    ],
  ])('is broken by one that %s', async (_fault, change, rule, said) => {
    const broken = await brokenRules(storeContract(change));
    expect(broken.get(rule)).toMatch(said);
  });

  it('is broken by one without caps', async () => {
    const caps = { ...CAPS, maxPerPrincipal: 1_000, maxTotal: 1_000 };
    const broken = await brokenRules(storeContract(() => ({}), caps));
    expect([...broken.keys()]).toEqual([
      'refuses an owner who has too many, and nobody else',
      'has room for an owner again when something was taken or has expired',
      'counts a failed attempt against nobody',
      'refuses everybody when it is full, and drops nothing',
    ]);
  });
});

describe('the contract of a verification store', () => {
  const caps = { maxPerRequester: 4, maxTotal: 8 };
  const contract = (
    change: (sound: MemoryVerificationStore) => Partial<VerificationStore>,
    verification = caps,
  ) =>
    verificationStoreContract(() => {
      const clock = new FakeClock();
      const sound = new MemoryVerificationStore({ verification }, clock);
      const store: VerificationStore = {
        open: (entry) => sound.open(entry),
        get: (id) => sound.get(id),
        list: (limit, after) => sound.list(limit, after),
        approve: (id, approval) => sound.approve(id, approval),
        reject: (id, rejection) => sound.reject(id, rejection),
        use: (id, binding, usedBy) => sound.use(id, binding, usedBy),
        takeExpired: (limit) => sound.takeExpired(limit),
        ...change(sound),
      };
      return { ...caps, store, rounds: 20, advance: (ms) => clock.advance(ms) };
    });

  it('is kept by the one in memory', async () => {
    expect(await brokenRules(contract(() => ({})))).toEqual(new Map());
  });

  it.each<[string, (sound: MemoryVerificationStore) => Partial<VerificationStore>, string, RegExp]>(
    [
      [
        'looks first and uses later',
        (sound) => ({
          use: async (id, binding, usedBy) => {
            const record = sound.get(id);
            await Promise.resolve();
            sound.use(id, binding, usedBy);
            return { changed: record?.stage === 'granted', record: sound.get(id) };
          },
        }),
        'gives a grant to one of two who come at once, every time',
        /In round 0 2 of two callers used the grant/,
      ],
      [
        'reads, decides and writes back',
        (sound) => ({
          approve: async (id, approval) => {
            const before = sound.get(id);
            await Promise.resolve();
            const { record } = sound.approve(id, approval);
            return { changed: before?.stage === 'pending', record };
          },
        }),
        'grants once, whoever of two comes first, every time',
        /In round 0 2 of two approvals at once were accepted/,
      ],
      [
        'counts one person twice',
        (sound) => {
          let count = 0;
          return {
            approve: (id: string, approval: VerificationApproval) =>
              sound.approve(id, { ...approval, person: `${approval.person}${count++}` }),
          };
        },
        'counts each person once',
        /a second approval of the same person.*changed: false.*changed: true/,
      ],
      [
        'does not ask whose grant it is',
        (sound) => ({
          use: (id, _binding, usedBy) => sound.use(id, 'ann, refund_order', usedBy),
        }),
        'knows nothing of a grant for another binding, and keeps it for its owner',
        /the use of v by the binding "bob, refund_order"/,
      ],
      [
        'announces what expired again and again',
        (sound) => {
          const seen = new Map<string, ReturnType<typeof sound.takeExpired>[number]>();
          return {
            takeExpired: (limit: number) => {
              for (const record of sound.takeExpired(1_000)) seen.set(record.entry.id, record);
              return [...seen.values()].slice(0, limit);
            },
          };
        },
        'gives out everything that expired, once',
        /Expected the ids to be/,
      ],
      [
        'begins the time of a grant with the question',
        (sound) => ({
          open: (entry: VerificationEntry) =>
            sound.open({ ...entry, useWithinMs: entry.decideWithinMs }),
        }),
        'keeps a grant for its own time, which begins with the grant',
        /the use in time/,
      ],
    ],
  )('is broken by one that %s', async (_fault, change, rule, said) => {
    const broken = await brokenRules(contract(change));
    expect(broken.get(rule)).toMatch(said);
  });

  it('is broken by one without caps', async () => {
    const broken = await brokenRules(
      contract(() => ({}), { maxPerRequester: 1_000, maxTotal: 1_000 }),
    );
    expect([...broken.keys()]).toEqual([
      'refuses a requester who has too many open, and nobody else',
      'has room again when something was decided, used or has expired',
      'refuses everybody when it is full, and drops nothing',
    ]);
  });

  it('is broken by one that does not keep who approved', async () => {
    const broken = await brokenRules(
      contract((sound) => ({
        approve: (id) => sound.approve(id, someApproval('somebody')),
      })),
    );
    expect([...broken.keys()]).toEqual(
      expect.arrayContaining([
        'grants with the first approval where one is enough',
        'counts each person once',
      ]),
    );
  });
});

describe('the contract of a rate limiter', () => {
  const contract = (fault: (window: RateLimitWindow, cost: number) => [number, RateLimitWindow]) =>
    rateLimiterContract(() => {
      const clock = new FakeClock();
      const sound = new SlidingWindowRateLimiter(clock, 1_000);
      return {
        limiter: {
          consume: (key, cost, window) => sound.consume(key, ...fault(window, cost)),
        },
        advance: (ms) => clock.advance(ms),
      };
    });

  it('is kept by the one in memory', async () => {
    expect(await brokenRules(contract((window, cost) => [cost, window]))).toEqual(new Map());
  });

  it('is broken by one that admits one use too many', async () => {
    const broken = await brokenRules(
      contract((window, cost) => [cost, { ...window, limit: window.limit + 1 }]),
    );
    expect(broken.get('admits as many uses as the limit holds, and not one more')).toBe(
      'Expected the number of uses to be 100, got 101.',
    );
  });

  it('is broken by one that does not mind the cost', async () => {
    const broken = await brokenRules(contract((window) => [1, window]));
    expect([...broken.keys()]).toEqual(
      expect.arrayContaining([
        'admits fewer uses the more each costs',
        'never admits a use that costs more than the limit, and promises nothing',
        'never admits a use that costs 0',
        'never admits a use that costs NaN',
      ]),
    );
  });

  it('is broken by one that promises too short a wait', async () => {
    const broken = await brokenRules(
      rateLimiterContract(() => {
        const clock = new FakeClock();
        const sound = new SlidingWindowRateLimiter(clock, 1_000);
        return {
          limiter: {
            consume: (key, cost, window) => {
              const verdict = sound.consume(key, cost, window);
              return { ...verdict, retryAfterMs: verdict.allowed ? 0 : 1 };
            },
          },
          advance: (ms) => clock.advance(ms),
        };
      }),
    );
    expect(broken.get('lets in again whoever waits as long as it says')).toBe(
      'Expected a use after the wait to be admitted, but it was not.',
    );
  });
});

describe('the contract of an audit sink', () => {
  const contract = (lineOf: (record: AuditRecord, lines: string[]) => void) =>
    auditSinkContract(() => {
      const lines: string[] = [];
      return { sink: { write: (record) => lineOf(record, lines) }, written: () => lines };
    });

  it('is kept by the one in memory', async () => {
    const sound = auditSinkContract(() => {
      const sink = new MemoryAuditSink();
      return { sink, written: () => sink.records.map((record) => JSON.stringify(record)) };
    });
    expect(await brokenRules(sound)).toEqual(new Map());
  });

  it('is broken by one that writes the newest first', async () => {
    const broken = await brokenRules(
      contract((record, lines) => lines.unshift(JSON.stringify(record))),
    );
    expect(broken.get('writes one entry per record, in the order the calls ended')).toMatch(
      'Expected an entry with "first", got: {"id"',
    );
  });

  it('is broken by one that loses records, and by one that leaves members out', async () => {
    const none = await brokenRules(contract(() => undefined));
    expect(none.size).toBe(6);
    const short = await brokenRules(contract(({ tool }, lines) => lines.push(tool)));
    expect(short.get('says who called what, over which channel, and how it ended')).toMatch(
      'Expected an entry with "user:42"',
    );
    expect([...short.keys()]).toContain('lets no secret out');
  });
});

describe('a case of a contract', () => {
  it('closes its subject, whether the rule is kept or broken', async () => {
    const closed: string[] = [];
    const create = () => ({ close: () => void closed.push('closed') });
    const [kept, broken] = contractCases(create, [
      ['kept', () => Promise.resolve()],
      ['broken', () => Promise.reject(new Error('no'))],
    ]);
    await kept!.run();
    await expect(broken!.run()).rejects.toThrow('no');
    expect(closed).toEqual(['closed', 'closed']);
  });

  it('is a function without parameters, so that no runner waits for a callback', () => {
    const cases = rateLimiterContract(() => Promise.reject(new Error('not created')));
    expect(cases.map(({ run }) => run.length)).toEqual(cases.map(() => 0));
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });
});
