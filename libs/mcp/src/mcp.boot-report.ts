import { Inject, Injectable, Logger } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import { TOOL_RUNTIME_OPTIONS } from '@toolgate/tool-runtime';
import type { ResolvedToolRuntimeOptions } from '@toolgate/tool-runtime';
import { CallerRequirement } from './http/caller-requirement.js';
import { servedPath } from './mcp.served-path.js';
import { keepsSessions } from './http/served-methods.js';
import { nobodyMayCall, serving } from './mcp.messages.js';
import type { ResolvedMcpModuleExtras, ResolvedMcpOptions } from './mcp.options.js';
import { MCP_MODULE_EXTRAS, MCP_OPTIONS } from './mcp.tokens.js';

/** Says in one line where a server answers, to whom, in which revisions; and warns when it would answer nobody. */
@Injectable()
export class McpBootReport implements OnApplicationBootstrap {
  private readonly logger = new Logger('McpModule');

  constructor(
    @Inject(MCP_OPTIONS) private readonly options: ResolvedMcpOptions,
    @Inject(MCP_MODULE_EXTRAS) private readonly extras: ResolvedMcpModuleExtras,
    @Inject(TOOL_RUNTIME_OPTIONS) private readonly runtime: ResolvedToolRuntimeOptions,
    private readonly callers: CallerRequirement,
    private readonly config: ApplicationConfig,
    private readonly host: HttpAdapterHost,
  ) {}

  onApplicationBootstrap(): void {
    // Over stdio there is no path to answer at.
    if (!(this.host.httpAdapter as typeof this.host.httpAdapter | null | undefined)) return;
    const { server, path } = this.extras;
    this.logger.log(
      serving(server, servedPath(this.config, path), {
        eras: this.options.eras,
        callers: this.callers.description,
        sessions: keepsSessions(this.options),
      }),
    );
    if (this.refusesEverybody()) this.logger.warn(nobodyMayCall(server));
  }

  private refusesEverybody(): boolean {
    const { requireAuth = false } = this.runtime.channels.get('mcp') ?? {};
    // A guard of the whole application may well find somebody.
    const guards =
      this.config.getGlobalGuards().length + this.config.getGlobalRequestGuards().length;
    return this.callers.isNothing && requireAuth && guards === 0;
  }
}
