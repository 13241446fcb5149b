import type { CanActivate, ExecutionContext, ModuleMetadata, Provider, Type } from '@nestjs/common';
import type { Icon, ToolDefinition } from '@toolgate/tool-runtime';
import type { Principal } from './auth/principal.js';

/** Name, version and appearance of a server, as clients see it (MCP `Implementation`). */
export interface McpServerInfo {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly websiteUrl?: string;
  readonly icons?: readonly Icon[];
}

/** Which tools, prompts or resources a server shows and serves. Everything that is given must match. */
export interface McpToolView {
  /** Those with one of these tags. */
  readonly tags?: readonly string[];
  /** Those declared in these modules. */
  readonly include?: readonly Type[];
  /** Those this returns true for. Asked once for each. */
  readonly filter?: (tool: ToolDefinition) => boolean;
}

/** Options of `McpModule.forRoot()` that may come from injected configuration. */
export interface McpOptions {
  readonly serverInfo: McpServerInfo;
  /** What a client should know before it uses the server; goes to the model. */
  readonly instructions?: string;
  /** Which eras are served. @default 'both' */
  readonly eras?: 'both' | 'modern' | 'legacy';
  /** @default every tool */
  readonly tools?: McpToolView;
  /** @default every prompt */
  readonly prompts?: McpToolView;
  /** Resources and resource templates. @default every one */
  readonly resources?: McpToolView;
  /** Entries per page of a list; many clients read only the first page. @default no paging */
  readonly pageSize?: number;
  /** How long a modern client may keep a list, milliseconds. @default 0 */
  readonly listTtlMs?: number;
  /** Questions of tools, prompts and resources to whoever called. */
  readonly asking?: McpAskingOptions;
  /** Clients that listen for changes. */
  readonly subscriptions?: McpSubscriptionOptions;
  readonly http?: McpHttpOptions;
  readonly auth?: McpAuthOptions;
}

/** Questions of tools, prompts and resources to whoever called. */
export interface McpAskingOptions {
  /**
   * Secrets of at least 32 characters, the same on every instance. What a call of the stateless revision remembers while it asks travels through its
   * client, sealed with the first; every one opens, so that they can be exchanged. @default one that is made when the process starts
   */
  readonly keys?: readonly string[];
  /** How long a client of the stateless revision can take to answer, milliseconds. @default 600000 (10 min) */
  readonly ttlMs?: number;
  /** How long a call waits for the answer of an older client, milliseconds. @default 300000 (5 min) */
  readonly timeoutMs?: number;
}

/** Clients that listen for changes. */
export interface McpSubscriptionOptions {
  /** Most subscriptions (2026-07-28) one principal holds open. Anonymous callers share what there is in all. @default 16 */
  readonly maxPerPrincipal?: number;
  /** Most subscriptions in all, on this instance. @default 10000 */
  readonly maxTotal?: number;
  /** Most resources of one subscription, or of one legacy session. @default 100 */
  readonly maxResources?: number;
}

/** The HTTP endpoint. */
export interface McpHttpOptions {
  /** Largest request body, bytes. @default 4194304 (4 MiB) */
  readonly maxBodyBytes?: number;
  /** Host names (without port) that may be asked for. @default loopback names when bound to loopback; required otherwise */
  readonly allowedHosts?: readonly string[];
  /** Origins (scheme://host[:port]) of browsers that may call. @default origins of loopback hosts when bound to loopback; none otherwise */
  readonly allowedOrigins?: readonly string[];
  /** Serves anybody on an address that is not loopback. @default false: the application refuses to start */
  readonly allowUnauthenticated?: boolean;
  /** Legacy sessions: `false` serves every message by itself; an object keeps sessions. @default false */
  readonly sessions?: false | McpSessionOptions;
  /** Pause between the comments that keep an idle stream open, milliseconds. @default 15000 */
  readonly keepAliveMs?: number;
  /** How long a shutdown waits for streams to end, milliseconds. @default 5000 */
  readonly drainMs?: number;
}

/** Legacy sessions in this process. */
export interface McpSessionOptions {
  /** A session unused for this long ends, milliseconds. @default 1800000 (30 min) */
  readonly idleMs?: number;
  /** Most sessions at once. @default 10000 */
  readonly maxSessions?: number;
  /** Most sessions of one principal. @default 100 */
  readonly maxPerPrincipal?: number;
  /**
   * How long a client that lost a stream can ask for what it has missed (`Last-Event-ID`), milliseconds; 0 sends no event ids, and what is missed
   * is lost. Kept in the memory of this instance. @default 60000
   */
  readonly resumeForMs?: number;
  /**
   * Ends the connection of an answer that takes longer than this, milliseconds; the client comes back for the rest (2025-11-25 and later). For hosts
   * whose proxies do not let connections be. 0 keeps connections. @default 0
   */
  readonly pollAfterMs?: number;
  /** How long a client waits before it comes back, milliseconds. @default 1000 */
  readonly retryMs?: number;
}

/** Who may call over HTTP. */
export interface McpAuthOptions {
  /** The absolute URL clients use for this server: `https://api.example.com/mcp`. Tokens must be meant for it; never derived from a request. */
  readonly publicUrl: string;
  /** Issuers of tokens, for the protected-resource metadata (RFC 9728). */
  readonly authorizationServers: readonly string[];
  /** Scopes a client should ask for first. */
  readonly scopesSupported?: readonly string[];
}

/** The options of a server as it runs: what the host wrote, else the default. */
export interface ResolvedMcpOptions extends McpOptions {
  readonly eras: 'both' | 'modern' | 'legacy';
  readonly listTtlMs: number;
  readonly asking: Required<McpAskingOptions>;
  readonly subscriptions: Required<McpSubscriptionOptions>;
  readonly http: ResolvedMcpHttpOptions;
}

/** {@link McpHttpOptions}, every default filled in except those that depend on where the application listens. */
export interface ResolvedMcpHttpOptions extends McpHttpOptions {
  readonly maxBodyBytes: number;
  readonly allowUnauthenticated: boolean;
  readonly sessions: false | Required<McpSessionOptions>;
  readonly keepAliveMs: number;
  readonly drainMs: number;
}

/** What must be known before providers exist: stands beside the options, never in the result of `useFactory`. */
export interface McpModuleExtras {
  /** Path of the endpoint, below the application's global prefix. @default 'mcp' */
  readonly path?: string;
  /** Name of the server, when an application has several. @default 'default' */
  readonly server?: string;
  /** @default false */
  readonly isGlobal?: boolean;
  /**
   * Nest guards of the endpoint, instead of {@link McpBearerGuard}: `[AuthGuard('jwt')]`. They run in the order given; what they put
   * on the request is read by {@link principalFrom}.
   */
  readonly guards?: readonly (Type<CanActivate> | CanActivate)[];
  /** Who the guards found; null is an anonymous caller. @default reads `request.user` with `{ id | sub, scopes | scope }` */
  readonly principalFrom?: (request: unknown, host: ExecutionContext) => Principal | null;
  /** Modules whose exports {@link guards} and {@link providers} inject. */
  readonly imports?: ModuleMetadata['imports'];
  /**
   * The server's own collaborators, by token: `{ provide: TokenValidator, useClass: … }`. They come after the built-in ones, so they win.
   */
  readonly providers?: Provider[];
}

/** {@link McpModuleExtras}, every default filled in. */
export interface ResolvedMcpModuleExtras {
  /** With one slash at the front and none at the end. */
  readonly path: string;
  readonly server: string;
  /** True when the host brought guards of its own. */
  readonly hasOwnGuards: boolean;
  readonly principalFrom: NonNullable<McpModuleExtras['principalFrom']> | undefined;
}
