import type { ForetoldEnd, InvocationStep, StepDescription } from '../pipeline/invocation-step.js';
import { NO_END_FORETOLD } from './inspection.messages.js';
import type { PlanVerdict } from './invocation-plan.js';

/** A step with what it says about one call. */
export interface Station extends Pick<InvocationStep, 'kind' | 'role'> {
  readonly description: StepDescription;
}

const RUNS: ForetoldEnd = Object.freeze({ outcome: 'executed', message: NO_END_FORETOLD });

/** The first end on the path, and every step up to it that has something left to decide. */
export function verdictOfPath(path: readonly Station[]): PlanVerdict {
  const last = path.findIndex(({ description }) => description.ends);
  const { outcome, reasonCode, message } = path[last]?.description.ends ?? RUNS;
  const passed = last < 0 ? path : path.slice(0, last + 1);
  return {
    outcome,
    ...(reasonCode === undefined ? {} : { reasonCode }),
    message,
    depends_on: passed.filter(isOpen).map(({ kind }) => kind),
  };
}

function isOpen({ description: { presence, blocking, open = blocking } }: Station): boolean {
  return open && blocking && (presence === 'active' || presence === 'conditional');
}
