// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;
const SEPARATOR = /[/\\]/;

/**
 * Decodes the value of a variable. A resource method may use it as a part of a path, so what would lead out of a folder is no value: a segment `.` or
 * `..`, a control character, and, where the template has no place for them, a separator.
 *
 * @param place `value` may hold no separator, however it is encoded; `rest` none at its beginning and no `\`; `parameter` any but `..`
 * @returns undefined for what is none
 */
export function decodeVariable(
  encoded: string,
  place: 'value' | 'rest' | 'parameter',
): string | undefined {
  const text = decoded(encoded);
  if (text === undefined || CONTROL.test(text)) return undefined;
  if (place === 'value' && (text === '' || SEPARATOR.test(text))) return undefined;
  if (place === 'rest' && (text === '' || text.startsWith('/') || text.includes('\\')))
    return undefined;
  const climbs = text.split(SEPARATOR).some((segment) => segment === '..' || segment === '.');
  return climbs ? undefined : text;
}

function decoded(encoded: string): string | undefined {
  if (!encoded.includes('%')) return encoded;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
