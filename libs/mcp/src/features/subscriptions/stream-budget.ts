import type { ToolContext } from '@toolgate/tool-runtime';

/** How many streams may be open. */
export interface StreamLimits {
  readonly maxPerPrincipal: number;
  readonly maxTotal: number;
}

/** Counts the streams that callers hold open. Anonymous callers are nobody in particular: they share what there is in all. */
export class StreamBudget {
  private readonly perPrincipal = new Map<string, number>();
  private total = 0;

  constructor(private readonly limits: StreamLimits) {}

  /** @returns a function that gives the stream back; undefined when there are too many */
  take({ principal }: Pick<ToolContext, 'principal'>): (() => void) | undefined {
    const held = principal === null ? 0 : (this.perPrincipal.get(principal) ?? 0);
    if (this.total >= this.limits.maxTotal || held >= this.limits.maxPerPrincipal) return undefined;
    this.total++;
    if (principal !== null) this.perPrincipal.set(principal, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.giveBack(principal);
    };
  }

  private giveBack(principal: string | null): void {
    this.total--;
    if (principal === null) return;
    const left = (this.perPrincipal.get(principal) ?? 0) - 1;
    if (left > 0) this.perPrincipal.set(principal, left);
    else this.perPrincipal.delete(principal);
  }
}
