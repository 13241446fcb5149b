import type { McpHeaders } from '../json-rpc/mcp-exchange.js';
import { headersDisagree } from './header.messages.js';
import { decodeHeaderValue } from './header-value.js';
import { isObject } from './message.reader.js';
import type { ParamHeader } from './param-header.declarations.js';
import type { HeaderMismatch } from './standard-header.checks.js';

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Holds the `Mcp-Param-*` headers of a call against its arguments. A value needs its header and must be equal to it, integers by number; a
 * header without a value contradicts the body just as much: an intermediary would act on an argument that the tool never gets.
 */
export function paramHeaderMismatch(
  declarations: readonly ParamHeader[],
  args: Readonly<Record<string, unknown>>,
  headers: McpHeaders,
): HeaderMismatch | undefined {
  for (const declaration of declarations) {
    const mismatch = compare(declaration, valueAt(args, declaration.path), headers);
    if (mismatch) return mismatch;
  }
  return undefined;
}

function compare(
  { header, path, type }: ParamHeader,
  value: unknown,
  headers: McpHeaders,
): HeaderMismatch | undefined {
  const sent = headers.get(header);
  const place = `arguments.${path.join('.')}`;
  if (value === undefined || value === null)
    return sent === undefined ? undefined : headersDisagree(header, sent, `${place} is not given`);
  // Anything else is no value of a declared type: validation will say so.
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    return undefined;
  const written = String(value);
  if (sent === undefined) return headersDisagree(header, undefined, `${place} is ${written}`);
  const decoded = decodeHeaderValue(sent);
  if (decoded === undefined) return headersDisagree(header, sent, 'its base64 cannot be decoded');
  if (decoded === written) return undefined;
  if (type === 'integer' && typeof value === 'number' && DECIMAL.test(decoded))
    if (Number(decoded) === value) return undefined;
  return headersDisagree(header, sent, `${place} is ${written}`);
}

function valueAt(args: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}
