// The module
export { McpModule } from './mcp.module.js';
export { McpConfigurationError } from './mcp-configuration.error.js';
export { InjectMcpOptions, MCP_OPTIONS } from './mcp.tokens.js';
export type {
  McpAuthOptions,
  McpHttpOptions,
  McpModuleExtras,
  McpOptions,
  McpServerInfo,
  McpSessionOptions,
  McpSubscriptionOptions,
  McpToolView,
  ResolvedMcpHttpOptions,
  ResolvedMcpOptions,
} from './mcp.options.js';

// Declaring resources, prompts and completions
export { Resource } from './declaration/resource.decorator.js';
export { ResourceParam, ResourceTemplate } from './declaration/resource-template.decorator.js';
export { Prompt, PromptArg } from './declaration/prompt.decorator.js';
export { Completes } from './declaration/completes.decorator.js';
export type { ResourceOptions, ResourceTemplateOptions } from './declaration/resource.options.js';
export type { PromptOptions } from './declaration/prompt.options.js';
export type {
  CompletesOptions,
  CompletionRequest,
  CompletionSource,
  Suggestions,
} from './declaration/completion.options.js';
export type {
  CacheOptions,
  GovernanceOptions,
  ResourceAnnotations,
} from './declaration/governance.options.js';
export type { ResourceContent, ResourceResult } from './declaration/resource.shape.js';
export type {
  PromptMessage,
  PromptMessageInput,
  PromptResult,
} from './declaration/prompt.shape.js';
export { COMPLETION_KIND, PROMPT_KIND, RESOURCE_KIND } from './declaration/kinds.js';
export { McpCatalog } from './declaration/mcp-catalog.js';
export { UriTemplate } from './uri/uri-template.js';
export type { UriTemplateOutcome, UriVariables } from './uri/uri-template.js';

// News for clients that listen
export { McpNotifications } from './notifications/mcp-notifications.js';
export { McpEventBus } from './notifications/mcp-event-bus.js';
export type { McpBusEvent, McpBusListener, McpListName } from './notifications/mcp-event-bus.js';
export { MemoryMcpEventBus } from './notifications/memory-mcp-event.bus.js';

// HTTP
export { McpSessionStore } from './http/sessions/mcp-session.store.js';
export type { McpSessionRefusal, StoredMcpSession } from './http/sessions/mcp-session.store.js';
export { MemoryMcpSessionStore } from './http/sessions/memory-mcp-session.store.js';

// Standard input and output
export { McpStdio } from './stdio/mcp-stdio.js';
export type { McpStdioHandle, McpStdioOptions } from './stdio/mcp-stdio.options.js';
export type { McpStdioSource } from './stdio/stdio-application.js';
export type { StdioEnd } from './stdio/stdio-connection.js';
export { guardStdout } from './stdio/guard/stdout-guard.js';

// Who calls
export { McpBearerGuard } from './auth/mcp-bearer.guard.js';
export { BearerAuthenticationException } from './auth/bearer-authentication.exception.js';
export type { BearerCredentials } from './auth/bearer-token.js';
export { insufficientScopeChallenge } from './auth/bearer-challenge.js';
export type { Principal } from './auth/principal.js';
export { principalText } from './auth/principal-context.js';
export { getRequestPrincipal, setRequestPrincipal } from './auth/request-principal.js';
export { ProtectedResource } from './auth/protected-resource.js';
export type { ProtectedResourceMetadata } from './auth/protected-resource.js';
export { StaticTokenValidator } from './auth/static.token-validator.js';
export { TokenValidationUnavailableError, TokenValidator } from './auth/token-validator.js';
export { JwtConfigurationError } from './auth/jwt/jwt-configuration.error.js';
export { JwtTokenValidator } from './auth/jwt/jwt.token-validator.js';
export type { JwtTokenValidatorEnvironment } from './auth/jwt/jwt.token-validator.js';
export type {
  JwtAlgorithm,
  JwtClaims,
  JwtTokenValidatorOptions,
  PublicJwk,
} from './auth/jwt/jwt.options.js';

// Messages
export { JsonRpcService } from './json-rpc/json-rpc.service.js';
export type {
  McpConnection,
  McpExchange,
  McpHeaders,
  McpSession,
  McpSubscriptions,
} from './json-rpc/mcp-exchange.js';
export type { McpErrorOrigin, McpReply } from './json-rpc/mcp-reply.js';
export { serializeReply, toResponse } from './json-rpc/mcp-reply.js';
export type {
  JsonRpcErrorObject,
  JsonRpcFailure,
  JsonRpcId,
  JsonRpcNotification,
  JsonRpcRequest,
  JsonRpcResponse,
  JsonRpcSuccess,
} from './json-rpc/json-rpc.types.js';
export { readHandshake } from './json-rpc/handshake.reader.js';
export type { McpHandshake } from './json-rpc/handshake.reader.js';
export { DirectExchange } from './direct/direct-exchange.js';
export type { DirectExchangeOptions } from './direct/direct-exchange.js';
export { DirectMcpTransport } from './direct/direct-transport.js';

// The protocol
export { McpErrorCode } from './protocol/error-codes.js';
export { LEGACY_VERSIONS, MODERN_VERSIONS } from './protocol/protocol-versions.js';
export type { McpEra } from './protocol/protocol-versions.js';
export { MODE_KEY, REQUEST_ID_KEY, RESULT_META_KEY } from './protocol/meta-keys.js';
export { parseStrictJson } from './protocol/strict-json.js';
export type { StrictJson } from './protocol/strict-json.js';
export type { TraceContext } from './features/calls/trace-context.js';

// Events
export { McpEvent, McpRequestEvent, McpRespondedEvent } from './events/mcp-events.js';
export type { McpMessageFacts } from './events/mcp-events.js';
export { OnMcpRequest, OnMcpResponded } from './events/on-mcp-event.decorators.js';
