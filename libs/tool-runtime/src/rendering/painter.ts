/** What a piece of text means, for whoever colours it. */
export type Tone = 'title' | 'good' | 'bad' | 'warning' | 'quiet' | 'label';

/** Colours a piece of text that is already safe to print. */
export type Painter = (tone: Tone, text: string) => string;

/** No colour at all: for files, pipes and everything that is no terminal. */
export const plainPainter: Painter = (_tone, text) => text;

const CODES: Readonly<Record<Tone, readonly [on: number, off: number]>> = {
  title: [1, 22],
  good: [32, 39],
  bad: [31, 39],
  warning: [33, 39],
  quiet: [2, 22],
  label: [36, 39],
};

/** ANSI colours (ECMA-48 SGR). Whether to use them, by `NO_COLOR` and by what is written to, is for the caller to know. */
export const ansiPainter: Painter = (tone, text) => {
  const [on, off] = CODES[tone];
  return `\u001b[${on}m${text}\u001b[${off}m`;
};
