import { someApproval, someVerification, someVote } from '@toolgate/testing';
import type { VerificationStoreUnderTest } from '@toolgate/testing';
import type {
  Awaitable,
  VerificationRecord,
  VerificationStage,
  VerificationStore,
  VerificationTransition,
} from '@toolgate/tool-runtime';
import fc from 'fast-check';

/** What the model knows of one verification. */
interface Modelled {
  readonly id: string;
  readonly owner: string;
  readonly needed: number;
  /** Whether its grant releases a call; without that the grant is an end. */
  readonly releases: boolean;
  stage: VerificationStage;
  readonly approvals: string[];
  rejectedBy: string | null;
  usedBy: string | null;
  /** When it expires, in the time of the model; of no meaning once it has ended. */
  deadline: number;
}

function isOpen({ stage, releases }: Modelled): boolean {
  return stage === 'pending' || (stage === 'granted' && releases);
}

/** A verification store as it should be, written for reading: one list, no care for cost. */
class Model {
  now = 0;
  readonly entries: Modelled[] = [];
  readonly unannounced = new Set<string>();

  constructor(
    readonly maxPerRequester: number,
    readonly maxTotal: number,
  ) {}

  find(id: string): Modelled | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  get live(): readonly Modelled[] {
    return this.entries.filter(isOpen);
  }

  /** The store may have forgotten an end when there are more of them than it has to remember. */
  mayBeForgotten(entry: Modelled): boolean {
    return !isOpen(entry) && this.entries.length - this.live.length > this.maxTotal;
  }

  advance(ms: number): void {
    this.now += ms;
    for (const entry of this.live)
      if (entry.deadline <= this.now) {
        entry.stage = 'expired';
        this.unannounced.add(entry.id);
      }
  }
}

interface Subject {
  readonly store: VerificationStore;
  readonly advance: (ms: number) => Awaitable<void>;
}

type Step = fc.AsyncCommand<Model, Subject>;

const DECIDE_MS = 1_000;
const USE_MS = 1_500;
const FOREVER_MS = 1_000_000_000;
const IDS = ['a', 'b', 'c', 'd', 'e', 'f', '__proto__'];
const OWNERS = ['ann', 'bob'];
const PEOPLE = ['ben', 'cem', 'dan'];
const BINDING = 'ann, refund_order';

/** How a verification stands, in the words that model and store share. */
function seen(record: VerificationRecord | undefined) {
  return (
    record && {
      id: record.entry.id,
      stage: record.stage,
      approvals: record.approvals.map(({ person }) => person),
      rejectedBy: record.rejection?.person ?? null,
      usedBy: record.usedBy,
    }
  );
}

function expected(entry: Modelled | undefined) {
  if (!entry) return undefined;
  const { id, stage, approvals, rejectedBy, usedBy } = entry;
  return { id, stage, approvals: [...approvals], rejectedBy, usedBy };
}

/** Compares one answer, and lets the model forget what the store may have forgotten. */
function compare(model: Model, id: string, record: VerificationRecord | undefined): void {
  const entry = model.find(id);
  if (entry && record === undefined && model.mayBeForgotten(entry)) {
    model.entries.splice(model.entries.indexOf(entry), 1);
    return;
  }
  expect(seen(record)).toEqual(expected(entry));
}

function compareTransition(
  model: Model,
  id: string,
  { changed, record }: VerificationTransition,
  shouldChange: boolean,
): void {
  expect(changed).toBe(shouldChange);
  compare(model, id, record);
}

class Open implements Step {
  constructor(
    private readonly id: string,
    private readonly owner: string,
    private readonly needed: number,
    private readonly releases: boolean,
  ) {}

  check = () => true;

  async run(model: Model, { store }: Subject): Promise<void> {
    const { id, owner, needed, releases } = this;
    const answer = await store.open(
      someVerification({
        id,
        owner,
        needed,
        ...(releases ? {} : { binding: null, call: null }),
        decideWithinMs: DECIDE_MS,
        useWithinMs: USE_MS,
        keepMs: FOREVER_MS,
      }),
    );
    const known = model.find(id);
    if (known && answer !== 'id_taken' && model.mayBeForgotten(known))
      model.entries.splice(model.entries.indexOf(known), 1);
    const { live, maxPerRequester, maxTotal } = model;
    if (model.find(id)) expect(answer).toBe('id_taken');
    else if (live.filter((entry) => entry.owner === owner).length >= maxPerRequester)
      expect(answer).toBe('owner_full');
    else if (live.length >= maxTotal) expect(answer).toBe('store_full');
    else {
      expect(answer).toBeUndefined();
      model.entries.push({
        id,
        owner,
        needed,
        releases,
        stage: 'pending',
        approvals: [],
        rejectedBy: null,
        usedBy: null,
        deadline: model.now + DECIDE_MS,
      });
    }
  }

  toString = () =>
    `open ${this.id} of ${this.owner} for ${this.needed}${this.releases ? '' : ', releasing nothing'}`;
}

class Approve implements Step {
  constructor(
    private readonly id: string,
    private readonly person: string,
    private readonly waives: boolean,
  ) {}

  check = () => true;

  async run(model: Model, { store }: Subject): Promise<void> {
    const { id, person, waives } = this;
    const answer = await store.approve(id, someApproval(person, { waives }));
    const entry = model.find(id);
    const counts = entry?.stage === 'pending' && !entry.approvals.includes(person);
    if (counts) {
      entry.approvals.push(person);
      if (waives || entry.approvals.length >= entry.needed) {
        entry.stage = 'granted';
        entry.deadline = model.now + USE_MS;
      }
    }
    compareTransition(model, id, answer, counts);
  }

  toString = () => `${this.person} ${this.waives ? 'waives' : 'approves'} ${this.id}`;
}

class Reject implements Step {
  constructor(
    private readonly id: string,
    private readonly person: string,
  ) {}

  check = () => true;

  async run(model: Model, { store }: Subject): Promise<void> {
    const { id, person } = this;
    const answer = await store.reject(id, someVote(person));
    const entry = model.find(id);
    const counts = entry?.stage === 'pending';
    if (counts) {
      entry.stage = 'rejected';
      entry.rejectedBy = person;
    }
    compareTransition(model, id, answer, counts);
  }

  toString = () => `${this.person} rejects ${this.id}`;
}

class Use implements Step {
  constructor(
    private readonly id: string,
    private readonly isOwn: boolean,
    private readonly requestId: string,
  ) {}

  check = () => true;

  async run(model: Model, { store }: Subject): Promise<void> {
    const { id, isOwn, requestId } = this;
    const answer = await store.use(id, isOwn ? BINDING : 'somebody else', requestId);
    if (!isOwn) {
      expect(answer).toEqual({ changed: false, record: undefined });
      return;
    }
    const entry = model.find(id);
    if (entry && !entry.releases) {
      expect(answer).toEqual({ changed: false, record: undefined });
      return;
    }
    const counts = entry?.stage === 'granted';
    if (counts) {
      entry.stage = 'used';
      entry.usedBy = requestId;
    }
    compareTransition(model, id, answer, counts);
  }

  toString = () => `${this.isOwn ? 'its owner' : 'a stranger'} uses ${this.id}`;
}

class Look implements Step {
  constructor(private readonly id: string) {}

  check = () => true;

  async run(model: Model, { store }: Subject): Promise<void> {
    compare(model, this.id, await store.get(this.id));
  }

  toString = () => `look at ${this.id}`;
}

class List implements Step {
  constructor(private readonly limit: number) {}

  check = () => true;

  async run(model: Model, { store }: Subject): Promise<void> {
    const ids: string[] = [];
    let after: string | undefined;
    do {
      const page = await store.list(this.limit, after);
      expect(page.records.length).toBeLessThanOrEqual(this.limit);
      ids.push(...page.records.map(({ entry }) => entry.id));
      after = page.next;
    } while (after !== undefined);
    const pending = model.entries.filter(({ stage }) => stage === 'pending');
    expect(ids).toEqual(pending.map(({ id }) => id));
  }

  toString = () => `list in pages of ${this.limit}`;
}

class Advance implements Step {
  constructor(private readonly ms: number) {}

  check = () => true;

  async run(model: Model, { advance }: Subject): Promise<void> {
    await advance(this.ms);
    model.advance(this.ms);
  }

  toString = () => `wait ${this.ms} ms`;
}

class TakeExpired implements Step {
  constructor(private readonly limit: number) {}

  check = () => true;

  async run(model: Model, { store }: Subject): Promise<void> {
    const taken = await store.takeExpired(this.limit);
    expect(taken).toHaveLength(Math.min(this.limit, model.unannounced.size));
    for (const { entry, stage } of taken) {
      expect(stage).toBe('expired');
      expect(model.unannounced.delete(entry.id)).toBe(true);
    }
  }

  toString = () => `take ${this.limit} that expired`;
}

const id = fc.constantFrom(...IDS);
const person = fc.constantFrom(...PEOPLE);

const STEPS: fc.Arbitrary<Step>[] = [
  fc
    .tuple(
      id,
      fc.constantFrom(...OWNERS),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ max: 4, min: 0 }),
    )
    .map(([of, owner, needed, chance]) => new Open(of, owner, needed, chance > 0)),
  fc
    .tuple(id, person, fc.integer({ min: 0, max: 9 }))
    .map(([of, who, chance]) => new Approve(of, who, chance === 0)),
  fc.tuple(id, person).map(([of, who]) => new Reject(of, who)),
  fc
    .tuple(id, fc.integer({ min: 0, max: 4 }), fc.constantFrom('r1', 'r2'))
    .map(([of, chance, request]) => new Use(of, chance > 0, request)),
  id.map((of) => new Look(of)),
  fc.integer({ min: 1, max: 3 }).map((limit) => new List(limit)),
  fc
    .constantFrom(1, 400, DECIDE_MS - 1, DECIDE_MS, USE_MS - DECIDE_MS, USE_MS)
    .map((ms) => new Advance(ms)),
  fc.integer({ min: 1, max: 4 }).map((limit) => new TakeExpired(limit)),
];

/**
 * Compares a store with a model of it, over sequences of whatever can be done to a store. For every implementation.
 * @param create makes an empty store; its caps are kept small
 * @param runs how many sequences; a store in another process affords fewer
 */
export function describeVerificationStoreModel(
  title: string,
  create: () => Awaitable<VerificationStoreUnderTest>,
  runs = 1_000,
): void {
  describe(title, () => {
    it('does what the model of a verification store does, whatever is done to it', async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands(STEPS, { maxCommands: 60, size: 'max' }), async (steps) => {
          const subject = await create();
          const { store, advance, maxPerRequester, maxTotal } = subject;
          try {
            await fc.asyncModelRun(
              () => ({
                model: new Model(maxPerRequester, maxTotal),
                real: { store, advance },
              }),
              steps,
            );
          } finally {
            await subject.close?.();
          }
        }),
        { numRuns: runs },
      );
    });
  });
}
