import type { InvocationPlan } from '@toolgate/tool-runtime';
import type { Paint } from '../terminal/colours.js';
import { oneLine } from '../terminal/safe-text.js';
import { drawTable } from '../terminal/table.js';
import type { TableCell } from '../terminal/table.js';

/** Many plans, one line each: how the call would end, and why. */
export function planTable(plans: readonly InvocationPlan[], paint: Paint): string {
  const heading = ['TOOL', 'CHANNEL', 'CALLER', 'VERDICT', 'WHY'].map((text) => ({
    text,
    paint: paint.dim,
  }));
  const rows = plans.map(({ operation, channel, context, verdict }): TableCell[] => {
    const reason = verdict.reasonCode === undefined ? '' : ` (${verdict.reasonCode})`;
    return [
      { text: oneLine(operation), paint: paint.bold },
      { text: oneLine(channel) },
      { text: oneLine(context.actor ?? 'nobody') },
      {
        text: `${verdict.outcome}${reason}`,
        paint: verdict.outcome === 'denied' ? paint.red : paint.green,
      },
      { text: oneLine(verdict.message), paint: paint.dim },
    ];
  });
  return drawTable([heading, ...rows]).join('\n');
}
