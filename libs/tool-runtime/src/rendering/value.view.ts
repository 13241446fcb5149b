import { inlineText, labelOf } from './display-text.js';
import type { ReadableRecord, ReadableValue } from './readable-value.js';
import type { ResolvedRenderingOptions } from './rendering.options.js';
import { LONGEST_LABEL } from './result-view.js';
import type { RowView, ValueView } from './result-view.js';

/** A value as the text a person reads. */
export function valueView(
  value: ReadableValue,
  max: number,
  { texts }: ResolvedRenderingOptions,
): ValueView {
  if (value === null) return { text: texts.notAvailable, kind: 'nothing' };
  if (value === true) return { text: texts.yes, kind: 'yes' };
  if (value === false) return { text: texts.no, kind: 'no' };
  return { text: inlineText(value, max), kind: 'text' };
}

/** The members of an object as labelled rows. */
export function rowsOf(
  { members }: ReadableRecord,
  omitted: ReadonlySet<string>,
  options: ResolvedRenderingOptions,
): RowView[] {
  return [...members]
    .filter(([key]) => !omitted.has(key))
    .map(([key, value]) => ({
      label: labelOf(key, LONGEST_LABEL),
      value: valueView(value, options.maxValueLength, options),
    }));
}
