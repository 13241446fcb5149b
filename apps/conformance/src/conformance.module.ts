import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { McpModule } from '@toolgate/mcp';
import { ToolRuntimeModule } from '@toolgate/tool-runtime';
import { SamplePrompts } from './prompts/sample.prompts.js';
import { SampleResources } from './resources/sample.resources.js';
import { CONFORMANCE_TOOLS } from './tools/index.js';

/** Longer than every answer of the suite but the one that is about coming back. */
const POLL_AFTER_MS = 1_000;
const RETRY_MS = 100;

/** Everything the official MCP conformance suite looks for in a server. */
@Module({})
export class ConformanceModule {
  static forRoot({ sessions }: { readonly sessions: boolean }): DynamicModule {
    return {
      module: ConformanceModule,
      imports: [
        ToolRuntimeModule.forRoot({
          // The suite brings no token, and calls the same tools again and again.
          channels: { mcp: {} },
          rateLimit: false,
        }),
        McpModule.forRoot({
          serverInfo: { name: 'toolgate-conformance', version: '0.1.0' },
          // Answers that take longer than this are fetched on another connection.
          http: { sessions: sessions && { pollAfterMs: POLL_AFTER_MS, retryMs: RETRY_MS } },
        }),
      ],
      providers: [...CONFORMANCE_TOOLS, SampleResources, SamplePrompts],
    };
  }
}
