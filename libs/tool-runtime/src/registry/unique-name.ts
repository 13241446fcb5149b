import { TOOL_KIND } from '../declaration/governed-method.js';

/**
 * The name under which policy, limiter, events and audit know something: of a tool its own, so that a rule for the tool `triage` never
 * meets the prompt `triage`, which is `prompt:triage`.
 */
export function uniqueName(kind: string, localName: string): string {
  return kind === TOOL_KIND ? localName : `${kind}:${localName}`;
}

/** What messages call something: `tool 'refund_order'`, `prompt 'triage'`. */
export function subjectOf({
  name,
  kind = TOOL_KIND,
}: {
  readonly name: string;
  readonly kind?: string;
}): string {
  if (kind === TOOL_KIND) return `tool '${name}'`;
  return `${kind.replaceAll('_', ' ')} '${name.slice(kind.length + 1)}'`;
}

/** The same at the beginning of a sentence. */
export function subjectAtStart(subject: Parameters<typeof subjectOf>[0]): string {
  const text = subjectOf(subject);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
