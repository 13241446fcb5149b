// Control characters (C0, DEL, C1), line and paragraph separators, and the bidirectional overrides that reorder a line on screen.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/**
 * Text that stays on one line whatever it contains: control characters are shown as `\u001b`, and what is longer than `max`
 * characters is cut with an ellipsis.
 */
export function escapeForLine(text: string, max = 200): string {
  const bounded = text.length > max ? `${text.slice(0, max)}…` : text;
  return bounded.replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
