import { escapeForLine } from '../common/escape-for-line.js';

/**
 * A text as one field of a line whose fields are separated by ` | `: it can end neither the field nor the line.
 * Escapes are those of JSON, so JSON text stays JSON unless it is cut.
 * @param max longest text before escaping, characters
 */
export function lineField(text: string, max: number): string {
  return escapeForLine(text, max).replaceAll('|', '\\u007c');
}
