import { inlineText, labelOf } from './display-text.js';
import { isReadableRecord } from './readable-value.js';
import type { ReadableRecord, ReadableValue } from './readable-value.js';
import type { ResolvedRenderingOptions } from './rendering.options.js';
import { LONGEST_CELL, LONGEST_LABEL } from './result-view.js';
import type { ItemView } from './result-view.js';
import { valueView } from './value.view.js';

const AVAILABLE = 'available';
/** Members shown beside identifier and name. */
const OTHERS = 3;

/**
 * One line of a list.
 * @param position what identifies an item that has no identifier of its own, 1-based
 */
export function itemView(
  item: ReadableValue,
  position: number,
  options: ResolvedRenderingOptions,
): ItemView {
  if (!isReadableRecord(item))
    return {
      id: String(position),
      name: valueView(item, options.maxValueLength, options).text,
      available: undefined,
      others: [],
    };
  const idField = firstField(item, options.idFields);
  const nameField = firstField(item, options.nameFields);
  const available = item.members.get(AVAILABLE);
  const shownElsewhere = new Set([
    idField,
    nameField,
    typeof available === 'boolean' ? AVAILABLE : undefined,
  ]);
  return {
    id: idField === undefined ? String(position) : cell(item.members.get(idField)!),
    name: nameField === undefined ? options.texts.notAvailable : cell(item.members.get(nameField)!),
    available: typeof available === 'boolean' ? available : undefined,
    others: [...item.members]
      .filter(([key, value]) => !shownElsewhere.has(key) && isSingle(value))
      .slice(0, OTHERS)
      .map(([key, value]) => ({
        label: labelOf(key, LONGEST_LABEL),
        value: valueView(value, LONGEST_CELL, options),
      })),
  };
}

const cell = (value: ReadableValue) => inlineText(value, LONGEST_CELL);

const isSingle = (value: ReadableValue | undefined) =>
  value !== undefined && (value === null || typeof value !== 'object');

/** The first of these members that has a value; identifiers keep their text, whatever it is. */
function firstField(item: ReadableRecord, fields: readonly string[]): string | undefined {
  return fields.find((field) => {
    const value = item.members.get(field);
    return (typeof value === 'string' && value !== '') || typeof value === 'number';
  });
}
