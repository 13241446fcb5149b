import type { ErrorObject } from 'ajv';
import { nearestName } from '../common/nearest-name.js';
import { displayName, formatPath, type PathSegment } from '../common/value-path.js';
import * as messages from './argument.messages.js';
import { MAX_ISSUES } from './argument-limits.js';
import { pointerTokens } from './subschemas.js';
import type { ArgumentIssue } from './tool-input.js';
import { withoutUnionNoise } from './union-errors.js';

/**
 * What a validator found, for the caller to read: missing fields first, then wrong values, then unknown keys; at most 20.
 *
 * @param errors made by Ajv with `verbose`
 * @param data what was validated; only its keys and types are told, never its values
 */
export function toIssues(errors: readonly ErrorObject[], data: unknown): readonly ArgumentIssue[] {
  const missing: ErrorObject[] = [];
  const wrong: ErrorObject[] = [];
  const unknown: ErrorObject[] = [];
  for (const error of withoutUnionNoise(errors)) {
    if (error.keyword === 'required') missing.push(error);
    else if (isUnknownKey(error)) unknown.push(error);
    else wrong.push(error);
  }
  return [...missing, ...wrong, ...unknown]
    .slice(0, MAX_ISSUES)
    .map((error) => toIssue(error, data));
}

const isUnknownKey = ({ keyword }: ErrorObject) =>
  keyword === 'additionalProperties' || keyword === 'unevaluatedProperties';

function toIssue(error: ErrorObject, data: unknown): ArgumentIssue {
  const { keyword: rule, params } = error;
  const place = segments(error.instancePath, data);
  const below = (key: unknown) => formatPath([...place, String(key)]);
  switch (rule) {
    case 'required': {
      const path = below(params['missingProperty']);
      return { path, rule, message: messages.missing(path) };
    }
    case 'dependentRequired': {
      const path = below(params['missingProperty']);
      return { path, rule, message: messages.missingWith(path, String(params['property'])) };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = String(params['additionalProperty'] ?? params['unevaluatedProperty']);
      const path = below(key);
      return { path, rule, message: messages.unknownProperty(path, suggestion(key, error)) };
    }
    default: {
      const path = formatPath(place);
      return { path, rule, message: messages.at(path, explain(error)) };
    }
  }
}

/** What is wrong with the value at an error's place. */
function explain({ keyword, params, data }: ErrorObject): string {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'type': {
      const types = params['type'] as string | readonly string[];
      return messages.expected(typeof types === 'string' ? [types] : types, data);
    }
    case 'enum':
      return messages.oneOf(params['allowedValues'] as readonly unknown[]);
    case 'const':
      return messages.oneOf([params['allowedValue']]);
    case 'minLength':
      return `String too short (min: ${limit})`;
    case 'maxLength':
      return `String too long (max: ${limit})`;
    case 'minimum':
      return `Value too small (min: ${limit})`;
    case 'maximum':
      return `Value too large (max: ${limit})`;
    case 'exclusiveMinimum':
      return `Value too small (must be greater than ${limit})`;
    case 'exclusiveMaximum':
      return `Value too large (must be less than ${limit})`;
    case 'multipleOf':
      return `Value must be a multiple of ${String(params['multipleOf'])}`;
    case 'pattern':
      return `Value must match the pattern ${String(params['pattern'])}`;
    case 'format':
      return messages.wrongFormat(String(params['format']));
    case 'minItems':
      return `Array too short (min: ${limit})`;
    case 'maxItems':
    case 'items':
    case 'unevaluatedItems':
      return `Array too long (max: ${String(params['limit'] ?? params['len'])})`;
    case 'uniqueItems':
      return 'Array elements must differ from each other';
    case 'contains':
      return `Array must contain at least ${String(params['minContains'])} matching element(s)`;
    case 'minProperties':
      return `Too few properties (min: ${limit})`;
    case 'maxProperties':
      return `Too many properties (max: ${limit})`;
    case 'propertyNames':
      return `Property name not allowed: ${displayName(String(params['propertyName']))}`;
    case 'oneOf':
      return Array.isArray(params['passingSchemas'])
        ? 'Value fits more than one of the forms of which exactly one is allowed'
        : 'Value fits none of the allowed forms';
    case 'anyOf':
      return 'Value fits none of the allowed forms';
    case 'not':
    case 'false schema':
      return 'Value is not allowed here';
    default:
      return `Value breaks the rule "${keyword}"`;
  }
}

/** The declared name that is most like an unknown one and not given already. */
function suggestion(key: string, { parentSchema, data }: ErrorObject): string | undefined {
  const declared = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
  const given = data as object;
  return nearestName(
    key,
    declared.filter((name) => !Object.hasOwn(given, name)),
  );
}

/** A JSON Pointer does not say whether `0` is an index or a name; the data does. */
function segments(pointer: string, data: unknown): PathSegment[] {
  let current = data;
  return pointerTokens(pointer).map((token) => {
    const isIndex = Array.isArray(current);
    current =
      current !== null && typeof current === 'object' && Object.hasOwn(current, token)
        ? (current as Record<string, unknown>)[token]
        : undefined;
    return isIndex ? Number(token) : token;
  });
}
