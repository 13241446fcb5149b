import type { ToolOptions } from '../declaration/tool-options.js';
import { LARGEST_QUORUM } from './verification-policy.js';

/** Names of the tools, which no other tool has while they are registered. */
export const VERIFICATION_TOOL_NAMES = [
  'request_verification',
  'resolve_verification',
  'list_verifications',
] as const;

export type VerificationToolName = (typeof VERIFICATION_TOOL_NAMES)[number];

/** Printable, so that it reads well in every log and address. */
const REQUEST_ID = { type: 'string', pattern: '^[!-~]{1,128}$' };

/** What the tools say about themselves. @param resolveScopes of which whoever decides needs one */
export function verificationToolOptions(
  resolveScopes: readonly string[],
): Readonly<Record<VerificationToolName, ToolOptions>> {
  return {
    request_verification: {
      name: 'request_verification',
      title: 'Request a verification',
      description:
        'Ask somebody else to verify something before you go on. Decides nothing: give the request_id of the answer to whoever is to decide.',
      mutating: true,
      input: {
        type: 'object',
        properties: {
          subject: {
            type: 'string',
            minLength: 1,
            maxLength: 500,
            description: 'What is to be verified, in one line',
          },
          policy: {
            type: 'string',
            enum: ['single', 'dual', 'quorum', 'auto'],
            default: 'single',
            description:
              'How many people must say yes: one, two, as many as quorum says, or whoever decides first',
          },
          quorum: {
            type: 'integer',
            minimum: 1,
            maximum: LARGEST_QUORUM,
            description: "With policy 'quorum': how many people",
          },
          requested_by: {
            type: 'string',
            maxLength: 200,
            description: 'Leave out: it is you',
          },
          request_id: {
            ...REQUEST_ID,
            description: 'An id of your own that nobody has used; leave out to get one',
          },
        },
        required: ['subject'],
        additionalProperties: false,
      },
    },
    resolve_verification: {
      name: 'resolve_verification',
      title: 'Resolve a verification',
      description:
        'Grant or reject a verification that somebody else has asked for. A decision is final. Look with list_verifications what it is about first.',
      scopes: resolveScopes,
      mutating: true,
      input: {
        type: 'object',
        properties: {
          request_id: { ...REQUEST_ID, description: 'Which verification' },
          decision: { type: 'string', enum: ['grant', 'reject'] },
          principal: { type: 'string', maxLength: 200, description: 'Leave out: it is you' },
          subject: {
            type: 'string',
            maxLength: 500,
            description: 'What you think it is about; refused when it is about something else',
          },
          reason: {
            type: 'string',
            maxLength: 1000,
            description: 'Why; whoever asked will read it',
          },
        },
        required: ['request_id', 'decision'],
        additionalProperties: false,
      },
    },
    list_verifications: {
      name: 'list_verifications',
      title: 'List verifications',
      description: 'What waits for you to grant or reject, oldest first',
      scopes: resolveScopes,
      readOnly: true,
      input: {
        type: 'object',
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
          after: {
            type: 'string',
            maxLength: 200,
            description: '"next" of the page before',
          },
        },
        additionalProperties: false,
      },
    },
  };
}
