import { isRecord } from '../common/json.js';
import type { MutableSchema } from './data-type.schema.js';

/** Where a schema stands: it describes a value alone, or together with others that see the same value. */
type Role = 'whole' | 'part';

const OBJECT_SIZE = ['additionalProperties', 'unevaluatedProperties'] as const;
/** Keywords that let other schemas speak about the same object. */
const COMPOSITION: readonly string[] = [
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'dependentSchemas',
  '$ref',
];

/**
 * Refuses undeclared members at the root of a schema and in every object that declares members, in place. A schema that says
 * itself what it thinks of undeclared members (`additionalProperties`, `unevaluatedProperties`) keeps its word. Conditions (`if`,
 * `not`, `contains`) are left as they are: closing them would change what they ask.
 */
export function closeObjects(root: MutableSchema): void {
  closeNested(root);
  if (OBJECT_SIZE.every((keyword) => !(keyword in root)) && !branchesAreClosed(root))
    root[closingKeyword(root)] = false;
}

/** The same for a schema that is no root: an object in which nothing is declared stays open. */
export function closeNested(schema: MutableSchema): void {
  const parts = new Set<string>();
  close(schema, 'whole', parts);
  if (isRecord(schema['$defs']))
    for (const [name, definition] of Object.entries(schema['$defs']))
      close(definition, parts.has(`#/$defs/${name}`) ? 'part' : 'whole', parts);
}

function close(value: unknown, role: Role, parts: Set<string>): void {
  if (!isRecord(value)) return;
  if (role === 'part' && typeof value['$ref'] === 'string') parts.add(value['$ref']);
  for (const keyword of ['properties', 'patternProperties'])
    if (isRecord(value[keyword]))
      for (const member of Object.values(value[keyword])) close(member, 'whole', parts);
  for (const keyword of ['items', ...OBJECT_SIZE]) close(value[keyword], 'whole', parts);
  for (const member of listOf(value['prefixItems'])) close(member, 'whole', parts);
  const alternatives: Role = role === 'whole' && !declaresMembers(value) ? 'whole' : 'part';
  for (const keyword of ['anyOf', 'oneOf'])
    for (const branch of listOf(value[keyword])) close(branch, alternatives, parts);
  for (const branch of listOf(value['allOf'])) close(branch, 'part', parts);
  for (const keyword of ['then', 'else']) close(value[keyword], 'part', parts);
  if (isRecord(value['dependentSchemas']))
    for (const member of Object.values(value['dependentSchemas'])) close(member, 'part', parts);
  if (
    role === 'whole' &&
    declaresMembers(value) &&
    OBJECT_SIZE.every((keyword) => !(keyword in value))
  )
    value[closingKeyword(value)] = false;
}

/** Members declared by the schema itself, or by parts that cannot close themselves. */
function declaresMembers(schema: MutableSchema): boolean {
  return (
    isRecord(schema['properties']) ||
    isRecord(schema['patternProperties']) ||
    listOf(schema['allOf']).some(mentionsMembers)
  );
}

function mentionsMembers(schema: unknown): boolean {
  return (
    isRecord(schema) &&
    (declaresMembers(schema) ||
      ['anyOf', 'oneOf'].some((keyword) => listOf(schema[keyword]).some(mentionsMembers)))
  );
}

function branchesAreClosed(schema: MutableSchema): boolean {
  return !declaresMembers(schema) && ['anyOf', 'oneOf'].some((keyword) => keyword in schema);
}

/** `additionalProperties` sees only its own neighbours; where others speak about the object, `unevaluatedProperties` sees them too. */
function closingKeyword(schema: MutableSchema): (typeof OBJECT_SIZE)[number] {
  return COMPOSITION.some((keyword) => keyword in schema)
    ? 'unevaluatedProperties'
    : 'additionalProperties';
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
