import { Inject, Injectable, Optional } from '@nestjs/common';
import { TokenValidator } from '../auth/token-validator.js';
import type { ResolvedMcpModuleExtras, ResolvedMcpOptions } from '../mcp.options.js';
import { MCP_MODULE_EXTRAS, MCP_OPTIONS } from '../mcp.tokens.js';

/** What a caller of the endpoint has to bring. */
@Injectable()
export class CallerRequirement {
  constructor(
    @Inject(MCP_OPTIONS) private readonly options: ResolvedMcpOptions,
    @Inject(MCP_MODULE_EXTRAS) private readonly extras: ResolvedMcpModuleExtras,
    @Optional() @Inject(TokenValidator) private readonly validator: TokenValidator | undefined,
  ) {}

  /** True when nothing at all is asked for. Guards of the application as a whole are not known here. */
  get isNothing(): boolean {
    return !this.extras.hasOwnGuards && !this.options.auth && !this.validator;
  }

  /** In the words of the boot line. */
  get description(): string {
    if (this.extras.hasOwnGuards) return 'guards of the host';
    return this.isNothing ? 'anybody may call' : 'bearer tokens';
  }
}
