import type { PlanPainter } from '@toolgate/tool-runtime';
import type { Paint } from '../terminal/colours.js';

/** The colours of a drawn plan. */
export function planPainter(paint: Paint): PlanPainter {
  return (text, role) => {
    switch (role) {
      case 'title':
        return paint.bold(text);
      case 'passes':
        return paint.green(text);
      case 'refused':
        return paint.red(text);
      case 'conditional':
        return paint.yellow(text);
      case 'label':
      case 'dormant':
      case 'skipped':
        return paint.dim(text);
      case 'active':
        return text;
    }
  };
}
