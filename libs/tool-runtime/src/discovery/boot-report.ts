import type { EnhancerKind } from '../enhancers/enhancer-metadata.js';
import type { GlobalEnhancers } from '../enhancers/global-enhancers.js';
import { counted } from '../tool-runtime.messages.js';

/** What discovery found, as far as the boot log is concerned. */
export interface BootFacts {
  /** How many there are of each kind, tools first. */
  readonly found: ReadonlyMap<string, number>;
  /** Providers and controllers that have at least one of them. */
  readonly providers: number;
  readonly globalEnhancers: 'skip' | 'inherit';
  /** Every global enhancer of the application. */
  readonly globals: GlobalEnhancers;
}

const KINDS: readonly EnhancerKind[] = ['guards', 'interceptors', 'pipes', 'filters'];

/** The one line that a healthy boot logs. */
export function bootReport({ found, providers, globalEnhancers, globals }: BootFacts): string {
  const counts = [...found].map(([kind, count]) => counted(count, kind.replaceAll('_', ' ')));
  return `${counts.join(', ')} from ${counted(providers, 'provider')}; ${enhancerReport(globalEnhancers, globals)}.`;
}

function enhancerReport(mode: 'skip' | 'inherit', globals: GlobalEnhancers): string {
  const names = KINDS.flatMap((kind) => globals[kind]);
  if (names.length === 0) return 'no global enhancers wrap tools';
  return mode === 'inherit'
    ? `global enhancers around every tool: ${names.join(', ')}`
    : `global enhancers that do not wrap tools: ${names.join(', ')} (globalEnhancers: 'skip')`;
}
