import { isRecord, type JsonSchema } from '../common/json.js';
import { copyJson } from '../common/json-copy.js';
import { resolveLocalReference } from './local-reference.js';
import * as messages from './schema.messages.js';
import { mapSubschemas, pointerTokens } from './subschemas.js';
import type { MutableSchema } from './data-type.schema.js';

/** Keywords beside a `$ref` that say nothing about values, so that they can simply stand beside what the reference points to. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'sensitive',
  '$comment',
]);
const UNSUPPORTED: readonly string[] = ['$dynamicRef', '$dynamicAnchor', '$recursiveRef'];
const MAX_SCHEMA_OBJECTS = 5_000;

/** Writing out all references made the schema too large. */
class TooManyObjects extends Error {}

/**
 * Writes every reference out, because many clients do not follow them. What contains itself stays a reference, to a definition in
 * this very schema; the root is no exception. References that leave the schema are reported and never followed.
 *
 * @returns undefined when something was reported
 */
export function inlineReferences(
  schema: JsonSchema,
  where: string,
  report: (problem: string) => void,
): MutableSchema | undefined {
  const targets = new Map<string, unknown>();
  let sound = true;
  const refuse = (problem: string): void => {
    report(problem);
    sound = false;
  };
  mapSubschemas(schema, (own, pointer) => {
    for (const keyword of UNSUPPORTED)
      if (keyword in own) refuse(messages.unsupportedKeyword(where, keyword));
    if ('$id' in own && pointer !== '') refuse(messages.unsupportedKeyword(where, '$id'));
    const reference = own['$ref'];
    if (reference === undefined) return own;
    if (typeof reference !== 'string' || !/^#(?:\/|$)/.test(reference))
      refuse(messages.externalReference(where, reference));
    else if (!targets.has(reference)) {
      const target = resolveLocalReference(schema, reference);
      targets.set(reference, target);
      if (!isRecord(target) && typeof target !== 'boolean')
        refuse(messages.danglingReference(where, reference));
    }
    return own;
  });
  if (!sound) return undefined;
  try {
    return copyJson(new ReferenceInliner(schema, targets).run());
  } catch (error) {
    if (!(error instanceof TooManyObjects)) throw error;
    report(messages.tooLarge(where, `${MAX_SCHEMA_OBJECTS} subschemas`));
    return undefined;
  }
}

class ReferenceInliner {
  private readonly recursive: ReadonlySet<string>;
  private readonly names = new Map<string, string>();
  private readonly definitions = new Map<string, unknown>();
  private written = 0;

  constructor(
    private readonly schema: JsonSchema,
    private readonly targets: ReadonlyMap<string, unknown>,
  ) {
    this.recursive = recursiveReferences(targets);
  }

  run(): MutableSchema {
    const root = this.expand(this.schema) as MutableSchema;
    if (this.definitions.size > 0) root['$defs'] = Object.fromEntries(this.definitions);
    return root;
  }

  /** Definitions stay behind: each is written out where it is used, or named anew. */
  private expand(part: unknown): unknown {
    if (!isRecord(part)) return part;
    // Bottom up, so a reference is seen after what stands beside it; what it points to is expanded when it is reached.
    return mapSubschemas(withoutDefinitions(part), (own) => {
      if (++this.written > MAX_SCHEMA_OBJECTS) throw new TooManyObjects();
      const { $ref: reference, ...siblings } = withoutDefinitions(own);
      return typeof reference === 'string' ? this.follow(reference, siblings) : siblings;
    });
  }

  private follow(reference: string, siblings: Record<string, unknown>): JsonSchema {
    if (this.recursive.has(reference))
      return { $ref: `#/$defs/${this.define(reference)}`, ...siblings };
    const target = this.expand(this.targets.get(reference));
    if (!isRecord(target)) return target === false ? { not: {} } : siblings;
    if (Object.keys(siblings).every((name) => ANNOTATIONS.has(name)))
      return { ...target, ...siblings };
    return {
      ...siblings,
      allOf: [target, ...((siblings['allOf'] as unknown[] | undefined) ?? [])],
    };
  }

  private define(reference: string): string {
    const known = this.names.get(reference);
    if (known !== undefined) return known;
    const base =
      (pointerTokens(reference).at(-1) ?? 'Root').replaceAll(/[^\w.-]/g, '_') || 'schema';
    let name = base;
    for (let count = 2; this.definitions.has(name); count++) name = `${base}${count}`;
    this.names.set(reference, name);
    // Keeps the name and the place while the definition itself, which may refer to itself, is written.
    this.definitions.set(name, true);
    this.definitions.set(name, this.expand(this.targets.get(reference)));
    return name;
  }
}

function withoutDefinitions(schema: JsonSchema): Record<string, unknown> {
  const { $defs: _defs, definitions: _definitions, ...own } = schema;
  return own;
}

/** References from whose target the same reference can be reached again. */
function recursiveReferences(targets: ReadonlyMap<string, unknown>): ReadonlySet<string> {
  const uses = new Map(
    [...targets].map(([reference, target]) => [reference, referencesIn(target)]),
  );
  const recursive = new Set<string>();
  for (const start of targets.keys()) {
    const seen = new Set<string>();
    const open = [start];
    for (let reference = open.pop(); reference !== undefined; reference = open.pop())
      for (const next of uses.get(reference) ?? []) {
        if (next === start) recursive.add(start);
        if (seen.has(next)) continue;
        seen.add(next);
        open.push(next);
      }
  }
  return recursive;
}

function referencesIn(target: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  if (isRecord(target))
    mapSubschemas(withoutDefinitions(target), (own) => {
      if (typeof own['$ref'] === 'string') found.add(own['$ref']);
      return own;
    });
  return found;
}
