import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import type { DynamicModule, INestApplicationContext, Provider } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ThrottlerModule, ThrottlerStorage, ThrottlerStorageService } from '@nestjs/throttler';
import {
  AuditSinks,
  MemoryAuditSink,
  ToolRegistry,
  ToolRuntimeConfigurationError,
  ToolRuntimeModule,
} from '@toolgate/tool-runtime';
import type { ToolRuntimeOptions } from '@toolgate/tool-runtime';
import { NotesTools, ann } from './support/notes.fixture.js';

class Root {}

/** Uses the registry from a module of its own. */
@Injectable()
class Helper {
  constructor(readonly registry: ToolRegistry) {}
}
@Module({ providers: [Helper] })
class Feature {}

let apps: INestApplicationContext[] = [];

/** Boots an application of these modules and providers; it is closed after the test. */
async function boot(
  imports: DynamicModule['imports'],
  providers: Provider[] = [NotesTools],
): Promise<INestApplicationContext> {
  const module: DynamicModule = { module: Root, imports, providers };
  const app = await NestFactory.createApplicationContext(module, {
    logger: false,
    abortOnError: false,
  });
  apps.push(app);
  return app;
}

afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()));
  apps = [];
});

/** How often a note can be read before the budget is spent. */
async function readsLeft(app: INestApplicationContext): Promise<number> {
  const registry = app.get(ToolRegistry, { strict: false });
  for (let reads = 0; reads < 20; reads++)
    if ((await registry.call('read_note', {}, ann)).code === 'RATE_LIMITED') return reads;
  return Infinity;
}

describe('importing the runtime', () => {
  it('twice stops the boot and says what to do', async () => {
    @Module({ imports: [ToolRuntimeModule.forRoot({ visibility: 'all' })] })
    class Another {}
    const twice = boot([ToolRuntimeModule.forRoot(), Another]);
    await expect(twice).rejects.toThrow(ToolRuntimeConfigurationError);
    await expect(twice).rejects.toThrow(
      'ToolRuntimeModule is part of the application 2 times, so there would be 2 separate tool registries. ' +
        'Call ToolRuntimeModule.forRoot() or forRootAsync() once, in the root module, and import it nowhere else: it is global.',
    );
  });

  it('once serves every module', async () => {
    const app = await boot([ToolRuntimeModule.forRoot(), Feature]);
    const { registry } = app.get(Helper, { strict: false });
    expect(registry).toBe(app.get(ToolRegistry));
  });

  it('with isGlobal: false serves only the modules that import it, and finds tools everywhere', async () => {
    const runtime = ToolRuntimeModule.forRoot({ isGlobal: false });
    @Module({ imports: [runtime], providers: [Helper], exports: [Helper] })
    class Inside {}
    const app = await boot([Inside]);
    expect(app.get(Helper).registry.has('read_note')).toBe(true);
    await expect(boot([Inside, Feature])).rejects.toThrow(/ToolRegistry.*Feature/s);
  });

  it('without a single tool stops the boot, unless that is meant', async () => {
    await expect(boot([ToolRuntimeModule.forRoot()], [])).rejects.toThrow(/requireTools/);
    const empty = await boot(
      [ToolRuntimeModule.forRoot({ discovery: { requireTools: false } })],
      [],
    );
    expect(empty.get(ToolRegistry).getDefinitions()).toEqual([]);
  });
});

describe('configuring the runtime with what is injected', () => {
  @Injectable()
  class Settings {
    readonly limit = 7;

    create(): ToolRuntimeOptions {
      return { rateLimit: { limit: this.limit, windowMs: 60_000 } };
    }
  }

  @Module({ providers: [Settings], exports: [Settings] })
  class SettingsModule {}

  it.each([
    [
      'useFactory',
      () => ({
        imports: [SettingsModule],
        inject: [Settings],
        useFactory: async (settings: Settings) => Promise.resolve(settings.create()),
      }),
    ],
    ['useClass', () => ({ useClass: Settings })],
    ['useExisting', () => ({ imports: [SettingsModule], useExisting: Settings })],
  ])('works with %s', async (_how, options) => {
    expect(await readsLeft(await boot([ToolRuntimeModule.forRootAsync(options())]))).toBe(7);
  });

  it('keeps isGlobal and providers beside the factory', async () => {
    const sink = new MemoryAuditSink();
    const runtime = ToolRuntimeModule.forRootAsync({
      isGlobal: false,
      providers: [{ provide: AuditSinks, useValue: [sink] }],
      imports: [SettingsModule],
      inject: [Settings],
      useFactory: (settings: Settings) => settings.create(),
    });
    const app = await boot([runtime]);
    expect(await readsLeft(app)).toBe(7);
    expect(sink.records).toHaveLength(8);
    await expect(boot([runtime, Feature])).rejects.toThrow(/ToolRegistry.*Feature/s);
  });

  it('stops the boot when the factory fails, with its own error', async () => {
    const failing = ToolRuntimeModule.forRootAsync({
      useFactory: () => {
        throw new Error('TOOL_LIMIT is not set');
      },
    });
    await expect(boot([failing])).rejects.toThrow('TOOL_LIMIT is not set');
  });
});

describe('a wrong configuration', () => {
  const wrong = { rateLimit: { limit: 0 }, visibilty: 'all' } as never;
  const sentences =
    /2 problems:\n\s+1\. visibilty is not an option\. Did you mean "visibility"\?\n\s+2\. rateLimit\.limit must be a whole number of at least 1, got 0\./;

  it('stops the boot with a sentence for everything that is wrong', async () => {
    await expect(boot([ToolRuntimeModule.forRoot(wrong)])).rejects.toThrow(sentences);
  });

  it('of a factory does too', async () => {
    const module = ToolRuntimeModule.forRootAsync({ useFactory: () => wrong });
    await expect(boot([module])).rejects.toThrow(sentences);
  });

  it('that names a storage which nobody provides says which one', async () => {
    const module = ToolRuntimeModule.forRoot({ rateLimit: { storage: ThrottlerStorage } });
    await expect(boot([module])).rejects.toThrow(/rateLimit\.storage.*ThrottlerStorage/s);
  });
});

describe('counting rates in the storage of ThrottlerModule', () => {
  const runtime = ToolRuntimeModule.forRoot({
    rateLimit: { limit: 6, windowMs: 60_000, storage: ThrottlerStorage },
  });
  const throttlers = [{ limit: 10, ttl: 1_000 }];

  it.each<[string, (storage: ThrottlerStorage) => DynamicModule['imports']]>([
    ['imported first', (storage) => [ThrottlerModule.forRoot({ throttlers, storage }), runtime]],
    ['imported last', (storage) => [runtime, ThrottlerModule.forRoot({ throttlers, storage })]],
    [
      'configured later',
      (storage) => [
        runtime,
        ThrottlerModule.forRootAsync({
          useFactory: async () => sleep(20, { throttlers, storage }),
        }),
      ],
    ],
  ])('shares budgets between instances (%s)', async (_order, imports) => {
    const storage = new ThrottlerStorageService();
    const [one, other] = [await boot(imports(storage)), await boot(imports(storage))];
    const registry = one.get(ToolRegistry);
    await registry.call('read_note', {}, ann);
    await registry.call('read_note', {}, ann);
    expect(await readsLeft(other)).toBe(4);
    expect((await registry.call('read_note', {}, ann)).code).toBe('RATE_LIMITED');
    storage.onApplicationShutdown();
  });

  it.each([
    ['an instance', () => new ThrottlerStorageService()],
    ['a class', () => ThrottlerStorageService],
  ])('takes %s as well', async (_kind, storage) => {
    const app = await boot([
      ToolRuntimeModule.forRoot({ rateLimit: { limit: 6, windowMs: 50, storage: storage() } }),
    ]);
    expect(await readsLeft(app)).toBe(6);
  });
});
