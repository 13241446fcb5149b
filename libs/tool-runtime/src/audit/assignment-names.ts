/** Longest name looked at, so that a text of nothing but separators costs no more than its length. */
const MAX_NAME = 128;

/** Where the name that ends at `end` starts, not before `floor`. */
export function nameStart(text: string, end: number, floor: number): number {
  let start = end;
  while (start > floor && end - start < MAX_NAME && isNameCharacter(text.charCodeAt(start - 1)))
    start--;
  return start;
}

/** Spaces, closing quotes, their backslashes and closing brackets may stand between a name and its separator. */
export function isNameClosing(code: number): boolean {
  return (
    code === 0x20 ||
    code === 0x09 ||
    code === 0x22 ||
    code === 0x27 ||
    code === 0x60 ||
    code === 0x5c ||
    code === 0x5d
  );
}

/** Letters, digits, `_ - . $ %` and everything beyond ASCII. */
function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2d ||
    code === 0x2e ||
    code === 0x24 ||
    code === 0x25 ||
    code > 0x7f
  );
}
