import type { Paint } from '../terminal/colours.js';
import type { AccessLevel } from './access-words.js';

/** Yellow and red are for what deserves a look: everybody may call it, or it is not known who may. */
export function accessPaint(paint: Paint, level: AccessLevel): (text: string) => string {
  switch (level) {
    case 'open':
      return paint.yellow;
    case 'limited':
      return paint.green;
    case 'closed':
      return paint.dim;
    case 'unclear':
      return paint.red;
  }
}
