import type { RenderingTexts } from './rendering.texts.js';

/** Lines as one text of at most `maxLength` characters; what does not fit is counted in a last line. */
export function boundedLines(
  lines: readonly string[],
  maxLength: number,
  texts: RenderingTexts,
): string {
  const whole = lines.join('\n');
  if (whole.length <= maxLength) return whole;
  const room = maxLength - texts.moreLines(lines.length).length;
  let length = 0;
  let fitting = 0;
  while (fitting < lines.length && length + lines[fitting]!.length + 1 <= room) {
    length += lines[fitting]!.length + 1;
    fitting++;
  }
  return [...lines.slice(0, fitting), texts.moreLines(lines.length - fitting)].join('\n');
}
