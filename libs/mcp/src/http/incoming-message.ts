import type { IncomingMessage } from 'node:http';
import { settle } from '@toolgate/tool-runtime';
import type { Awaitable } from '@toolgate/tool-runtime';
import { parseStrictJson } from '../protocol/strict-json.js';
import { isJsonContentType } from './content-type.js';
import { readBody } from './body-reader.js';
import type { BodyReading } from './body-reader.js';
import type { PlatformRequest } from './platform-message.js';
import {
  BODY_TOO_LARGE,
  NOT_JSON,
  UNSUPPORTED_ENCODING,
  UNSUPPORTED_MEDIA_TYPE,
} from './refusal.js';
import type { Refusal } from './refusal.js';

/** What became of reading the message of a request. `gone`: its sender went away while sending it. */
export type MessageReading = { readonly message: unknown } | { readonly refusal: Refusal } | 'gone';

/** What is wrong with the headers of a body, before any of it is read. */
export function bodyRefusal({ headers }: IncomingMessage): Refusal | undefined {
  if (!isJsonContentType(headers['content-type'])) return UNSUPPORTED_MEDIA_TYPE;
  const encoding = headers['content-encoding'];
  return encoding === undefined || encoding.toLowerCase() === 'identity'
    ? undefined
    : UNSUPPORTED_ENCODING;
}

/**
 * Reads the JSON a request carries and passes it on, as soon as it is there. The bytes are read here and nowhere else, so that broken ones get the same answer on every platform, whatever parsers and filters
 * the host has.
 */
export function readMessage(
  request: IncomingMessage,
  platformRequest: PlatformRequest,
  maxBytes: number,
  next: (reading: MessageReading) => Awaitable<void>,
): Awaitable<void> {
  if (request.readableDidRead) return next(alreadyRead(platformRequest, maxBytes));
  return settle(readBody(request, maxBytes), (reading) => next(messageIn(reading)));
}

function messageIn(reading: BodyReading): MessageReading {
  if (reading === 'aborted') return 'gone';
  return reading === 'too_large' ? { refusal: BODY_TOO_LARGE } : parsed(reading);
}

/** Platforms for functions read bodies before the application does, and so does a parser nobody foresaw. The bytes are preferred to what they were taken for. */
function alreadyRead({ rawBody, body }: PlatformRequest, maxBytes: number): MessageReading {
  if (!(rawBody instanceof Uint8Array))
    return body === undefined ? { refusal: NOT_JSON } : { message: body };
  return rawBody.byteLength > maxBytes ? { refusal: BODY_TOO_LARGE } : parsed(rawBody);
}

function parsed(bytes: Uint8Array): MessageReading {
  const json = parseStrictJson(bytes);
  return json.ok ? { message: json.value } : { refusal: NOT_JSON };
}
