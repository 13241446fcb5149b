import type {
  Awaitable,
  VerificationEntry,
  VerificationRecord,
  VerificationStage,
  VerificationStore,
  VerificationTransition,
} from '@toolgate/tool-runtime';
import { contractCases } from './contract-case.js';
import type { ContractCase, ContractRule } from './contract-case.js';
import { check, sameJson } from './contract-checks.js';
import { someApproval, someVerification, someVote } from './verification-samples.js';

/** A store to test, with time in the hands of the contract. */
export interface VerificationStoreUnderTest {
  /** Empty. */
  readonly store: VerificationStore;
  /** Lets time pass for the store, milliseconds. */
  readonly advance: (ms: number) => Awaitable<void>;
  /** Caps the store was made with; small, so that the contract can reach them, and the second at least twice the first. */
  readonly maxPerRequester: number;
  readonly maxTotal: number;
  /** How long the lifetimes of the contract are, milliseconds. @default 60000 */
  readonly ttlMs?: number;
  /** How often two callers race for one transition. @default 10000 */
  readonly rounds?: number;
  readonly close?: () => Awaitable<void>;
}

/**
 * What every {@link VerificationStore} keeps to, in memory or shared.
 * @param create makes a new store for each case
 */
export function verificationStoreContract(
  create: () => Awaitable<VerificationStoreUnderTest>,
): readonly ContractCase[] {
  return contractCases(async () => new Desk(await create()), RULES);
}

const RULES: readonly ContractRule<Desk>[] = [
  [
    'keeps exactly what was opened',
    async (desk) => {
      sameJson(await desk.open(), undefined, 'the answer to open');
      for (let time = 0; time < 2; time++)
        sameJson(await desk.get(), desk.pending(), 'what get gives');
    },
  ],
  [
    'knows nothing of other ids',
    async (desk) => {
      await desk.open();
      for (const id of ['', 'V', 'v ', '__proto__', 'constructor']) {
        const what = `under the id ${JSON.stringify(id)}`;
        sameJson(await desk.get(id), undefined, `the record ${what}`);
        for (const answer of [
          await desk.approve('ben', id),
          await desk.reject('ben', id),
          await desk.use(id),
        ])
          unchanged(answer, undefined, `a transition ${what}`);
      }
    },
  ],
  [
    'refuses an id that is taken, by an open verification or by one that has ended',
    async (desk) => {
      await desk.open();
      const other = { requestedBy: 'bob', owner: 'bob' };
      sameJson(await desk.open(other), 'id_taken', 'the answer to an id that is open');
      sameJson(await desk.get(), desk.pending(), 'the verification that was there before');
      await desk.reject('ben');
      sameJson(await desk.open(other), 'id_taken', 'the answer to an id that was rejected');
      sameJson((await desk.get())?.entry.owner, 'ann', 'whose verification it is');
    },
  ],
  [
    'grants with the first approval where one is enough',
    async (desk) => {
      await desk.open();
      const approval = someApproval('ben', { reason: 'Fine.' });
      const granted = await desk.approve(approval);
      changed(granted, 'granted', 'the first approval');
      sameJson(granted.record?.approvals, [approval], 'the approvals');
      sameJson(await desk.get(), granted.record, 'what get gives afterwards');
      unchanged(await desk.approve('cem'), 'granted', 'an approval after the grant');
      unchanged(await desk.reject('cem'), 'granted', 'a rejection after the grant');
      sameJson((await desk.get())?.approvals, [approval], 'the approvals at the end');
    },
  ],
  [
    'counts each person once',
    async (desk) => {
      await desk.open({ needed: 3 });
      changed(await desk.approve('ben'), 'pending', 'the approval of the first of three');
      unchanged(await desk.approve('ben'), 'pending', 'a second approval of the same person');
      const sameBen = someApproval('ben', { principal: 'Ben', channel: 'mcp', reason: 'Again.' });
      unchanged(await desk.approve(sameBen), 'pending', 'his approval on another channel');
      changed(await desk.approve('cem'), 'pending', 'the approval of the second of three');
      const granted = await desk.approve('dan');
      changed(granted, 'granted', 'the approval of the third');
      const people = granted.record?.approvals.map(({ person }) => person);
      sameJson(people, ['ben', 'cem', 'dan'], 'who has approved');
    },
  ],
  [
    'grants at once when the rest is waived',
    async (desk) => {
      await desk.open({ needed: 3 });
      await desk.approve('ben');
      const waiver = someApproval('rules', { waives: true });
      changed(await desk.approve(waiver), 'granted', 'an approval that waives the rest');
    },
  ],
  [
    'ends with the first rejection',
    async (desk) => {
      await desk.open({ needed: 2 });
      await desk.approve('ben');
      const rejection = someVote('cem', { reason: 'Not this one.' });
      const rejected = await desk.reject(rejection);
      changed(rejected, 'rejected', 'the rejection');
      sameJson(rejected.record?.rejection, rejection, 'who rejected, and why');
      unchanged(await desk.approve('dan'), 'rejected', 'an approval after the rejection');
      unchanged(await desk.reject('dan'), 'rejected', 'a second rejection');
      unchanged(await desk.use(), 'rejected', 'the use of what was rejected');
      sameJson(await desk.get(), rejected.record, 'what get gives at the end');
    },
  ],
  [
    'lets a grant be used once, and nothing else be used',
    async (desk) => {
      await desk.open();
      unchanged(await desk.use(), 'pending', 'the use of what is pending');
      await desk.approve('ben');
      const used = await desk.use();
      changed(used, 'used', 'the use of the grant');
      sameJson(used.record?.usedBy, 'request-1', 'which call used it');
      unchanged(await desk.use('v', 'request-2'), 'used', 'a second use');
      sameJson((await desk.get())?.usedBy, 'request-1', 'which call used it, afterwards');
      unchanged(await desk.approve('cem'), 'used', 'an approval after the use');
      unchanged(await desk.reject('cem'), 'used', 'a rejection after the use');
    },
  ],
  [
    'knows nothing of a grant for another binding, and keeps it for its owner',
    async (desk) => {
      await desk.open();
      await desk.open({ id: 'unbound', binding: null, call: null });
      for (const id of ['v', 'unbound']) await desk.approve('ben', id);
      for (const binding of ['bob, refund_order', '', 'null'])
        for (const id of ['v', 'unbound'])
          unchanged(
            await desk.store.use(id, binding, 'request-1'),
            undefined,
            `the use of ${id} by the binding ${JSON.stringify(binding)}`,
          );
      changed(await desk.use(), 'used', 'the use by its owner');
      sameJson((await desk.get('unbound'))?.stage, 'granted', 'the stage of what releases no call');
    },
  ],
  [
    'waits for a decision for its time and no longer',
    async (desk) => {
      await desk.open({ id: 'early' });
      await desk.open({ id: 'late' });
      await desk.advance(desk.ttlMs - 1);
      changed(await desk.approve('ben', 'early'), 'granted', 'an approval in time');
      await desk.advance(2);
      sameJson((await desk.get('late'))?.stage, 'expired', 'the stage after the time is up');
      unchanged(await desk.approve('ben', 'late'), 'expired', 'an approval that is too late');
      unchanged(await desk.reject('ben', 'late'), 'expired', 'a rejection that is too late');
      unchanged(await desk.use('late'), 'expired', 'the use of what expired');
    },
  ],
  [
    'keeps a grant for its own time, which begins with the grant',
    async (desk) => {
      const useWithinMs = desk.ttlMs * 2;
      await desk.open({ id: 'used', useWithinMs });
      await desk.open({ id: 'forgotten', useWithinMs });
      await desk.advance(desk.ttlMs - 1);
      await desk.approve('ben', 'used');
      await desk.approve('ben', 'forgotten');
      await desk.advance(useWithinMs - 1);
      changed(await desk.use('used'), 'used', 'the use in time');
      await desk.advance(2);
      unchanged(await desk.use('forgotten'), 'expired', 'a use that is too late');
      const approvals = (await desk.get('forgotten'))?.approvals.map(({ person }) => person);
      sameJson(approvals, ['ben'], 'who had approved what expired');
    },
  ],
  [
    'does not give more time with an approval that is not the last',
    async (desk) => {
      await desk.open({ needed: 2, useWithinMs: desk.ttlMs * 4 });
      await desk.advance(desk.ttlMs - 1);
      changed(await desk.approve('ben'), 'pending', 'the first approval of two');
      await desk.advance(2);
      unchanged(await desk.approve('cem'), 'expired', 'a second approval that is too late');
    },
  ],
  [
    'remembers what has ended for its time',
    async (desk) => {
      for (const id of ['rejected', 'used', 'expired']) await desk.open({ id });
      await desk.advance(desk.ttlMs / 2);
      await desk.reject('ben', 'rejected');
      await desk.approve('ben', 'used');
      await desk.use('used');
      await desk.advance(desk.ttlMs / 2 + 1);
      for (const stage of ['rejected', 'used', 'expired'] as const)
        sameJson((await desk.get(stage))?.stage, stage, `the stage of what was ${stage}`);
      await desk.advance(desk.ttlMs + 1);
      for (const id of ['rejected', 'used', 'expired'])
        sameJson(await desk.get(id), undefined, `what is remembered of ${id} in the end`);
      sameJson(
        await desk.open({ id: 'used' }),
        undefined,
        'the answer to an id that is free again',
      );
    },
  ],
  [
    'gives out everything that expired, once',
    async (desk) => {
      for (const id of ['a', 'b', 'c', 'granted', 'rejected', 'used']) await desk.open({ id });
      await desk.approve('ben', 'granted');
      await desk.reject('ben', 'rejected');
      await desk.approve('ben', 'used');
      await desk.use('used');
      sameJson(await desk.store.takeExpired(10), [], 'what has expired before its time');
      await desk.advance(desk.ttlMs + 1);
      const taken = [];
      for (const most of [1, 2, 10, 10]) {
        const some = await desk.store.takeExpired(most);
        check(some.length <= most, `takeExpired(${most}) gave ${some.length} records.`);
        taken.push(...some);
      }
      sameJson(
        taken.map(({ entry }) => entry.id).toSorted(),
        ['a', 'b', 'c', 'granted'],
        'the ids',
      );
      sameJson(
        taken.map(({ stage }) => stage),
        Array.from({ length: 4 }, () => 'expired'),
        'the stages of what was given out',
      );
    },
  ],
  [
    'lists what is pending, oldest first, page by page',
    async (desk) => {
      const ids = Array.from({ length: desk.maxTotal }, (_, index) => `v${index}`);
      for (const id of ids) await desk.open({ id, owner: id, needed: 2 });
      await desk.approve('ben', 'v1');
      sameJson(await desk.listed(desk.maxTotal), [ids], 'a page that is large enough');
      sameJson((await desk.listed(2)).flat(), ids, 'pages of two together');
      await desk.reject('ben', 'v0');
      await desk.approve('cem', 'v1');
      const left = ids.slice(2);
      sameJson((await desk.listed(3)).flat(), left, 'pages of three, of what is left');
      await desk.advance(desk.ttlMs + 1);
      sameJson(await desk.listed(3), [[]], 'the pages when everything has expired');
    },
  ],
  [
    'refuses a requester who has too many open, and nobody else',
    async (desk) => {
      await desk.fillOwner();
      await desk.approve('ben', 'v0');
      sameJson(await desk.open({ id: 'more' }), 'owner_full', 'the answer to one too many');
      sameJson(await desk.get('more'), undefined, 'the refused verification');
      const other = await desk.open({ id: 'bobs', owner: 'bob' });
      sameJson(other, undefined, 'the answer to another requester');
      sameJson((await desk.get('v0'))?.stage, 'granted', 'one from before');
    },
  ],
  [
    'has room again when something was decided, used or has expired',
    async (desk) => {
      await desk.fillOwner();
      await desk.reject('ben', 'v0');
      sameJson(await desk.open({ id: 'n1' }), undefined, 'the answer after a rejection');
      await desk.approve('ben', 'v1');
      sameJson(await desk.open({ id: 'n2' }), 'owner_full', 'the answer after a grant');
      await desk.use('v1');
      sameJson(await desk.open({ id: 'n2' }), undefined, 'the answer after the use');
      sameJson(await desk.open({ id: 'n3' }), 'owner_full', 'the answer to one too many');
      await desk.advance(desk.ttlMs + 1);
      for (let index = 0; index < desk.maxPerRequester; index++)
        sameJson(await desk.open({ id: `x${index}` }), undefined, 'the answer after the expiry');
    },
  ],
  [
    'ends with the grant what releases no call',
    async (desk) => {
      for (let index = 0; index < desk.maxPerRequester * 2; index++) {
        const id = `v${index}`;
        const opened = await desk.open({ id, binding: null, call: null });
        sameJson(opened, undefined, `the answer to number ${index + 1}, after all others ended`);
        changed(await desk.approve('ben', id), 'granted', 'the approval');
        unchanged(await desk.approve('cem', id), 'granted', 'an approval after the grant');
        unchanged(await desk.reject('cem', id), 'granted', 'a rejection after the grant');
      }
      await desk.advance(desk.ttlMs - 1);
      sameJson((await desk.get('v1'))?.stage, 'granted', 'the stage while it is remembered');
      await desk.advance(2);
      sameJson(await desk.store.takeExpired(100), [], 'what has expired');
    },
  ],
  [
    'refuses everybody when it is full, and drops nothing',
    async (desk) => {
      for (let index = 0; index < desk.maxTotal; index++) {
        const answer = await desk.open({ id: `v${index}`, owner: `owner-${index}` });
        sameJson(answer, undefined, `the answer to verification ${index + 1} of ${desk.maxTotal}`);
      }
      const somebody = { id: 'more', owner: 'somebody' };
      sameJson(await desk.open(somebody), 'store_full', 'the answer of a full store');
      for (let index = 0; index < desk.maxTotal; index++)
        sameJson((await desk.get(`v${index}`))?.stage, 'pending', `the stage of v${index}`);
      await desk.reject('ben', 'v0');
      sameJson(await desk.open(somebody), undefined, 'the answer when there is room');
    },
  ],
  [
    'grants once, whoever of two comes first, every time',
    (desk) =>
      desk.race(
        (id) => [desk.approve('ben', id), desk.approve('cem', id)],
        ({ record }) => record?.approvals.length === 1,
        'two approvals',
      ),
  ],
  [
    'counts both of two who approve at once where two are needed, every time',
    async (desk) => {
      for (let round = 0; round < desk.rounds; round++) {
        const id = `v${round}`;
        await desk.open({ id, needed: 2 });
        const answers = await Promise.all([desk.approve('ben', id), desk.approve('cem', id)]);
        const stages = answers.map(({ record }) => String(record?.stage)).toSorted();
        check(
          answers.every((answer) => answer.changed),
          `In round ${round} an approval was lost.`,
        );
        sameJson(stages, ['granted', 'pending'], `the stages that round ${round} gave`);
        await desk.use(id);
      }
    },
  ],
  [
    'either grants or rejects when both come at once, every time',
    (desk) =>
      desk.race(
        (id) => [desk.approve('ben', id), desk.reject('cem', id)],
        ({ record }) =>
          record?.stage === 'granted' ? record.rejection === null : record?.approvals.length === 0,
        'an approval and a rejection',
      ),
  ],
  [
    'gives a grant to one of two who come at once, every time',
    async (desk) => {
      for (let round = 0; round < desk.rounds; round++) {
        const id = `v${round}`;
        await desk.open({ id });
        await desk.approve('ben', id);
        const answers = await Promise.all([desk.use(id, 'left'), desk.use(id, 'right')]);
        const winners = answers.filter((answer) => answer.changed).length;
        check(
          winners === 1,
          `In round ${round} ${winners} of two callers used the grant. use must be atomic: one gets it.`,
        );
        sameJson(
          answers[0].record?.usedBy,
          answers[1].record?.usedBy,
          `who used the grant of round ${round}, as one and the other are told`,
        );
      }
    },
  ],
  [
    'gives a grant to one of a crowd',
    async (desk) => {
      await desk.open();
      await desk.approve('ben');
      const crowd = Array.from({ length: 200 }, (_, index) => desk.use('v', `request-${index}`));
      const winners = (await Promise.all(crowd)).filter((answer) => answer.changed);
      sameJson(winners.length, 1, 'the number of calls that used one grant');
    },
  ],
];

/** The store under test, asked as the caller `ann` unless told otherwise. */
class Desk {
  readonly store: VerificationStore;
  readonly ttlMs: number;
  readonly rounds: number;
  readonly maxPerRequester: number;
  readonly maxTotal: number;

  constructor(private readonly subject: VerificationStoreUnderTest) {
    this.store = subject.store;
    this.ttlMs = subject.ttlMs ?? 60_000;
    this.rounds = subject.rounds ?? 10_000;
    this.maxPerRequester = subject.maxPerRequester;
    this.maxTotal = subject.maxTotal;
  }

  // All of them wait, so that a store which answers at once can be asked in the same words.
  async open(change: Partial<VerificationEntry> = {}) {
    return this.store.open(this.entry(change));
  }

  async get(id = 'v') {
    return this.store.get(id);
  }

  async approve(approval: string | ReturnType<typeof someApproval>, id = 'v') {
    return this.store.approve(id, typeof approval === 'string' ? someApproval(approval) : approval);
  }

  async reject(rejection: string | ReturnType<typeof someVote>, id = 'v') {
    return this.store.reject(id, typeof rejection === 'string' ? someVote(rejection) : rejection);
  }

  async use(id = 'v', usedBy = 'request-1') {
    return this.store.use(id, 'ann, refund_order', usedBy);
  }

  /** The ids of what is pending, by page. */
  async listed(limit: number): Promise<string[][]> {
    const pages: string[][] = [];
    let after: string | undefined;
    do {
      const page = await this.store.list(limit, after);
      pages.push(page.records.map(({ entry }) => entry.id));
      after = page.next;
    } while (after !== undefined && pages.length < 1_000);
    return pages;
  }

  pending(): VerificationRecord {
    return { entry: this.entry(), stage: 'pending', approvals: [], rejection: null, usedBy: null };
  }

  async fillOwner(): Promise<void> {
    for (let index = 0; index < this.maxPerRequester; index++)
      sameJson(
        await this.open({ id: `v${index}` }),
        undefined,
        `the answer to number ${index + 1}`,
      );
  }

  /** Two transitions of which one may happen, again and again. */
  async race(
    start: (id: string) => Promise<VerificationTransition>[],
    isSound: (answer: VerificationTransition) => boolean,
    what: string,
  ): Promise<void> {
    for (let round = 0; round < this.rounds; round++) {
      const id = `v${round}`;
      await this.open({ id });
      const answers = await Promise.all(start(id));
      const winners = answers.filter((answer) => answer.changed).length;
      check(
        winners === 1,
        `In round ${round} ${winners} of ${what} at once were accepted. Transitions must be atomic: one is made.`,
      );
      check(answers.every(isSound), `In round ${round} ${what} at once left a mixture of both.`);
      // Open ones count against the caps.
      await this.use(id);
    }
  }

  advance(ms: number): Awaitable<void> {
    return this.subject.advance(ms);
  }

  close(): Awaitable<void> {
    return this.subject.close?.();
  }

  private entry(change: Partial<VerificationEntry> = {}): VerificationEntry {
    const { ttlMs } = this;
    return someVerification({
      decideWithinMs: ttlMs,
      useWithinMs: ttlMs,
      keepMs: ttlMs,
      ...change,
    });
  }
}

function changed(answer: VerificationTransition, stage: VerificationStage, what: string): void {
  sameJson(
    { changed: answer.changed, stage: answer.record?.stage },
    { changed: true, stage },
    what,
  );
}

function unchanged(
  answer: VerificationTransition,
  stage: VerificationStage | undefined,
  what: string,
): void {
  sameJson(
    { changed: answer.changed, stage: answer.record?.stage },
    { changed: false, stage },
    what,
  );
}
