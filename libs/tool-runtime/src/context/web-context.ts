import { isRecord } from '../common/json.js';
import { ToolContext } from './tool-context.js';

/**
 * The user that authentication put on a request, as far as a tool context needs it. The first of the three that is there names the principal;
 * a number is taken as text.
 */
export interface RequestUser {
  readonly principal?: string | number;
  readonly sub?: string | number;
  readonly id?: string | number;
  /** Members that are not strings are ignored: a misshapen list grants less, never more. */
  readonly scopes?: readonly string[];
}

/**
 * The `web` context of an ordinary HTTP request on Express or Fastify: principal and scopes from `request.user` in the shape of
 * {@link RequestUser}, address and user agent from the request. Without a user in that shape the caller is anonymous.
 */
export function webContextOf(request: unknown): ToolContext {
  const { user, ip, headers } = isRecord(request) ? request : {};
  const agent = isRecord(headers) ? headers['user-agent'] : undefined;
  return ToolContext.web({
    principal: principalOf(user),
    scopes: scopesOf(user),
    ip: typeof ip === 'string' ? ip : null,
    userAgent: typeof agent === 'string' ? agent : null,
  });
}

function principalOf(user: unknown): string | null {
  if (!isRecord(user)) return null;
  for (const name of [user['principal'], user['sub'], user['id']]) {
    if (typeof name === 'string' && name !== '') return name;
    if (typeof name === 'number' && Number.isFinite(name)) return String(name);
  }
  return null;
}

function scopesOf(user: unknown): string[] {
  const scopes = isRecord(user) ? user['scopes'] : undefined;
  if (!Array.isArray(scopes)) return [];
  return scopes.filter((scope): scope is string => typeof scope === 'string');
}
