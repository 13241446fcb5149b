import { REDACTED } from '../audit/redaction-markers.js';
import { escapeForLine } from '../common/escape-for-line.js';
import type { JsonObject, JsonValue } from '../common/json.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import { confirmationSummary } from './confirmation.messages.js';

/** What a summary needs to keep secrets out. */
export interface SummaryRedactor {
  /** True when an argument of this name holds a secret by convention: `password`, `api_key`, … */
  isSensitiveKey(key: string): boolean;
  /** The text with the secrets inside it replaced. */
  redactText(text: string): string;
}

const SHOWN = 3;
const NAME_LENGTH = 64;
const VALUE_LENGTH = 80;
/** Enough for a secret at the start of a value to be recognised whole before the value is cut. */
const EXAMINED_LENGTH = 4096;

/**
 * One line that says what would be done: the tool and its first three scalar arguments. The caller, who wrote the arguments, reads it, and so may
 * whoever the caller asks; therefore no secrets, no control characters, no long values, and a mark when there is more than is shown.
 */
export function actionSummary(
  tool: Pick<ToolDefinition, 'name' | 'input'>,
  args: JsonObject,
  redactor: SummaryRedactor,
): string {
  const members = Object.entries(args);
  const shown = members.filter(isScalarMember).slice(0, SHOWN);
  return confirmationSummary(
    tool.name,
    shown.map(([name, value]) => [
      escapeForLine(name, NAME_LENGTH),
      isSecret(tool, name, redactor) ? REDACTED : show(value, redactor),
    ]),
    members.length > shown.length,
  );
}

type Scalar = string | number | boolean;

function isScalarMember(member: [string, JsonValue]): member is [string, Scalar] {
  return ['string', 'number', 'boolean'].includes(typeof member[1]);
}

function isSecret(
  { input }: Pick<ToolDefinition, 'input'>,
  name: string,
  redactor: SummaryRedactor,
): boolean {
  return (
    redactor.isSensitiveKey(name) ||
    input.sensitive.some((path) => path.length === 1 && (path[0] === name || path[0] === '*'))
  );
}

function show(value: Scalar, redactor: SummaryRedactor): string {
  const text = String(value).slice(0, EXAMINED_LENGTH);
  return escapeForLine(redactor.redactText(text), VALUE_LENGTH);
}
