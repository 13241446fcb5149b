/**
 * What a difference does to policy: `loosens` lets more through, `may loosen` cannot be judged by comparing, `tightens` lets less through,
 * `changes` does neither.
 */
export type DifferenceEffect = 'loosens' | 'may loosen' | 'tightens' | 'changes';

/** One thing that is not as it is locked. */
export interface LockDifference {
  readonly effect: DifferenceEffect;
  /** Where: `tool refund_order`, `channel mcp` or `runtime`. */
  readonly subject: string;
  /** What changed, one line. */
  readonly message: string;
}

/** A difference whose subject is not known yet. */
export type Change = Omit<LockDifference, 'subject'>;

export const loosens = (message: string): Change => ({ effect: 'loosens', message });
export const mayLoosen = (message: string): Change => ({ effect: 'may loosen', message });
export const tightens = (message: string): Change => ({ effect: 'tightens', message });
export const changes = (message: string): Change => ({ effect: 'changes', message });

/** One of the two, by whether more is let through. */
export const change = (isLooser: boolean, message: string): Change =>
  isLooser ? loosens(message) : tightens(message);

/** A switch that protects: switched off, policy is looser. Nothing when it stands as it stood. */
export function protection(
  before: boolean,
  after: boolean,
  off: string,
  on: string,
): readonly Change[] {
  if (before === after) return [];
  return [before ? loosens(off) : tightens(on)];
}

/** A bound that protects: raised, policy is looser. Nothing when it stands where it stood. */
export function ceiling(before: number, after: number, name: string, unit = ''): readonly Change[] {
  if (before === after) return [];
  return [
    change(
      after > before,
      `${name} ${after > before ? 'raised' : 'lowered'} from ${before} to ${after}${unit}`,
    ),
  ];
}

/** Names on one side only: removed from a list of protections, or added to it. */
export function namesLost(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...after];
  return before.filter((name) => {
    const index = left.indexOf(name);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}
