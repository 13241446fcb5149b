import type { INestApplicationContext, InjectionToken, Type } from '@nestjs/common';
import { DiscoveryModule, InitializeOnPreviewAllowlist, NestFactory } from '@nestjs/core';
import {
  InvocationPlanBuilder,
  PolicyGate,
  TOOL_RUNTIME_OPTIONS,
  ToolEventEmitter,
  ToolRegistry,
  ToolRuntimeModule,
} from '@toolgate/tool-runtime';
import type { ResolvedToolRuntimeOptions } from '@toolgate/tool-runtime';
import { CliError } from '../cli.error.js';
import { hostFailed, runtimeMissing } from '../cli.messages.js';
import { ExitCode } from '../exit-code.js';
import { manyLines } from '../terminal/safe-text.js';
import type { HostModule } from './host-module.js';
import type { StderrLogger } from './stderr.logger.js';

/** How an application is opened. */
export interface OpenHostOptions {
  readonly logger: StderrLogger;
  /** Starts the application for real; otherwise nothing of the host is constructed. */
  readonly live: boolean;
  /** Modules that are constructed in preview beside the runtime. */
  readonly previewModules: readonly Type[];
}

/** The opened application, as far as commands need it. Close it when done. */
export interface ToolHost {
  readonly registry: ToolRegistry;
  readonly plans: InvocationPlanBuilder;
  readonly policy: PolicyGate;
  readonly events: ToolEventEmitter;
  readonly options: ResolvedToolRuntimeOptions;
  /** False when the host's options come from a factory that could not run in preview: {@link options} are the defaults then. */
  readonly areOptionsKnown: boolean;
  /** Any other provider of the application. */
  readonly get: <T>(token: InjectionToken<T>) => T;
  readonly close: () => Promise<void>;
}

/** The part of the runtime that warns when it has to do without the host's options. */
const OPTIONS_READER = 'ToolRuntimeModule';

/**
 * Opens an application. In preview, which is the default, Nest builds the module graph and the runtime finds the tools in what classes declare,
 * but no provider, controller or enhancer of the host is constructed and none of its hooks run.
 *
 * @throws CliError when the application cannot be started or has no tool runtime
 */
export async function openHost(module: HostModule, options: OpenHostOptions): Promise<ToolHost> {
  const { logger, live, previewModules } = options;
  for (const type of [DiscoveryModule, ToolRuntimeModule, ...previewModules])
    InitializeOnPreviewAllowlist.add(type);
  const app = await start(module, options);
  const get = <T>(token: InjectionToken<T>): T => app.get<T>(token, { strict: false });
  try {
    return {
      registry: get(ToolRegistry),
      plans: get(InvocationPlanBuilder),
      policy: get(PolicyGate),
      events: get(ToolEventEmitter),
      options: get<ResolvedToolRuntimeOptions>(TOOL_RUNTIME_OPTIONS),
      areOptionsKnown: live || !logger.hasWarned(OPTIONS_READER),
      get,
      close: () => app.close(),
    };
  } catch {
    await app.close();
    throw new CliError(ExitCode.failed, runtimeMissing());
  }
}

async function start(
  module: HostModule,
  { logger, live }: OpenHostOptions,
): Promise<INestApplicationContext> {
  try {
    return await NestFactory.createApplicationContext(module, {
      logger,
      preview: !live,
      abortOnError: false,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CliError(ExitCode.failed, hostFailed(manyLines(reason), live));
  }
}

/** Every channel that the application has a policy for: the built-in ones and those it configures. */
export function channelsOf({ options }: ToolHost): readonly string[] {
  return [...options.channels.keys()];
}
