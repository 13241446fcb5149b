/** One step from a value into it: a property name or an array index. */
export type PathSegment = string | number;

/** Names that read well after a dot; anything else is quoted. */
const PLAIN_NAME = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;
/** Names may come from a caller, and paths end in messages and logs. */
const MAX_NAME_LENGTH = 64;

/** A place inside a value as people write it: `lines[2].sku`, `headers["x y"]`. The empty string is the value itself. */
export function formatPath(segments: readonly PathSegment[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else if (isPlain(segment)) path += path === '' ? segment : `.${segment}`;
    else path += `[${quoteName(segment)}]`;
  }
  return path;
}

/** A property name for a message: as it is when it is plain, else quoted and cut. */
export function displayName(name: string): string {
  return isPlain(name) ? name : quoteName(name);
}

function isPlain(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && PLAIN_NAME.test(name);
}

function quoteName(name: string): string {
  return JSON.stringify(
    name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name,
  );
}
