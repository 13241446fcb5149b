import type { FactoryProvider } from '@nestjs/common';
import { createSchemaServices } from '../schema/schema-services.js';
import type { SchemaServices } from '../schema/schema-services.js';

/** Injection token of what compiling a schema needs. */
export const SCHEMA_SERVICES = Symbol('SCHEMA_SERVICES');

export const schemaServicesProvider: FactoryProvider<SchemaServices> = {
  provide: SCHEMA_SERVICES,
  useFactory: createSchemaServices,
};
