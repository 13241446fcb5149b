import { isRecord } from '../common/json.js';
import { ToolError } from '../result/tool-error.js';
import { ToolResultCode } from '../result/tool-result.codes.js';

/** What another system answers. */
export interface WebhookCallback {
  readonly id: string;
  readonly challenge: string;
  readonly decision: 'grant' | 'reject';
  readonly principal: string;
  readonly reason: string | null;
}

/** What is wrong with a callback. */
export type WebhookFault = 'bad_signature' | 'bad_body' | 'bad_challenge';

const MESSAGES: Readonly<Record<WebhookFault, string>> = {
  bad_signature:
    'The callback is not signed with the shared secret, or its time is too far off. Nothing has been decided.',
  bad_body:
    "The body of a callback is a JSON object with the texts id, challenge, decision ('grant' or 'reject') and principal, and perhaps reason. Nothing has been decided.",
  bad_challenge:
    'The callback answers another verification than the one of this id. Nothing has been decided.',
};

/** Longest body that is read, characters. */
const LONGEST_BODY = 65_536;

/** A callback that cannot be trusted or understood. Nothing has changed. */
export class WebhookRefusedError extends ToolError {
  constructor(readonly reasonCode: WebhookFault) {
    const code =
      reasonCode === 'bad_body' ? ToolResultCode.VALIDATION_ERROR : ToolResultCode.UNAUTHORIZED;
    super(MESSAGES[reasonCode], { code, meta: { reason_code: reasonCode } });
    this.name = 'WebhookRefusedError';
  }
}

/** Reads the body of a callback. @throws WebhookRefusedError when it is none */
export function callbackOf(body: string): WebhookCallback {
  const message = body.length > LONGEST_BODY ? undefined : parsed(body);
  if (!isRecord(message)) throw new WebhookRefusedError('bad_body');
  const { id, challenge, decision, principal, reason = null } = message;
  if (decision !== 'grant' && decision !== 'reject') throw new WebhookRefusedError('bad_body');
  if (![id, challenge, principal].every(isText) || (reason !== null && typeof reason !== 'string'))
    throw new WebhookRefusedError('bad_body');
  return {
    id: id as string,
    challenge: challenge as string,
    decision,
    principal: principal as string,
    reason,
  };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
