import type { FactoryProvider, Provider } from '@nestjs/common';
import type { McpOptions } from '../mcp.options.js';
import { MCP_OPTIONS } from '../mcp.tokens.js';
import { ProtectedResource, protectedResourceOf } from './protected-resource.js';
import { WellKnownPublisher } from './well-known.publisher.js';

const protectedResourceProvider: FactoryProvider<ProtectedResource | null> = {
  provide: ProtectedResource,
  inject: [MCP_OPTIONS],
  useFactory: ({ auth }: McpOptions) => (auth ? protectedResourceOf(auth) : null),
};

/** What each server needs for authentication. The module of the server imports {@link WellKnownModule} beside it. */
export const MCP_AUTH_PROVIDERS: readonly Provider[] = [
  protectedResourceProvider,
  WellKnownPublisher,
];
