/** Combining marks, variation selectors, joiners and other characters that take no column of their own. */
const ZERO_WIDTH = /\p{M}|\p{Cf}/u;
/** East Asian wide and full-width characters, and emoji (Unicode Standard Annex 11). */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const NARROW_ONLY = /^[\x20-\x7e]*$/;

/** Columns that a text takes in a terminal; near enough for columns to line up. */
export function displayWidth(text: string): number {
  if (NARROW_ONLY.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (ZERO_WIDTH.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

/** Fills a text up with spaces to a width; what is wider stays as it is. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
