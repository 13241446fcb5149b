import { isRecord } from '../common/json.js';
import type { Reviewer } from './approvals-http.options.js';

/** What most guards leave on a request, passport's among them. */
export function reviewerOnRequest(request: unknown): Reviewer | null {
  const user = isRecord(request) ? request['user'] : undefined;
  if (!isRecord(user)) return null;
  const principal = user['principal'] ?? user['id'] ?? user['sub'];
  const scopes = user['scopes'];
  return readReviewer({ principal, scopes: Array.isArray(scopes) ? scopes : [] });
}

/** A reviewer that makes sense; null otherwise: nobody is let in by a mistake of whoever identified them. */
export function readReviewer(value: unknown): Reviewer | null {
  if (!isRecord(value)) return null;
  const { principal, scopes } = value;
  if (typeof principal !== 'string' || principal === '' || !Array.isArray(scopes)) return null;
  return { principal, scopes: scopes.filter((scope) => typeof scope === 'string') };
}
