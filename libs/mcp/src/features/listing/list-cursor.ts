const PREFIX = 'after:';
const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** Longer than any cursor for a name that there can be. */
const LONGEST = 1024;

/**
 * The cursor of the page after an entry. It names the last entry instead of counting, so that it keeps its meaning in every instance of the
 * application and while entries come and go; it is no secret, since its reader has just seen the name.
 */
export function writeCursor(lastName: string): string {
  return Buffer.from(`${PREFIX}${lastName}`, 'utf8').toString('base64url');
}

/** The entry a cursor stands for; undefined for what {@link writeCursor} has not written. */
export function readCursor(cursor: unknown): string | undefined {
  if (typeof cursor !== 'string' || cursor.length > LONGEST || !BASE64URL.test(cursor))
    return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  return text.startsWith(PREFIX) ? text.slice(PREFIX.length) : undefined;
}
