import { Injectable, Module } from '@nestjs/common';
import type { ModuleMetadata } from '@nestjs/common';
import { InitializeOnPreviewAllowlist, ModulesContainer, NestFactory } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import {
  ToolRuntimeConfigurableModule,
  resolvedOptionsProvider,
} from './tool-runtime.module-definition.js';
import type { ResolvedToolRuntimeOptions, ToolRuntimeOptions } from './tool-runtime.options.js';
import { repeatedImportProblems } from './tool-runtime.single-import.js';
import { InjectToolRuntimeOptions, TOOL_RUNTIME_OPTIONS } from './tool-runtime.tokens.js';

const STORE = Symbol('STORE');

@Module({
  providers: [resolvedOptionsProvider, { provide: STORE, useValue: 'built-in' }],
  exports: [TOOL_RUNTIME_OPTIONS, STORE],
})
class RuntimeModule extends ToolRuntimeConfigurableModule {}

@Injectable()
class Settings {
  readonly timeoutMs = 1234;
  create(): ToolRuntimeOptions {
    return { execution: { timeoutMs: this.timeoutMs } };
  }
}
@Module({ providers: [Settings], exports: [Settings] })
class SettingsModule {}

const byFactory = {
  imports: [SettingsModule],
  inject: [Settings],
  useFactory: (settings: Settings): ToolRuntimeOptions => ({
    execution: { timeoutMs: settings.timeoutMs },
  }),
};

const boot = (...imports: NonNullable<ModuleMetadata['imports']>) =>
  Test.createTestingModule({ imports }).compile();

describe('configuring the runtime module', () => {
  it('fills in defaults around what forRoot was given', async () => {
    const app = await boot(RuntimeModule.forRoot({ visibility: 'all' }));
    const options = app.get<ResolvedToolRuntimeOptions>(TOOL_RUNTIME_OPTIONS);
    expect(options).toMatchObject({ visibility: 'all', execution: { timeoutMs: 30_000 } });
  });

  it('runs on the defaults without forRoot', async () => {
    const app = await boot(RuntimeModule);
    expect(app.get(TOOL_RUNTIME_OPTIONS)).toMatchObject({ visibility: 'callable' });
  });

  it.each([
    ['useFactory', () => byFactory],
    ['useClass', () => ({ useClass: Settings })],
    ['useExisting', () => ({ imports: [SettingsModule], useExisting: Settings })],
  ])('takes options later with %s', async (_how, asynchronous) => {
    const app = await boot(RuntimeModule.forRootAsync(asynchronous()));
    expect(app.get(TOOL_RUNTIME_OPTIONS)).toMatchObject({ execution: { timeoutMs: 1234 } });
  });

  it('stops the boot with every wrong option of a factory', async () => {
    const broken = RuntimeModule.forRootAsync({
      useFactory: () => ({ visibility: 'x', rateLimit: { limit: 0 } }) as never,
    });
    await expect(boot(broken)).rejects.toThrow(
      /2 problems[\s\S]*visibility[\s\S]*rateLimit\.limit/,
    );
  });

  it.each([
    ['forRoot', () => RuntimeModule.forRoot({ imports: [SettingsModule], providers })],
    ['forRootAsync', () => RuntimeModule.forRootAsync({ ...byFactory, providers })],
  ])(
    'lets a host replace collaborators by token, with dependencies of its own (%s)',
    async (_n, make) => {
      const app = await boot(make());
      expect(app.get(STORE)).toBe('store of 1234');
    },
  );

  it('is global unless told otherwise', async () => {
    @Injectable()
    class Reader {
      constructor(@InjectToolRuntimeOptions() readonly options: ResolvedToolRuntimeOptions) {}
    }
    @Module({ providers: [Reader] })
    class Feature {}
    const app = await boot(RuntimeModule.forRoot({}), Feature);
    expect(app.get(Reader, { strict: false }).options.visibility).toBe('callable');
    await expect(boot(RuntimeModule.forRoot({ isGlobal: false }), Feature)).rejects.toThrow(
      /Reader/,
    );
  });

  it('notices a second import', async () => {
    const count = async (...imports: Parameters<typeof boot>) =>
      repeatedImportProblems((await boot(...imports)).get(ModulesContainer), RuntimeModule);
    const root = RuntimeModule.forRoot({});
    expect(await count(root)).toEqual([]);
    expect(await count(root, root)).toEqual([]);
    expect(await count(root, RuntimeModule)).toEqual([
      expect.stringMatching(/RuntimeModule is part of the application 2 times.*forRoot\(\)/),
    ]);
  });
});

describe('looking at an application in preview', () => {
  const preview = async (module: ReturnType<typeof RuntimeModule.forRoot>) => {
    InitializeOnPreviewAllowlist.add(RuntimeModule);
    @Module({ imports: [module] })
    class Root {}
    const app = await NestFactory.createApplicationContext(Root, { preview: true, logger: false });
    return app.get<ResolvedToolRuntimeOptions>(TOOL_RUNTIME_OPTIONS, { strict: false });
  };

  it('uses the options where they can be had', async () => {
    expect(await preview(RuntimeModule.forRoot({ visibility: 'all' }))).toMatchObject({
      visibility: 'all',
    });
  });

  it('uses the defaults when the factory reads from providers that preview does not construct', async () => {
    const throwing = RuntimeModule.forRootAsync({
      ...byFactory,
      useFactory: (settings: Settings) => ({
        execution: { timeoutMs: Number(settings.timeoutMs.toFixed()) },
      }),
    });
    expect(await preview(throwing)).toMatchObject({ execution: { timeoutMs: 30_000 } });
    const answeringNonsense = RuntimeModule.forRootAsync({
      ...byFactory,
      useFactory: (settings: Settings) => ({ execution: { timeoutMs: settings.timeoutMs * 2 } }),
    });
    expect(await preview(answeringNonsense)).toMatchObject({ execution: { timeoutMs: 30_000 } });
  });
});

const providers = [
  {
    provide: STORE,
    inject: [Settings],
    useFactory: (settings: Settings) => `store of ${settings.timeoutMs}`,
  },
];
