import type { Awaitable, ToolDefinition } from '@toolgate/tool-runtime';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpNotification, McpParams, McpRequest } from '../json-rpc/mcp-request.js';
import type { ClientCapabilities } from '../protocol/client-capabilities.js';
import type { McpEra } from '../protocol/protocol-versions.js';

/** One method of the protocol. */
export interface McpMethod {
  /** Eras that know the method. */
  readonly eras: readonly McpEra[];
  /** What the client must have declared on a modern request; checked before {@link handle}. */
  readonly requires?: ClientCapabilities;
  /**
   * Answers a request. Whatever is thrown becomes -32603 with a reference.
   * @returns undefined when the sender has cancelled and wants no answer
   */
  handle(request: McpRequest): Awaitable<McpReply | undefined>;
  /**
   * Which governed method a request would run; only on methods of the protocol that run one. Their callers can be asked for more scopes before the
   * answer begins, and an answer of an `mcp.request` listener is given only where the pipeline lets the call through.
   */
  target?(params: McpParams): ToolDefinition | undefined;
  /** Whether there is anything to answer about; when not, the method is unknown, as what is not announced. @default always */
  isServed?(): boolean;
}

/** A part of the protocol: what it announces, the methods it answers, the notifications it listens to. */
export interface McpFeature {
  /**
   * Server capabilities it stands for; announced by `initialize` and `server/discover`.
   * @param pushes whether the client can be told what it has not asked for
   */
  capabilities(era: McpEra, pushes: boolean): Readonly<Record<string, unknown>>;
  readonly methods: ReadonlyMap<string, McpMethod>;
  readonly notifications?: ReadonlyMap<string, (notification: McpNotification) => void>;
}
