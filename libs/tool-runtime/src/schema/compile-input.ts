import { deepFreeze } from '../common/deep-freeze.js';
import {
  CONFIRM_TOKEN_NAME,
  VERIFICATION_ID_NAME,
  unusableNameReason,
} from '../declaration/argument-names.js';
import type { ToolDeclaration } from '../declaration/tool-declaration.js';
import type { SchemaServices } from './data-class.reader.js';
import type { MutableSchema } from './data-type.schema.js';
import { draftFromSchema } from './declared-schema.source.js';
import { draftFromTypes } from './declared-types.source.js';
import type { InputBlueprint } from './input-blueprint.js';
import type { InputDraft, Report } from './input-draft.js';
import { schemaProblems } from './schema-checks.js';
import * as messages from './schema.messages.js';
import { mapSubschemas } from './subschemas.js';
import { applyToolClamps } from './tool-clamps.js';

/** A blueprint, or complete sentences for the boot error that say why there is none. */
export interface CompiledInput {
  readonly blueprint: InputBlueprint | undefined;
  readonly problems: readonly string[];
}

/**
 * Gives every style of declaration the same meaning: one closed JSON Schema, clamps, secret paths, and the way from JSON to what the
 * method receives. Runs at boot; constructors of DTO classes are run, nothing else of the host's.
 *
 * A JSON Schema of the user's own is closed at its root and in every object that declares properties, unless it says
 * `additionalProperties` or `unevaluatedProperties` itself. What is published is what is enforced.
 *
 * @param declaration its own problems are not repeated
 */
export function compileInput(
  declaration: ToolDeclaration,
  services: SchemaServices,
): CompiledInput {
  const problems = new Set<string>();
  const report: Report = (problem) => problems.add(problem);
  const { options, parameters, label } = declaration;
  const draft =
    options.input === undefined
      ? draftFromTypes(parameters, label, services, report)
      : draftFromSchema(options.input, label, services, report, options.inputReferences);
  const blueprint = draft && finish(draft, declaration, report);
  if (blueprint)
    for (const problem of schemaProblems(
      blueprint.published as MutableSchema,
      label,
      services.validator,
    ))
      report(problem);
  return problems.size === 0
    ? { blueprint, problems: [] }
    : { blueprint: undefined, problems: [...problems] };
}

/** Puts the tool's own clamps on top, refuses names that no argument may have, and freezes. */
function finish(draft: InputDraft, declaration: ToolDeclaration, report: Report): InputBlueprint {
  const { published, enforced } = draft;
  const clamps = [
    ...draft.clamps,
    ...applyToolClamps(draft, declaration.options.clamps ?? {}, declaration.label, report),
  ];
  const needsApproval = declaration.options.approval !== undefined;
  for (const name of propertyNames(published)) {
    const reason = unusableNameReason(name, true, needsApproval);
    if (reason !== undefined)
      report(messages.badPropertyName(`${declaration.label}, argument ${name}`, reason));
  }
  const same = JSON.stringify(published) === JSON.stringify(enforced);
  deepFreeze(published);
  return {
    published,
    enforced: same ? published : deepFreeze(enforced),
    clamps: deepFreeze(clamps),
    sensitive: deepFreeze([...draft.sensitive]),
    ...(draft.bind && { bind: draft.bind }),
  };
}

/** Inside another property these are ordinary names. */
const RESERVED_AT_ROOT: ReadonlySet<string> = new Set([CONFIRM_TOKEN_NAME, VERIFICATION_ID_NAME]);

/** Names at the root, alternatives included. */
function propertyNames(schema: MutableSchema): ReadonlySet<string> {
  const names = new Set<string>();
  mapSubschemas(schema, (own, pointer) => {
    // Inside another property the names are not at the root; only those of prototypes matter there.
    const atRoot =
      !/\/(?:properties|items|prefixItems|additionalProperties|patternProperties|\$defs)\//.test(
        `${pointer}/`,
      );
    for (const name of Object.keys((own['properties'] as object | undefined) ?? {}))
      if (atRoot || !RESERVED_AT_ROOT.has(name)) names.add(name);
    return own;
  });
  return names;
}
