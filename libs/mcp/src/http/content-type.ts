const JSON_MEDIA = /^\s*application\/json\s*(?:;(.*))?$/is;
const CHARSET = /(?:^|;)\s*charset\s*=\s*"?([^";\s]*)"?\s*(?=;|$)/i;

/** True for JSON in UTF-8, the only form a message comes in. Other parameters are nobody's business. */
export function isJsonContentType(contentType: string | undefined): boolean {
  if (contentType === undefined) return false;
  if (contentType === 'application/json') return true;
  const match = JSON_MEDIA.exec(contentType);
  if (!match) return false;
  const charset = CHARSET.exec(match[1] ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}
