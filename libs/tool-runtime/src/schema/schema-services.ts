import { lazy } from '../common/lazy.js';
import { loadClassTransformer } from './class-transformer.support.js';
import { loadClassValidator } from './class-validator.support.js';
import type { SchemaServices } from './data-class.reader.js';
import { SchemaValidator } from './schema-validator.js';

export type { SchemaServices };

/** What compiling the schemas of one runtime needs. Of the optional libraries each is looked for when the first DTO is read. */
export function createSchemaServices(): SchemaServices {
  const classValidator = lazy(loadClassValidator);
  const classTransformer = lazy(loadClassTransformer);
  return {
    validator: new SchemaValidator(),
    get classValidator() {
      return classValidator();
    },
    get classTransformer() {
      return classTransformer();
    },
  };
}
