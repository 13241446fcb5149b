import { hash } from 'node:crypto';

/** JSON text with the keys of every object in code-unit order: equal values give equal texts. For trees of bounded depth. */
export function canonicalJson(value: unknown): string {
  // Every scalar of a large call passes here, and asking JSON.stringify for a number is many times dearer than its text.
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  return Array.isArray(value) ? arrayText(value) : objectText(value as Record<string, unknown>);
}

function arrayText(items: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < items.length; index++)
    text += index === 0 ? canonicalJson(items[index]) : `,${canonicalJson(items[index])}`;
  return `${text}]`;
}

function objectText(record: Record<string, unknown>): string {
  let text = '{';
  for (const key of Object.keys(record).toSorted()) {
    const member = record[key];
    if (member === undefined) continue;
    text += `${text === '{' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(member)}`;
  }
  return `${text}}`;
}

/** SHA-256 of a text, in lower-case hexadecimal. */
export function sha256(text: string): string {
  return hash('sha256', text, 'hex');
}
