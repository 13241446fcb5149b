import { Inject, Injectable } from '@nestjs/common';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import type { GovernedMethod } from '../declaration/governed-method.js';
import type { ToolDeclaration } from '../declaration/tool-declaration.js';
import type { ToolOptions } from '../declaration/tool-options.js';
import { lastOfObservable } from '../enhancers/last-of-observable.js';
import { createToolDefinition } from '../registry/tool-definition.factory.js';
import type { ToolDefinition, ToolOwner } from '../registry/tool-definition.js';
import { NO_ENHANCERS } from '../registry/tool-handler.js';
import type { ToolHandler } from '../registry/tool-handler.js';
import { toolOptionProblems } from '../registry/tool-options.check.js';
import { compileInput } from '../schema/compile-input.js';
import { compileOutput } from '../schema/compile-output.js';
import type { InputBlueprint } from '../schema/input-blueprint.js';
import { SchemaCompileError } from '../schema/schema-compile.error.js';
import type { SchemaServices } from '../schema/schema-services.js';
import { createToolInput } from '../schema/tool-input.factory.js';
import type { ToolInput } from '../schema/tool-input.js';
import { createToolOutput } from '../schema/tool-output.factory.js';
import type { ToolOutput } from '../schema/tool-output.js';
import {
  handlerNotAFunction,
  optionsNotAnObject,
  runtimeTool,
  toolProblem,
} from '../tool-runtime.messages.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { InjectToolRuntimeOptions } from '../tool-runtime.tokens.js';
import { SCHEMA_SERVICES } from './schema-services.provider.js';
import { ToolBootError } from './tool-boot.error.js';

/** A declaration that only lacks its handler, or every reason why it cannot become a tool. */
export type CompiledTool =
  | { readonly define: (handler: ToolHandler) => ToolDefinition; readonly problems?: undefined }
  | { readonly define?: undefined; readonly problems: readonly string[] };

/** Turns what a tool says about itself into what the pipeline works with. */
@Injectable()
export class ToolCompiler {
  constructor(
    @Inject(SCHEMA_SERVICES) private readonly services: SchemaServices,
    @InjectToolRuntimeOptions() private readonly options: ResolvedToolRuntimeOptions,
  ) {}

  /** Compiles a declaration as far as that is possible, so that all of its problems are known at once. */
  compile(declaration: ToolDeclaration, owner: ToolOwner): CompiledTool {
    const { options, governed } = declaration;
    const { blueprint, problems: inputProblems } = compileInput(declaration, this.services);
    const { schema, problems: outputProblems } = compileOutput(declaration, this.services);
    const problems = [
      ...declaration.problems,
      ...toolOptionProblems(options, this.options, governed).map((problem) =>
        toolProblem(owner, problem),
      ),
      ...inputProblems,
      ...outputProblems,
      ...(blueprint ? this.kindProblems(declaration, blueprint, owner) : []),
    ];
    if (problems.length > 0 || !blueprint) return { problems };
    let input: ToolInput;
    let output: ToolOutput | undefined;
    try {
      input = this.createInput(blueprint);
      output = schema && createToolOutput(schema, this.services.validator);
    } catch (error) {
      if (!(error instanceof SchemaCompileError)) throw error;
      return { problems: [toolProblem(owner, error.message)] };
    }
    return {
      define: (handler) =>
        createToolDefinition(options, input, output, handler, owner, this.options, governed),
    };
  }

  /**
   * Compiles a tool that has no decorated method. Its handler receives the input, then the context, and no Nest enhancer wraps it.
   * @param governed what makes it more than a tool
   * @throws ToolBootError listing everything that is wrong with it
   */
  compileRuntimeTool(
    options: ToolOptions,
    handler: (input: unknown, context: ToolContext) => Awaitable<unknown>,
    governed?: GovernedMethod,
  ): ToolDefinition {
    if (typeof options !== 'object' || options === null)
      throw new ToolBootError([optionsNotAnObject()]);
    const label = runtimeTool(options.name, governed?.kind);
    if (typeof handler !== 'function') throw new ToolBootError([handlerNotAFunction(label)]);
    const declaration: ToolDeclaration = {
      label,
      options: { ...options },
      parameters: [],
      problems: [],
      ...(governed && { governed }),
    };
    const { define, problems } = this.compile(declaration, {});
    if (!define) throw new ToolBootError(problems);
    return define({
      enhancers: NO_ENHANCERS,
      invoke: (context, input) => lastOfObservable(handler(input, context), context),
    });
  }

  private kindProblems(
    { governed }: ToolDeclaration,
    { published }: InputBlueprint,
    owner: ToolOwner,
  ): string[] {
    const facts = { inputSchema: published, repairs: this.options.arguments.repair };
    return (governed?.check?.(facts) ?? []).map((problem) => toolProblem(owner, problem));
  }

  private createInput(blueprint: InputBlueprint): ToolInput {
    const { ignoredKeys, maxDepth, maxNodes } = this.options.arguments;
    return createToolInput(blueprint, {
      validator: this.services.validator,
      ignoredKeys,
      limits: { maxDepth, maxNodes },
    });
  }
}
