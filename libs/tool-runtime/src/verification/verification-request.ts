import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../common/json.js';
import type { VerificationPolicy } from './verification-policy.js';

/** What a {@link VerificationRequest} is made of; what is left out has the default of the class. */
export interface VerificationRequestFields {
  readonly subject?: string | null;
  readonly policy?: VerificationPolicy;
  readonly payload?: JsonObject;
  readonly requestedBy?: string | null;
  readonly id?: string | null;
}

const NOTHING: JsonObject = Object.freeze({});

/**
 * What somebody is asked to say yes to. Safe to log and to send: the payload of a request that waits for a call has its arguments redacted.
 *
 * @example
 * ```ts
 * VerificationRequest.withGeneratedId({ subject: 'gate:report.publish', policy: 'dual' });
 * ```
 */
export class VerificationRequest {
  /** What is asked for by name; `null` when the payload says it all. */
  readonly subject: string | null;
  /** How many people must say yes. */
  readonly policy: VerificationPolicy;
  /** Facts for whoever decides. Of a call: `tool`, `arguments` (redacted), `arguments_digest`, `summary`. */
  readonly payload: JsonObject;
  /** Who asks; `null` is nobody. */
  readonly requestedBy: string | null;
  /** Correlates request, decision, events and audit records; `null` until it has one. */
  readonly id: string | null;

  private constructor(fields: VerificationRequestFields) {
    this.subject = fields.subject ?? null;
    this.policy = fields.policy ?? 'single';
    this.payload = fields.payload ?? NOTHING;
    this.requestedBy = fields.requestedBy ?? null;
    this.id = fields.id ?? null;
    Object.freeze(this);
  }

  /** @throws TypeError for a blank subject or a blank id: neither can be told from a missing one */
  static of(fields: VerificationRequestFields): VerificationRequest {
    requireText('subject', fields.subject);
    requireText('id', fields.id);
    return new VerificationRequest(fields);
  }

  /** A request with a UUID v4 as its id. @throws TypeError for a blank subject */
  static withGeneratedId(fields: Omit<VerificationRequestFields, 'id'>): VerificationRequest {
    return VerificationRequest.of({ ...fields, id: randomUUID() });
  }

  /** Names a request that exists already, to resolve it. @throws TypeError for a blank id */
  static forResolution(id: string, policy: VerificationPolicy = 'single'): VerificationRequest {
    return VerificationRequest.of({ id, policy });
  }

  /** The five members in snake_case. */
  toJSON(): Record<string, unknown> {
    const { subject, policy, payload, requestedBy, id } = this;
    return { subject, policy, payload, requested_by: requestedBy, id };
  }
}

function requireText(member: string, value: string | null | undefined): void {
  if (typeof value === 'string' && value.trim() === '')
    throw new TypeError(
      `VerificationRequest: ${member} must not be blank; leave it out, or say what is asked for.`,
    );
}
