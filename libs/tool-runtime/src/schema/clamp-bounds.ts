import { isRecord } from '../common/json.js';
import type { ClampOption } from '../declaration/tool-options.js';

/** Bounds of a clamp by name. */
export interface ClampBounds {
  readonly min?: number;
  readonly max?: number;
  readonly maxLength?: number;
}

type SchemaNode = Record<string, unknown>;

/** Sides of a clamp and the keywords they stand for. */
const SIDES = [
  { side: 'min', keyword: 'minimum', exclusive: 'exclusiveMinimum', outward: -1 },
  { side: 'max', keyword: 'maximum', exclusive: 'exclusiveMaximum', outward: 1 },
] as const;

/** Reads both spellings of a clamp; the reason when it is neither. */
export function readClamp(clamp: ClampOption): ClampBounds | string {
  if (Array.isArray(clamp)) {
    const [min, max] = clamp as readonly unknown[];
    return clamp.length === 2 && isFinite(min) && isFinite(max)
      ? ordered({ min, max })
      : 'must be two finite numbers, [lowest, highest]';
  }
  if (!isRecord(clamp)) return 'must be [lowest, highest] or { min, max, maxLength }';
  const names = Object.keys(clamp);
  const stray = names.find((name) => !['min', 'max', 'maxLength'].includes(name));
  if (stray !== undefined) return `has no "${stray}"; it knows min, max and maxLength`;
  const { min, max, maxLength } = clamp as ClampBounds;
  if (min === undefined && max === undefined && maxLength === undefined)
    return 'is empty; give it min, max or maxLength';
  if ((min !== undefined && !isFinite(min)) || (max !== undefined && !isFinite(max)))
    return 'must have finite bounds';
  if (maxLength !== undefined && !(Number.isSafeInteger(maxLength) && maxLength >= 0))
    return 'must have a whole number of at least 0 as maxLength';
  return ordered({
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(maxLength !== undefined && { maxLength }),
  });
}

/**
 * Says why values of a schema cannot be clamped. Clamping happens after validation, so a clamped value must fit everything
 * else the schema says.
 */
export function clampMisfit(schema: SchemaNode, bounds: ClampBounds): string | undefined {
  const node = clampedNode(schema);
  const { type } = node;
  const types = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null');
  const numeric = types.length === 1 && (types[0] === 'number' || types[0] === 'integer');
  const textual = types.length === 1 && types[0] === 'string';
  if (bounds.maxLength !== undefined && !textual)
    return 'has maxLength, which needs an argument of type string';
  if ((bounds.min !== undefined || bounds.max !== undefined) && !numeric)
    return 'has min or max, which need an argument of type number or integer';
  const blocking = [
    'enum',
    'const',
    'multipleOf',
    'pattern',
    'format',
    'allOf',
    'anyOf',
    'oneOf',
    'not',
  ].find((keyword) => keyword in node);
  if (blocking !== undefined)
    return `could turn a valid value into one that breaks "${blocking}"; refuse such values instead, with minimum, maximum or maxLength`;
  return (
    (numeric ? numberMisfit(node, bounds, types[0] === 'integer') : textMisfit(node, bounds)) ??
    undefined
  );
}

/** Makes the bounds visible in a published schema. */
export function publishClamp(schema: SchemaNode, bounds: ClampBounds): void {
  releaseClamp(schema, bounds);
  const node = clampedNode(schema);
  if (bounds.min !== undefined) node['minimum'] = bounds.min;
  if (bounds.max !== undefined) node['maximum'] = bounds.max;
  if (bounds.maxLength !== undefined) node['maxLength'] = bounds.maxLength;
}

/** Takes the bounds out of a schema that is enforced before values are clamped. */
export function releaseClamp(schema: SchemaNode, bounds: ClampBounds): void {
  const node = clampedNode(schema);
  for (const { side, keyword, exclusive } of SIDES)
    if (bounds[side] !== undefined) {
      delete node[keyword];
      delete node[exclusive];
    }
  if (bounds.maxLength !== undefined) delete node['maxLength'];
}

/** Where the bounds stand: in the schema itself, or in the one branch of "this or null". */
function clampedNode(schema: SchemaNode): SchemaNode {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf) || 'type' in schema) return schema;
  const branches = anyOf.filter((branch) => !(isRecord(branch) && branch['type'] === 'null'));
  const only: unknown = branches.length === 1 ? branches[0] : undefined;
  return isRecord(only) ? only : schema;
}

function numberMisfit(node: SchemaNode, bounds: ClampBounds, whole: boolean): string | undefined {
  for (const { side, keyword, exclusive, outward } of SIDES) {
    const bound = bounds[side];
    if (bound === undefined) continue;
    if (whole && !Number.isInteger(bound)) return `must have whole bounds for an integer`;
    const declared = node[keyword];
    if (typeof declared === 'number' && (bound - declared) * outward > 0)
      return `goes beyond the declared ${keyword} of ${declared}`;
    const open = node[exclusive];
    if (typeof open === 'number' && (bound - open) * outward >= 0)
      return `goes beyond the declared ${exclusive} of ${open}`;
    const other = node[keyword === 'minimum' ? 'maximum' : 'minimum'];
    if (typeof other === 'number' && (bound - other) * outward < 0)
      return `leaves no value between its bound ${bound} and the declared ${other}`;
  }
  return undefined;
}

function textMisfit(node: SchemaNode, { maxLength }: ClampBounds): string | undefined {
  if (maxLength === undefined) return undefined;
  const { maxLength: declared, minLength } = node;
  if (typeof declared === 'number' && maxLength > declared)
    return `goes beyond the declared maxLength of ${declared}`;
  if (typeof minLength === 'number' && maxLength < minLength)
    return `is shorter than the declared minLength of ${minLength}`;
  return undefined;
}

function ordered(bounds: ClampBounds): ClampBounds | string {
  return bounds.min !== undefined && bounds.max !== undefined && bounds.min > bounds.max
    ? `has its bounds the wrong way round: ${bounds.min} is more than ${bounds.max}`
    : bounds;
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
