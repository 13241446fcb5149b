import { Injectable } from '@nestjs/common';
import type { Awaitable } from '../common/awaitable.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import { NO_ENHANCERS } from '../registry/tool-handler.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { InjectToolRuntimeOptions } from '../tool-runtime.tokens.js';
import {
  VERIFICATION_TOOL_NAMES,
  verificationToolOptions,
} from '../verification/verification-tools.declarations.js';
import type { VerificationToolName } from '../verification/verification-tools.declarations.js';
import { RESERVED_FOR } from '../verification/verification-tools.messages.js';
import { VerificationTools } from '../verification/verification.tools.js';
import { ToolBootError } from './tool-boot.error.js';
import { ToolCompiler } from './tool.compiler.js';

type Handler = (input: never, context: ToolContext) => Awaitable<unknown>;

/** Makes the tools of `verification.tools`, where the host wants them. */
@Injectable()
export class VerificationToolsCompiler {
  constructor(
    private readonly compiler: ToolCompiler,
    private readonly tools: VerificationTools,
    @InjectToolRuntimeOptions() private readonly options: ResolvedToolRuntimeOptions,
  ) {}

  /** Names that no other tool may have, and what for. */
  get reserved(): ReadonlyMap<string, string> {
    const names = this.options.verification.tools ? VERIFICATION_TOOL_NAMES : [];
    return new Map(names.map((name) => [name, RESERVED_FOR]));
  }

  /** @throws ToolBootError when the options of the module do not allow them, such as a pattern for names that theirs do not match */
  compile(): readonly ToolDefinition[] {
    const { verification } = this.options;
    if (!verification.tools) return [];
    const declared = verificationToolOptions(verification.resolveScopes);
    return VERIFICATION_TOOL_NAMES.map((name) => {
      const { method, run } = this.handlerOf(name);
      const owner = { module: 'ToolRuntimeModule', class: VerificationTools.name, method };
      const declaration = { label: name, options: declared[name], parameters: [], problems: [] };
      const { define, problems } = this.compiler.compile(declaration, owner);
      if (!define) throw new ToolBootError(problems);
      return define({
        enhancers: NO_ENHANCERS,
        invoke: (context, input) => run(input as never, context),
      });
    });
  }

  private handlerOf(name: VerificationToolName): {
    readonly method: string;
    readonly run: Handler;
  } {
    const { tools } = this;
    switch (name) {
      case 'request_verification':
        return { method: 'request', run: (input, context) => tools.request(input, context) };
      case 'resolve_verification':
        return { method: 'resolve', run: (input, context) => tools.resolve(input, context) };
      case 'list_verifications':
        return { method: 'list', run: (input, context) => tools.list(input, context) };
    }
  }
}
