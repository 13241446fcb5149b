import { ANY_CHARACTER } from './pattern-syntax.js';
import type { CharacterSet, PatternNode } from './pattern-syntax.js';

/** The pattern is larger than the analysis is willing to look at. */
export class PatternTooComplexError extends Error {}

/** How many ways lead somewhere: one, or several. Only the difference matters. */
type Ways = 1 | 2;
type Weighted = ReadonlyMap<number, Ways>;

/** Repetitions up to this bound are written out; above it they are as good as unbounded. */
const WRITTEN_OUT = 16;
const MAX_POSITIONS = 2_000;
/** Combinations of positions looked at before giving up; milliseconds of work at boot. */
const MAX_COMBINATIONS = 200_000;

/**
 * The position automaton of a pattern: one state per character of the pattern, and for every pair of neighbours the number
 * of ways a backtracking matcher can get from one to the other.
 */
export class PatternAutomaton {
  private readonly sets: CharacterSet[] = [];
  private readonly follow: Map<number, Ways>[] = [];

  /**
   * @param options `anywhere`: the match may begin at any place, so the matcher runs once from every place;
   * `open`: nothing is checked after the last character, so reaching it is success and nothing is tried again
   */
  constructor(
    pattern: PatternNode,
    options: { readonly anywhere: boolean; readonly open: boolean },
  ) {
    const main = this.build(pattern);
    if (options.anywhere) {
      const before = this.position(ANY_CHARACTER);
      this.connect(weigh(before), weigh(before));
      this.connect(weigh(before), main.first);
    }
    if (options.open) for (const last of main.last.keys()) this.follow[last].clear();
  }

  /** Some text can be read in exponentially many ways: between two visits of one state there are two different paths. */
  hasExponentialAmbiguity(): boolean {
    const component = this.components();
    const budget = new Budget();
    const pairs = new PairQueue();
    for (let state = 0; state < this.sets.length; state++) {
      const inside = [...this.follow[state]].filter(
        ([next]) => component[next] === component[state],
      );
      for (const [index, [a, ways]] of inside.entries()) {
        if (ways === 2) return true;
        for (const [b] of inside.slice(index + 1)) if (this.overlap(a, b)) pairs.add(a, b);
      }
    }
    for (const [a, b] of pairs) {
      budget.spend();
      for (const nextA of this.follow[a].keys()) {
        if (component[nextA] !== component[a]) continue;
        for (const nextB of this.follow[b].keys()) {
          if (component[nextB] !== component[a] || !this.overlap(nextA, nextB)) continue;
          if (nextA === nextB) return true;
          pairs.add(nextA, nextB);
        }
      }
    }
    return false;
  }

  /** Some text can be divided between two repetitions in as many ways as it is long. */
  hasPolynomialAmbiguity(): boolean {
    const component = this.components();
    const cyclic = this.cyclicStates(component);
    const reach = this.reachability();
    const budget = new Budget();
    for (const p of cyclic)
      for (const q of cyclic)
        if (
          component[p] !== component[q] &&
          reach[p].has(q) &&
          this.divides(p, q, component, reach, budget)
        )
          return true;
    return false;
  }

  /** True when one text leads from `p` to `p`, from `p` to `q` and from `q` to `q`. */
  private divides(
    p: number,
    q: number,
    component: readonly number[],
    reach: readonly ReadonlySet<number>[],
    budget: Budget,
  ): boolean {
    const seen = new Set<string>();
    const open: (readonly [number, number, number])[] = [[p, p, q]];
    for (let state = open.pop(); state; state = open.pop()) {
      const [a, b, c] = state;
      for (const nextA of this.follow[a].keys()) {
        if (component[nextA] !== component[p]) continue;
        for (const nextC of this.follow[c].keys()) {
          const shared = this.sets[nextA] & this.sets[nextC];
          if (component[nextC] !== component[q] || shared === 0n) continue;
          for (const nextB of this.follow[b].keys()) {
            if ((shared & this.sets[nextB]) === 0n || (nextB !== q && !reach[nextB].has(q)))
              continue;
            budget.spend();
            if (nextA === p && nextB === q && nextC === q) return true;
            const key = `${nextA},${nextB},${nextC}`;
            if (seen.has(key)) continue;
            seen.add(key);
            open.push([nextA, nextB, nextC]);
          }
        }
      }
    }
    return false;
  }

  private overlap(a: number, b: number): boolean {
    return (this.sets[a] & this.sets[b]) !== 0n;
  }

  private cyclicStates(component: readonly number[]): readonly number[] {
    return this.sets
      .map((_set, state) => state)
      .filter((state) =>
        [...this.follow[state].keys()].some((next) => component[next] === component[state]),
      );
  }

  private reachability(): readonly ReadonlySet<number>[] {
    return this.sets.map((_set, start) => {
      const reached = new Set<number>();
      const open = [start];
      for (let state = open.pop(); state !== undefined; state = open.pop())
        for (const next of this.follow[state].keys())
          if (!reached.has(next)) {
            reached.add(next);
            open.push(next);
          }
      return reached;
    });
  }

  /** Number of the strongly connected component of every state: states of one component can be visited for ever in turn. */
  private components(): readonly number[] {
    const reach = this.reachability();
    const component: number[] = this.sets.map(() => -1);
    for (let state = 0; state < component.length; state++) {
      if (component[state] !== -1) continue;
      component[state] = state;
      for (const other of reach[state]) if (reach[other].has(state)) component[other] = state;
    }
    return component;
  }

  private build(node: PatternNode): Fragment {
    switch (node.type) {
      case 'characters': {
        const at = weigh(this.position(node.set));
        return { first: at, last: at, empty: 0 };
      }
      case 'sequence':
        return node.items.reduce<Fragment>(
          (before, item) => this.join(before, this.build(item)),
          NOTHING,
        );
      case 'choice':
        return node.options.map((option) => this.build(option)).reduce(either);
      case 'repeat':
        return this.repeat(node.body, node.min, node.max);
      default:
        // An assertion consumes nothing; ignoring what it forbids can only find more ways than there are.
        return NOTHING;
    }
  }

  private repeat(body: PatternNode, min: number, max: number): Fragment {
    if (max === 0) return NOTHING;
    if (max !== Infinity && max <= WRITTEN_OUT) {
      let optional = NOTHING;
      for (let count = min; count < max; count++) {
        const more = this.join(this.build(body), optional);
        // An iteration that matches nothing is given up at once, so there is one way to stay empty.
        optional = { ...more, empty: 1 };
      }
      return this.join(this.copies(body, min), optional);
    }
    const written = min > 1 && min <= WRITTEN_OUT ? min - 1 : 0;
    const before = this.copies(body, written);
    const loop = this.build(body);
    this.connect(loop.last, loop.first);
    return this.join(before, { ...loop, empty: min === 0 ? 1 : loop.empty });
  }

  private copies(body: PatternNode, count: number): Fragment {
    let result = NOTHING;
    for (let index = 0; index < count; index++) result = this.join(result, this.build(body));
    return result;
  }

  private join(before: Fragment, after: Fragment): Fragment {
    this.connect(before.last, after.first);
    return {
      first:
        before.empty === 0 ? before.first : sum(before.first, scale(after.first, before.empty)),
      last: after.empty === 0 ? after.last : sum(after.last, scale(before.last, after.empty)),
      empty: before.empty === 0 || after.empty === 0 ? 0 : cap(before.empty * after.empty),
    };
  }

  private connect(from: Weighted, to: Weighted): void {
    for (const [state, waysOut] of from)
      for (const [next, waysIn] of to) {
        const known = this.follow[state].get(next) ?? 0;
        this.follow[state].set(next, cap(known + waysOut * waysIn));
      }
  }

  private position(set: CharacterSet): number {
    if (this.sets.length >= MAX_POSITIONS) throw new PatternTooComplexError();
    this.follow.push(new Map());
    return this.sets.push(set) - 1;
  }
}

/** A part of a pattern: where it can begin, where it can end, and in how many ways it can be empty. */
interface Fragment {
  readonly first: Weighted;
  readonly last: Weighted;
  readonly empty: 0 | Ways;
}

const NOTHING: Fragment = { first: new Map(), last: new Map(), empty: 1 };

function either(a: Fragment, b: Fragment): Fragment {
  const empty = a.empty + b.empty;
  return {
    first: sum(a.first, b.first),
    last: sum(a.last, b.last),
    empty: empty === 0 ? 0 : cap(empty),
  };
}

function weigh(state: number): Weighted {
  return new Map([[state, 1]]);
}

function sum(a: Weighted, b: Weighted): Weighted {
  const total = new Map(a);
  for (const [state, ways] of b) total.set(state, cap((total.get(state) ?? 0) + ways));
  return total;
}

function scale(weighted: Weighted, ways: Ways): Weighted {
  return ways === 1 ? weighted : new Map([...weighted.keys()].map((state) => [state, 2]));
}

function cap(ways: number): Ways {
  return ways > 1 ? 2 : 1;
}

class Budget {
  private left = MAX_COMBINATIONS;

  spend(): void {
    if (--this.left < 0) throw new PatternTooComplexError();
  }
}

/** Unordered pairs of different states, each handed out once, also while it is being iterated. */
class PairQueue implements Iterable<readonly [number, number]> {
  private readonly seen = new Set<number>();
  private readonly pairs: (readonly [number, number])[] = [];

  add(a: number, b: number): void {
    const key = Math.min(a, b) * MAX_POSITIONS + Math.max(a, b);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.pairs.push([a, b]);
  }

  [Symbol.iterator](): Iterator<readonly [number, number]> {
    return this.pairs[Symbol.iterator]();
  }
}
