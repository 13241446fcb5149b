import type {
  ClassProvider,
  FactoryProvider,
  ModuleMetadata,
  Provider,
  ValueProvider,
} from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { Test } from '@nestjs/testing';
import type { TestingModuleBuilder } from '@nestjs/testing';
import { AuditSinks, Clock, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { AuditRecorder } from './audit-recorder.js';
import { FakeClock } from './fake-clock.js';
import { findReplacedHosts } from './replaced-hosts.js';
import { toolsVanished } from './testing.messages.js';
import { ToolExpectationError } from './tool-expectation.error.js';
import { toolTesting } from './tool-testing.js';
import type { ToolTesting } from './tool-testing.js';

/** What `createToolTestingModule()` boots. */
export interface ToolTestingModuleOptions {
  /** Modules with tools, or that tools need; none that imports `ToolRuntimeModule` itself. */
  readonly imports?: ModuleMetadata['imports'];
  /** Providers with tools, and what they need. */
  readonly providers?: Provider[];
  readonly controllers?: ModuleMetadata['controllers'];
  /** What the host passes to `ToolRuntimeModule.forRoot()`: options, and collaborators under `providers`. */
  readonly options?: Parameters<typeof ToolRuntimeModule.forRoot>[0];
  /** Takes the place of providers of the modules under test, by token. */
  readonly overrides?: readonly (ClassProvider | FactoryProvider | ValueProvider)[];
  /** Whether listeners of tool events hear and intercept the calls. @default true */
  readonly events?: boolean;
}

/** How the time and the audit trail of an application are replaced. */
export interface ToolTestingOptions {
  /** @default a new one */
  readonly audit?: AuditRecorder;
  /** `'system'` leaves the clock of the application as it is, for tests that need the real date. @default a new one */
  readonly clock?: FakeClock | 'system';
}

/**
 * Boots tools through `@nestjs/testing`, with a recorded audit trail and a clock that stands still. Close it when done.
 *
 * @throws ToolBootError when a declaration is wrong, as in the application
 * @throws ToolExpectationError when an override takes tools away
 *
 * @example
 * ```ts
 * const tools = await createToolTestingModule({ providers: [OrderTools, OrdersService] });
 * const result = await tools.call('get_order', { order_id: 'A-1' }).as('user:1', ['orders:read']);
 * await tools.close();
 * ```
 */
export async function createToolTestingModule(
  setup: ToolTestingModuleOptions = {},
): Promise<ToolTesting> {
  const { imports = [], providers = [], controllers = [], options, overrides = [] } = setup;
  const { events = true } = setup;
  const builder = withToolTesting(
    Test.createTestingModule({
      imports: [
        ...(events ? [EventEmitterModule.forRoot()] : []),
        ToolRuntimeModule.forRoot(options),
        ...imports,
      ],
      providers,
      controllers,
    }),
  );
  for (const replacement of overrides) override(builder, replacement);
  const tools = toolTesting(await builder.compile());
  try {
    await tools.app.init();
  } catch (cause) {
    // An application whose only tools are taken away may refuse to boot, with less to say about why.
    refuseVanishedTools(tools, cause);
    throw cause;
  }
  try {
    refuseVanishedTools(tools);
  } catch (error) {
    await tools.close();
    throw error;
  }
  return tools;
}

/**
 * Prepares a testing module that imports a host's own modules, for {@link toolTesting}: records the audit trail in place of every sink of the host's,
 * and stops the clock. To be used before the builder is compiled.
 *
 * @example
 * ```ts
 * const module = await withToolTesting(Test.createTestingModule({ imports: [AppModule] })).compile();
 * const tools = toolTesting(await module.init());
 * ```
 */
export function withToolTesting(
  builder: TestingModuleBuilder,
  { audit = new AuditRecorder(), clock = new FakeClock() }: ToolTestingOptions = {},
): TestingModuleBuilder {
  builder.overrideProvider(AuditSinks).useValue([audit]);
  if (clock !== 'system') builder.overrideProvider(Clock).useValue(clock);
  return builder;
}

function refuseVanishedTools(tools: ToolTesting, cause?: unknown): void {
  const replaced = findReplacedHosts(tools.app, tools.registry);
  if (replaced.length > 0) throw new ToolExpectationError(toolsVanished(replaced), { cause });
}

function override(
  builder: TestingModuleBuilder,
  replacement: ClassProvider | FactoryProvider | ValueProvider,
): void {
  const target = builder.overrideProvider(replacement.provide);
  if ('useClass' in replacement) target.useClass(replacement.useClass);
  else if ('useFactory' in replacement)
    target.useFactory({ factory: replacement.useFactory, inject: replacement.inject as never });
  else target.useValue(replacement.useValue);
}
