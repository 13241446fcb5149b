/** Sequences of "Select Graphic Rendition" (ECMA-48): switched on, switched off. */
const STYLES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof STYLES;

/** Styles of text; each leaves it as it is where colours are not wanted. */
export type Paint = Readonly<Record<Style, (text: string) => string>>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** The styles, or their plain stand-ins. */
export function createPaint(coloured: boolean): Paint {
  const painted = Object.entries(STYLES).map(([style, [on, off]]) => [
    style,
    coloured ? (text: string) => `\u001b[${on}m${text}\u001b[${off}m` : (text: string) => text,
  ]);
  return Object.freeze(Object.fromEntries(painted) as Paint);
}

/** `NO_COLOR` wins over `FORCE_COLOR`, which wins over what the stream is. */
export function wantsColour(
  stream: { readonly isTTY?: boolean },
  environment: Environment,
): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && TERM !== 'dumb';
}
