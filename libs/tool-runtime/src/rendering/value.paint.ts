import type { Painter, Tone } from './painter.js';
import type { ValueView } from './result-view.js';

const TONES: ReadonlyMap<ValueView['kind'], Tone> = new Map<ValueView['kind'], Tone>([
  ['yes', 'good'],
  ['no', 'warning'],
  ['nothing', 'quiet'],
]);

/** Yes, no and nothing stand out; every other value keeps the terminal's own colour. */
export function paintedValue({ kind, text }: ValueView, paint: Painter): string {
  const tone = TONES.get(kind);
  return tone === undefined ? text : paint(tone, text);
}
