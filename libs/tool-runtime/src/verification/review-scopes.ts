import type { ToolContext } from '../context/tool-context.js';
import type { VerificationEntry } from './verification-store.js';
import { VerificationRefusedError } from './verification.error.js';
import { reviewerScopeMissing } from './verification.messages.js';

/** The scopes of which a reviewer needs one. */
export function reviewScopes(
  { scopes }: VerificationEntry,
  defaults: readonly string[],
): readonly string[] {
  return scopes.length > 0 ? scopes : defaults;
}

/** True when somebody may decide, as far as scopes go. Without any scope to hold, everybody may. */
export function mayReview(
  entry: VerificationEntry,
  context: ToolContext,
  defaults: readonly string[],
): boolean {
  const scopes = reviewScopes(entry, defaults);
  return scopes.length === 0 || context.hasAnyScope(scopes);
}

/** @throws VerificationRefusedError when somebody may not decide */
export function requireReviewScope(
  entry: VerificationEntry,
  context: ToolContext,
  defaults: readonly string[],
): void {
  if (mayReview(entry, context, defaults)) return;
  throw new VerificationRefusedError(
    'verification_scope_missing',
    reviewerScopeMissing(entry.id, reviewScopes(entry, defaults)),
  );
}
