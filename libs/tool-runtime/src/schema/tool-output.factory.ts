import { deepFreeze } from '../common/deep-freeze.js';
import type { JsonSchema } from '../common/json.js';
import { copyJson } from '../common/json-copy.js';
import type { SchemaValidator } from './schema-validator.js';
import type { ToolOutput } from './tool-output.js';

/**
 * Compiles the declared shape of a tool's `data`.
 * @throws SchemaCompileError when the schema cannot be enforced
 */
export function createToolOutput(schema: JsonSchema, validator: SchemaValidator): ToolOutput {
  const compiled = validator.compile(schema);
  return { schema: deepFreeze(copyJson(schema)), check: (data) => compiled.check(data) };
}
