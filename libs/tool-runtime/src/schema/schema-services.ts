import { loadClassTransformer } from './class-transformer.support.js';
import { loadClassValidator } from './class-validator.support.js';
import type { SchemaServices } from './data-class.reader.js';
import type { SchemaValidator } from './schema-validator.js';

export type { SchemaServices };

/** Finds out, once at boot, which of the optional libraries the host has. */
export async function loadSchemaServices(validator: SchemaValidator): Promise<SchemaServices> {
  const [classValidator, classTransformer] = await Promise.all([
    loadClassValidator(),
    loadClassTransformer(),
  ]);
  return { validator, classValidator, classTransformer };
}
