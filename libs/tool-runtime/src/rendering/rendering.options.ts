import { badLimit } from './rendering.messages.js';
import { ENGLISH_TEXTS } from './rendering.texts.js';
import type { RenderingTexts } from './rendering.texts.js';

/** How results become text; every member has a default. */
export interface RenderingOptions {
  /** Members that may hold the name of a list item, best first. @default ['name', 'title', 'label', 'summary', 'subject'] */
  readonly nameFields?: readonly string[];
  /** Members that may hold the identifier of a list item, best first. @default ['id'] */
  readonly idFields?: readonly string[];
  /** Texts to use instead of the English ones. */
  readonly texts?: Partial<RenderingTexts>;
  /** Most items of a list and members of an object that are shown. @default 100 */
  readonly maxItems?: number;
  /** Longest single value, characters. @default 200 */
  readonly maxValueLength?: number;
  /** Longest output, characters; longer output is cut at the end of a line. @default 20000 */
  readonly maxLength?: number;
  /** Prints the token that redeems a confirmation. Whoever reads the output can then confirm. @default false */
  readonly showConfirmToken?: boolean;
}

/** Every option decided. */
export interface ResolvedRenderingOptions extends Required<Omit<RenderingOptions, 'texts'>> {
  readonly texts: RenderingTexts;
}

const DEFAULTS: Omit<ResolvedRenderingOptions, 'texts'> = Object.freeze({
  nameFields: ['name', 'title', 'label', 'summary', 'subject'],
  idFields: ['id'],
  maxItems: 100,
  maxValueLength: 200,
  maxLength: 20_000,
  showConfirmToken: false,
});

/** Room for a label, its value and the mark that something was cut. */
const LEAST_LENGTH = 1_000;

/**
 * What the host wrote, else the default; `undefined` counts as left out.
 * @throws RangeError for a limit that is out of range
 */
export function resolveRenderingOptions(options: RenderingOptions): ResolvedRenderingOptions {
  const resolved = {
    ...DEFAULTS,
    ...given(options),
    texts: { ...ENGLISH_TEXTS, ...given(options.texts ?? {}) },
  };
  const { maxItems, maxValueLength, maxLength } = resolved;
  requireLimit('maxItems', maxItems, 1);
  requireLimit('maxValueLength', maxValueLength, 1);
  requireLimit('maxLength', maxLength, Math.max(LEAST_LENGTH, maxValueLength + LEAST_LENGTH / 2));
  return resolved;
}

function requireLimit(name: string, value: number, minimum: number): void {
  if (!Number.isSafeInteger(value) || value < minimum)
    throw new RangeError(badLimit(name, minimum, value));
}

function given<T extends object>(options: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
