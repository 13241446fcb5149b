import type { KeywordDefinition } from 'ajv';
import { canonicalJson } from '../common/canonical-json.js';

/** `uniqueItems` in linear time: Ajv's own compares every pair of objects, which the caller's array makes quadratic. */
export const uniqueItemsKeyword: KeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  errors: false,
  validate: (required: boolean, items: readonly unknown[]) => !required || areUnique(items),
};

function areUnique(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  for (const item of items) {
    // The prefix keeps an object apart from a string that spells it.
    const identity =
      typeof item === 'string'
        ? `"${item}`
        : item !== null && typeof item === 'object'
          ? canonicalJson(item)
          : item;
    if (seen.has(identity)) return false;
    seen.add(identity);
  }
  return true;
}
