import { Injectable } from '@nestjs/common';
import {
  ApplicationConfig,
  DiscoveryService,
  MetadataScanner,
  ModulesContainer,
} from '@nestjs/core';
import { readGlobalEnhancers } from '../enhancers/global-enhancers.js';
import type { ProviderWrapper } from '../enhancers/nest-enhancers.js';
import { ToolHandlerFactory } from '../enhancers/tool-handler.factory.js';
import type { ToolHandlerMaker } from '../enhancers/tool-handler.factory.js';
import type { ToolDefinition, ToolOwner } from '../registry/tool-definition.js';
import {
  duplicateToolName,
  includedModuleMissing,
  noTools,
  reservedToolName,
} from '../tool-runtime.messages.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { InjectToolRuntimeOptions } from '../tool-runtime.tokens.js';
import { bootReport } from './boot-report.js';
import { ToolBootError } from './tool-boot.error.js';
import { ToolCompiler } from './tool.compiler.js';
import { readToolHost } from './tool-host.js';
import type { ToolHost } from './tool-host.js';

/** Everything the application declares. */
export interface Exploration {
  /** In the order of modules, providers and methods. */
  readonly tools: readonly ToolDefinition[];
  /** One line for the boot log. */
  readonly report: string;
}

/**
 * Finds the tools of an application: methods with `@Tool()` on its providers and controllers. Looks at classes and never calls anything of theirs.
 *
 * To be used once, when every provider exists: in `onModuleInit` or later.
 */
@Injectable()
export class ToolExplorer {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly modules: ModulesContainer,
    private readonly config: ApplicationConfig,
    private readonly handlers: ToolHandlerFactory,
    private readonly compiler: ToolCompiler,
    @InjectToolRuntimeOptions() private readonly options: ResolvedToolRuntimeOptions,
  ) {}

  /**
   * @param reserved tool names that are taken already, and what for
   * @throws ToolBootError listing everything that is wrong with any tool
   */
  explore(reserved: ReadonlyMap<string, string> = new Map()): Exploration {
    const { discovery, globalEnhancers } = this.options;
    const problems = this.missingModules();
    const tools = new Map<string, ToolDefinition>();
    const owners = new Map<string, ToolOwner>();
    const maker = this.handlers.open(globalEnhancers);
    const hosts = this.hosts();
    for (const host of hosts)
      for (const methodName of host.declarations.keys()) {
        const owner = { module: host.module.name, class: host.className, method: methodName };
        const { name } = host.declarations.get(methodName)!.options;
        const taken = owners.get(name);
        const reservedFor = reserved.get(name);
        if (taken) problems.push(duplicateToolName(name, taken, owner));
        else if (reservedFor !== undefined)
          problems.push(reservedToolName(name, owner, reservedFor));
        else owners.set(name, owner);
        const outcome = this.define(maker, host, methodName, owner);
        if ('problems' in outcome) problems.push(...outcome.problems);
        else tools.set(name, outcome.tool);
      }
    if (owners.size === 0 && problems.length === 0 && discovery.requireTools)
      problems.push(noTools(discovery.include !== undefined));
    if (problems.length > 0) throw new ToolBootError([...new Set(problems)]);
    return {
      tools: [...tools.values()],
      report: bootReport({
        tools: tools.size,
        providers: hosts.length,
        globalEnhancers,
        globals: readGlobalEnhancers(this.config),
      }),
    };
  }

  private hosts(): readonly ToolHost[] {
    const { include } = this.options.discovery;
    const where = include ? { include: [...include] } : {};
    const wrappers: ProviderWrapper[] = [
      ...this.discovery.getProviders(where),
      ...this.discovery.getControllers(where),
    ];
    return wrappers.flatMap((wrapper) => readToolHost(wrapper, this.scanner) ?? []);
  }

  private define(
    maker: ToolHandlerMaker,
    host: ToolHost,
    methodName: string,
    owner: ToolOwner,
  ): { readonly tool: ToolDefinition } | { readonly problems: readonly string[] } {
    const compiled = this.compiler.compile(host.declarations.get(methodName)!, owner);
    const { handler, problems = [] } = maker.create({ ...host, methodName, owner });
    return handler && compiled.define
      ? { tool: compiled.define(handler) }
      : { problems: [...(compiled.problems ?? []), ...problems] };
  }

  private missingModules(): string[] {
    const present = new Set([...this.modules.values()].map(({ metatype }) => metatype));
    return (this.options.discovery.include ?? [])
      .filter((module) => !present.has(module))
      .map(({ name }) => includedModuleMissing(name));
  }
}
