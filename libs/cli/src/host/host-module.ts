import type { DynamicModule, Type } from '@nestjs/common';

/** The root module of the application whose tools are looked at: what `NestFactory` takes. */
export type HostModule = Type | DynamicModule | Promise<DynamicModule>;
