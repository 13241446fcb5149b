import type { Awaitable } from '@toolgate/tool-runtime';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpNotification, McpRequest } from '../json-rpc/mcp-request.js';
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
}

/** A part of the protocol: what it announces, the methods it answers, the notifications it listens to. */
export interface McpFeature {
  /** Server capabilities it stands for, by era; announced by `initialize` and `server/discover`. */
  capabilities(era: McpEra): Readonly<Record<string, unknown>>;
  readonly methods: ReadonlyMap<string, McpMethod>;
  readonly notifications?: ReadonlyMap<string, (notification: McpNotification) => void>;
}
