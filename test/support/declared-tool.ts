import type { ArgumentIssue } from '../../libs/tool-runtime/src/schema/tool-input.js';
import type { JsonSchema } from '../../libs/tool-runtime/src/common/json.js';
import { readToolDeclaration } from '../../libs/tool-runtime/src/declaration/tool-metadata.accessor.js';
import { DEFAULT_ARGUMENT_LIMITS } from '../../libs/tool-runtime/src/schema/argument-limits.js';
import { snapshotArguments } from '../../libs/tool-runtime/src/schema/argument-snapshot.js';
import { compileInput } from '../../libs/tool-runtime/src/schema/compile-input.js';
import type { InputBlueprint } from '../../libs/tool-runtime/src/schema/input-blueprint.js';
import { createSchemaServices } from '../../libs/tool-runtime/src/schema/schema-services.js';
import type { SchemaServices } from '../../libs/tool-runtime/src/schema/schema-services.js';
import { createToolInput } from '../../libs/tool-runtime/src/schema/tool-input.factory.js';

/** What a call with some arguments comes to, before the method is entered. */
export type Outcome =
  | { readonly input: unknown; readonly sync: boolean }
  | { readonly issues: readonly ArgumentIssue[] };

/** A declared tool as its specs look at it. */
export interface DeclaredTool {
  /** Problems of declaration and input together. */
  readonly problems: readonly string[];
  readonly blueprint: InputBlueprint;
  readonly schema: JsonSchema;
  /** Checks, clamps and binds as the pipeline does. */
  readonly call: (args: unknown) => Promise<Outcome>;
}

const services = createSchemaServices();

/** The optional libraries and the validator, one of each per test file. */
export const schemaServices = (): SchemaServices => services;

/** Compiles the method `run` of a class, or another one. */
export async function declaredTool(
  type: abstract new (...args: never[]) => object,
  method = 'run',
  overrides: Partial<SchemaServices> = {},
): Promise<DeclaredTool> {
  const declaration = readToolDeclaration(type.prototype as object, method);
  if (!declaration) throw new Error(`${type.name}.${method} is no tool`);
  const loaded = { ...services, ...overrides };
  const { blueprint, problems } = compileInput(declaration, loaded);
  const compiled = (): InputBlueprint => {
    if (!blueprint) throw new Error(problems.join('\n'));
    return blueprint;
  };
  return {
    problems: [...declaration.problems, ...problems],
    get blueprint() {
      return compiled();
    },
    get schema() {
      return compiled().published;
    },
    async call(args) {
      const input = createToolInput(compiled(), {
        validator: loaded.validator,
        ignoredKeys: [],
      });
      const snapshot = snapshotArguments(args, DEFAULT_ARGUMENT_LIMITS);
      if (!snapshot.ok) return { issues: snapshot.issues };
      const checked = input.check(snapshot.value, { repair: false });
      if (!checked.valid) return { issues: checked.issues };
      const bound = input.bind(input.clamp(checked.args).args);
      const sync = !(bound instanceof Promise);
      const settled = await bound;
      return settled.valid ? { input: settled.input, sync } : { issues: settled.issues };
    },
  };
}
