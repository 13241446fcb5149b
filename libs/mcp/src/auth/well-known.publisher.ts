import { Inject, Injectable, Optional } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { ApplicationConfig } from '@nestjs/core';
import { servedPath } from '../mcp.served-path.js';
import type { ResolvedMcpModuleExtras } from '../mcp.options.js';
import { MCP_MODULE_EXTRAS } from '../mcp.tokens.js';
import { ProtectedResource } from './protected-resource.js';
import { TokenValidator } from './token-validator.js';
import { WellKnownDocuments } from './well-known-documents.js';

/** Adds one server to the {@link WellKnownDocuments} of its application. */
@Injectable()
export class WellKnownPublisher implements OnModuleInit {
  constructor(
    private readonly documents: WellKnownDocuments,
    @Inject(ProtectedResource) private readonly resource: ProtectedResource | null,
    @Inject(MCP_MODULE_EXTRAS) private readonly extras: ResolvedMcpModuleExtras,
    private readonly config: ApplicationConfig,
    @Optional() @Inject(TokenValidator) private readonly validator: TokenValidator | undefined,
  ) {}

  /** @throws McpConfigurationError when another server's public URL has the same path */
  onModuleInit(): void {
    if (this.resource) return this.documents.publish(this.resource);
    // Where something else asks for a token, what is published is the host's to say.
    if (!this.extras.hasOwnGuards && !this.validator)
      this.documents.declareOpen(servedPath(this.config, this.extras.path));
  }
}
