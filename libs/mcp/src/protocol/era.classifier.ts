import type { McpHeaders } from '../json-rpc/mcp-exchange.js';
import type { JsonRpcId, JsonRpcNotification, JsonRpcRequest } from '../json-rpc/json-rpc.types.js';
import { envelopeIssue, missingEnvelopeKeys } from './envelope.checks.js';
import { McpErrorCode } from './error-codes.js';
import { headersDisagree } from './header.messages.js';
import { isObject, readMessage } from './message.reader.js';
import { PROTOCOL_VERSION_KEY } from './meta-keys.js';
import type { McpEra } from './protocol-versions.js';
import { isModernVersion } from './protocol-versions.js';

/** A message that cannot be served, before anybody looks at its method. Over HTTP: 400. */
export interface RejectedMessage {
  readonly kind: 'rejected';
  readonly id: JsonRpcId | undefined;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  /** It was a notification, which nobody answers where there is no HTTP status to answer with. */
  readonly silent: boolean;
}

/** What a message is, and which era serves it. */
export type ClassifiedMessage =
  | {
      readonly kind: 'request';
      readonly era: McpEra;
      /** Of a modern request the version it claims; of a legacy one what its header says, if it has one. */
      readonly version: string | undefined;
      readonly message: JsonRpcRequest;
    }
  | {
      readonly kind: 'notification';
      readonly era: McpEra;
      readonly version: string | undefined;
      readonly message: JsonRpcNotification;
    }
  | { readonly kind: 'response'; readonly era: 'legacy' }
  | RejectedMessage;

type Members = Readonly<Record<string, unknown>>;

/**
 * Decides which era serves a message. The body decides: a modern message claims its version in `params._meta`; headers, where there are
 * any, are only compared with it (2026-07-28, basic/versioning). Pure; never throws for a value that came from JSON.
 *
 * The outcome is that of the official SDK's `classifyInboundRequest` with two deliberate differences: arrays are always refused, and what
 * is not a POST never gets here because it has no body.
 *
 * @param headers of an HTTP request; undefined on other transports
 */
export function classifyMessage(body: unknown, headers?: McpHeaders): ClassifiedMessage {
  const form = readMessage(body);
  switch (form.kind) {
    case 'request':
      return classifyRequest(form.message, headers);
    case 'notification':
      return classifyNotification(form.message, headers);
    case 'response':
      return { kind: 'response', era: 'legacy' };
    case 'invalid':
      return {
        kind: 'rejected',
        id: form.id,
        code: McpErrorCode.INVALID_REQUEST,
        message: form.reason,
        silent: form.silent,
      };
  }
}

/** The legacy reading of a message, whatever it claims: for a server that knows nothing else. */
export function classifyAsLegacy(body: unknown, headers?: McpHeaders): ClassifiedMessage {
  const form = readMessage(body);
  if (form.kind === 'request' || form.kind === 'notification')
    return { ...form, era: 'legacy', version: headers?.get('mcp-protocol-version') };
  return classifyMessage(body);
}

function classifyRequest(
  message: JsonRpcRequest,
  headers: McpHeaders | undefined,
): ClassifiedMessage {
  const { id, method, params } = message;
  const header = headers?.get('mcp-protocol-version');
  const isModernHeader = header !== undefined && isModernVersion(header);
  const meta = metaOf(params);
  const claims = meta !== undefined && Object.hasOwn(meta, PROTOCOL_VERSION_KEY);
  const issue = claims ? envelopeIssue(meta) : undefined;

  if (method === 'initialize' && !(claims && !issue && isModernVersion(claimOf(meta)))) {
    if (isModernHeader)
      return mismatch(id, 'MCP-Protocol-Version', header, 'initialize opens a legacy session');
    return { kind: 'request', era: 'legacy', version: header, message };
  }
  if (claims) {
    if (issue)
      return rejected(id, `Invalid params: _meta["${issue.key}"] ${issue.problem}`, {
        envelope: issue,
      });
    return (
      contradiction(id, claimOf(meta), method, headers) ?? {
        kind: 'request',
        era: 'modern',
        version: claimOf(meta),
        message,
      }
    );
  }
  if (isModernHeader) {
    const missing = missingEnvelopeKeys(meta);
    return rejected(
      id,
      `Invalid params: the MCP-Protocol-Version header names a modern revision, but the request lacks ${missing.join(', ')}`,
      { envelope: { missing } },
    );
  }
  return { kind: 'request', era: 'legacy', version: header, message };
}

function classifyNotification(
  message: JsonRpcNotification,
  headers: McpHeaders | undefined,
): ClassifiedMessage {
  const { method, params } = message;
  const header = headers?.get('mcp-protocol-version');
  const meta = metaOf(params);
  if (meta !== undefined && Object.hasOwn(meta, PROTOCOL_VERSION_KEY)) {
    const version = meta[PROTOCOL_VERSION_KEY];
    if (typeof version !== 'string')
      return rejected(
        undefined,
        `Invalid params: _meta["${PROTOCOL_VERSION_KEY}"] must be a string`,
        { envelope: { key: PROTOCOL_VERSION_KEY, problem: 'must be a string' } },
        true,
      );
    return (
      contradiction(undefined, version, method, headers, true) ?? {
        kind: 'notification',
        era: 'modern',
        version,
        message,
      }
    );
  }
  if (header !== undefined && isModernVersion(header))
    return (
      methodContradiction(undefined, method, headers, true) ?? {
        kind: 'notification',
        era: 'modern',
        version: header,
        message,
      }
    );
  return { kind: 'notification', era: 'legacy', version: header, message };
}

function metaOf(params: Members | undefined): Members | undefined {
  const meta = params?.['_meta'];
  return isObject(meta) ? meta : undefined;
}

/** The claim of an envelope that has been found well formed. */
function claimOf(meta: Members): string {
  return meta[PROTOCOL_VERSION_KEY] as string;
}

function contradiction(
  id: JsonRpcId | undefined,
  version: string,
  method: string,
  headers: McpHeaders | undefined,
  silent = false,
): RejectedMessage | undefined {
  const header = headers?.get('mcp-protocol-version');
  if (header !== undefined && header !== version)
    return mismatch(id, 'MCP-Protocol-Version', header, `the body claims ${version}`, silent);
  // The method of a notification that claims a legacy revision is nobody's business: it will not be served.
  if (silent && !isModernVersion(version)) return undefined;
  return methodContradiction(id, method, headers, silent);
}

function methodContradiction(
  id: JsonRpcId | undefined,
  method: string,
  headers: McpHeaders | undefined,
  silent = false,
): RejectedMessage | undefined {
  const header = headers?.get('mcp-method');
  if (header === undefined || header === method) return undefined;
  return mismatch(id, 'Mcp-Method', header, `the body names the method ${method}`, silent);
}

function mismatch(
  id: JsonRpcId | undefined,
  name: string,
  value: string,
  body: string,
  silent = false,
): RejectedMessage {
  const { message, data } = headersDisagree(name, value, body);
  return { kind: 'rejected', id, code: McpErrorCode.HEADER_MISMATCH, message, data, silent };
}

function rejected(
  id: JsonRpcId | undefined,
  message: string,
  data: unknown,
  silent = false,
): RejectedMessage {
  return { kind: 'rejected', id, code: McpErrorCode.INVALID_PARAMS, message, data, silent };
}
