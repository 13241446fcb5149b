import type { DynamicModule, INestApplicationContext, Provider, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventEmitter2, EventEmitterModule } from '@nestjs/event-emitter';
import {
  AuditSinks,
  MemoryAuditSink,
  ToolRegistry,
  ToolRuntimeModule,
} from '@toolgate/tool-runtime';
import type { AuditRecord, ToolRuntimeOptions } from '@toolgate/tool-runtime';

/** What a test wants of a runtime. */
export interface RuntimeSetup {
  /** Providers with tools, and what they need. */
  readonly providers?: Provider[];
  readonly imports?: (Type | DynamicModule)[];
  readonly options?: ToolRuntimeOptions;
  /** Providers in place of the runtime's own, by token. */
  readonly collaborators?: Provider[];
  /** @default true */
  readonly events?: boolean;
  readonly logger?: false | ('error' | 'warn' | 'log')[];
}

/** A running runtime and what a test looks at. */
export interface RunningRuntime {
  readonly app: INestApplicationContext;
  readonly registry: ToolRegistry;
  readonly emitter: EventEmitter2;
  /** The audit trail so far. */
  readonly records: () => readonly AuditRecord[];
}

class TestHost {}

/** Boots a real Nest application context around the runtime. Close `app` when done. */
export async function bootRuntime(setup: RuntimeSetup = {}): Promise<RunningRuntime> {
  const { providers = [], imports = [], options = {}, collaborators = [], events = true } = setup;
  const sink = new MemoryAuditSink(1_000_000);
  const module: DynamicModule = {
    module: TestHost,
    imports: [
      ...(events ? [EventEmitterModule.forRoot()] : []),
      ToolRuntimeModule.forRoot({
        ...options,
        discovery: { requireTools: false, ...options.discovery },
        providers: [{ provide: AuditSinks, useValue: [sink] }, ...collaborators],
      }),
      ...imports,
    ],
    providers,
  };
  const app = await NestFactory.createApplicationContext(module, {
    logger: setup.logger ?? false,
    abortOnError: false,
  });
  return {
    app,
    registry: app.get(ToolRegistry),
    emitter: events ? app.get(EventEmitter2, { strict: false }) : new EventEmitter2(),
    records: () => sink.records,
  };
}
