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
import { TOOL_KIND } from '../declaration/governed-method.js';
import type { GovernedNeighbour } from '../declaration/governed-method.js';
import type { ToolHandlerMaker, ToolHandlerOutcome } from '../enhancers/tool-handler.factory.js';
import type { ToolDeclaration } from '../declaration/tool-declaration.js';
import type { ToolDefinition, ToolOwner } from '../registry/tool-definition.js';
import { uniqueName } from '../registry/unique-name.js';
import { includedModuleMissing, noTools, toolProblem } from '../tool-runtime.messages.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { InjectToolRuntimeOptions } from '../tool-runtime.tokens.js';
import { bootReport } from './boot-report.js';
import { DeclaredNames } from './declared-names.js';
import { ToolBootError } from './tool-boot.error.js';
import { ToolCompiler } from './tool.compiler.js';
import { readToolHost } from './tool-host.js';
import type { ToolHost } from './tool-host.js';

/** Everything the application declares, of every kind. */
export interface Exploration {
  /** In the order of modules, providers and methods. */
  readonly tools: readonly ToolDefinition[];
  /** One line for the boot log. */
  readonly report: string;
}

/**
 * Finds the tools of an application: methods with `@Tool()`, and those of other kinds, on its providers and controllers. Looks at classes and never calls anything of theirs.
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
    const found = new DeclaredNames(reserved);
    const problems = this.missingModules();
    const tools = new Map<string, ToolDefinition>();
    const maker = this.handlers.open(globalEnhancers);
    const hosts = this.hosts();
    const methods = hosts.flatMap((host) => methodsOf(host, maker));
    // What follows something else is compiled when that is known.
    for (const followers of [false, true])
      for (const { declaration, owner, outcome } of methods) {
        const { governed } = declaration;
        if ((governed?.follows !== undefined) !== followers) continue;
        problems.push(...found.claim(declaration, owner));
        const compiled = this.compiler.compile(following(declaration, tools), owner);
        problems.push(...(compiled.problems ?? []), ...(outcome.problems ?? []));
        if (!outcome.handler || !compiled.define) continue;
        const tool = compiled.define(outcome.handler);
        tools.set(tool.name, tool);
      }
    problems.push(...referenceProblems(hosts, tools));
    if (found.size === 0 && problems.length === 0 && discovery.requireTools)
      problems.push(noTools(discovery.include !== undefined));
    if (problems.length > 0) throw new ToolBootError([...new Set(problems)]);
    return {
      tools: [...tools.values()],
      report: bootReport({
        found: countByKind(tools.values()),
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

  private missingModules(): string[] {
    const present = new Set([...this.modules.values()].map(({ metatype }) => metatype));
    return (this.options.discovery.include ?? [])
      .filter((module) => !present.has(module))
      .map(({ name }) => includedModuleMissing(name));
  }
}

/** A declaration, and the way to its method. */
interface DeclaredMethod {
  readonly declaration: ToolDeclaration;
  readonly owner: ToolOwner;
  readonly outcome: ToolHandlerOutcome;
}

/** However many things a method is, there is one way to it. */
function methodsOf(host: ToolHost, maker: ToolHandlerMaker): readonly DeclaredMethod[] {
  return [...host.declarations].flatMap(([methodName, declarations]) => {
    const owner = { module: host.module.name, class: host.className, method: methodName };
    const outcome = maker.create({ ...host, methodName, owner });
    return declarations.map((declaration) => ({ declaration, owner, outcome }));
  });
}

/** With the scopes of what it follows, where it names none of its own. */
function following(
  declaration: ToolDeclaration,
  tools: ReadonlyMap<string, ToolDefinition>,
): ToolDeclaration {
  const { governed, options } = declaration;
  const leader =
    governed?.follows && tools.get(uniqueName(governed.follows.kind, governed.follows.name));
  if (!leader || options.scopes !== undefined) return declaration;
  const { scopes, scopesMode } = leader;
  return { ...declaration, options: { ...options, scopes, scopesMode } };
}

/** What declarations say of each other, once all of them are compiled. */
function referenceProblems(
  hosts: readonly ToolHost[],
  tools: ReadonlyMap<string, ToolDefinition>,
): readonly string[] {
  const find = (kind: string, name: string): GovernedNeighbour | undefined => {
    const tool = tools.get(uniqueName(kind, name));
    return tool && { inputSchema: tool.input.schema, details: tool.details };
  };
  return hosts.flatMap(({ module, className, declarations }) =>
    [...declarations].flatMap(([method, declared]) =>
      declared.flatMap(({ governed }) =>
        (governed?.checkReferences?.(find) ?? []).map((problem) =>
          toolProblem({ module: module.name, class: className, method }, problem),
        ),
      ),
    ),
  );
}

function countByKind(tools: Iterable<ToolDefinition>): ReadonlyMap<string, number> {
  const counts = new Map([[TOOL_KIND, 0]]);
  for (const { kind } of tools) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
