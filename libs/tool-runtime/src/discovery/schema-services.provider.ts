import type { FactoryProvider } from '@nestjs/common';
import { SchemaValidator } from '../schema/schema-validator.js';
import { loadSchemaServices } from '../schema/schema-services.js';
import type { SchemaServices } from '../schema/schema-services.js';

/** Injection token of what compiling a schema needs. */
export const SCHEMA_SERVICES = Symbol('SCHEMA_SERVICES');

/** A provider, because finding out which optional libraries there are is asynchronous and registering a tool at run time is not. */
export const schemaServicesProvider: FactoryProvider<SchemaServices> = {
  provide: SCHEMA_SERVICES,
  useFactory: () => loadSchemaServices(new SchemaValidator()),
};
