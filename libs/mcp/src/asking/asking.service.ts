import { randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import {
  Clock,
  ConfirmationStore,
  RandomSource,
  canonicalJson,
  settle,
  sha256,
} from '@toolgate/tool-runtime';
import type { Awaitable, ToolDefinition } from '@toolgate/tool-runtime';
import { failure, invalidParams } from '../json-rpc/mcp-failures.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpRequest } from '../json-rpc/mcp-request.js';
import type { ResolvedMcpModuleExtras, ResolvedMcpOptions } from '../mcp.options.js';
import { MCP_MODULE_EXTRAS, MCP_OPTIONS } from '../mcp.tokens.js';
import type { ClientCapabilities } from '../protocol/client-capabilities.js';
import { McpErrorCode } from '../protocol/error-codes.js';
import { isObject } from '../protocol/message.reader.js';
import { CLIENT_CAPABILITIES_KEY } from '../protocol/meta-keys.js';
import { sealKey } from './asking.keys.js';
import * as messages from './asking.messages.js';
import { canBeAsked } from './call-asking.js';
import { ClientRequests } from './client-requests.js';
import { LegacyAsking } from './legacy.asking.js';
import { ModernAsking, NO_MEMORY } from './modern.asking.js';
import type { CallMemory } from './modern.asking.js';
import { RequestStateSeal } from './request-state.seal.js';

/** What a call is, for whoever seals what it has to remember. */
export interface AskedCall {
  readonly definition: ToolDefinition;
  /** As the client sent them. */
  readonly args: unknown;
}

/** How a call can ask, or why it cannot go on. */
export type BegunAsking =
  { readonly asking: ModernAsking | LegacyAsking | undefined } | { readonly refused: McpReply };

/** What is sealed. */
interface SealedCall extends CallMemory {
  /** Looked up, and used up, in the store: random. */
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

const CANNOT: BegunAsking = Object.freeze({ asking: undefined });
const NOTHING = Object.freeze({});
const ID_BYTES = 16;
/** Most that a call can remember while it asks, bytes of JSON. */
const MOST_MEMORY_BYTES = 128 * 1024;

/**
 * Lets calls ask their clients, on both eras. What a call of the stateless revision has to remember travels sealed through its client; that it
 * is used only once is kept in the runtime's {@link ConfirmationStore}, as tokens are.
 */
@Injectable()
export class Asking {
  private readonly logger = new Logger('McpServer');
  private madeSeal: RequestStateSeal | undefined;

  constructor(
    @Inject(MCP_OPTIONS) private readonly options: Pick<ResolvedMcpOptions, 'asking'>,
    @Inject(MCP_MODULE_EXTRAS) private readonly extras: ResolvedMcpModuleExtras,
    @Inject(ConfirmationStore) private readonly store: ConfirmationStore,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(RandomSource) private readonly random: RandomSource,
    private readonly requests: ClientRequests,
  ) {}

  /** How a call can ask its client; with what it remembers when it runs again. */
  begin(request: McpRequest, call: AskedCall): Awaitable<BegunAsking> {
    return request.codec.era === 'modern'
      ? this.beginModern(request, call)
      : this.beginLegacy(request);
  }

  /** Ends a call with its questions. Whatever the store throws passes through. */
  suspend(request: McpRequest, call: AskedCall, asking: ModernAsking): Awaitable<McpReply> {
    const { ttlMs } = this.options.asking;
    const id = this.random.hex(ID_BYTES);
    const content: SealedCall = { ...asking.memory, id, expiresAt: this.clock.now() + ttlMs };
    const text = JSON.stringify(content);
    if (Buffer.byteLength(text) > MOST_MEMORY_BYTES)
      return failure(
        request,
        McpErrorCode.INTERNAL_ERROR,
        messages.stateTooLarge(MOST_MEMORY_BYTES),
      );
    const binding = this.bindingOf(request, call);
    const { channel, principal } = request.context;
    const entry = {
      binding: sha256(binding),
      owner: JSON.stringify(['asking', channel, principal]),
      tool: call.definition.name,
      arguments: NOTHING,
      sentDigest: '',
    };
    return settle(this.store.put(sha256(id), entry, ttlMs), (refused) => {
      if (refused !== undefined)
        return failure(request, McpErrorCode.RATE_LIMITED, messages.tooManyOpen());
      return {
        id: request.id,
        result: request.codec.complete({
          resultType: 'input_required',
          inputRequests: asking.questions,
          requestState: this.seal.seal(text, binding),
        }),
      };
    });
  }

  private beginLegacy(request: McpRequest): BegunAsking {
    const { exchange } = request;
    const declared = exchange.session?.clientCapabilities;
    if (!exchange.request || !declared || !canBeAsked(declared)) return CANNOT;
    const { timeoutMs } = this.options.asking;
    return { asking: new LegacyAsking(request, declared, this.requests, timeoutMs) };
  }

  private beginModern(request: McpRequest, call: AskedCall): Awaitable<BegunAsking> {
    const { requestState, inputResponses } = request.params;
    const declared = declaredBy(request);
    if (requestState === undefined && inputResponses === undefined)
      return canBeAsked(declared)
        ? { asking: new ModernAsking(declared, NO_MEMORY, NOTHING, false) }
        : CANNOT;
    if (inputResponses !== undefined && !isObject(inputResponses))
      return { refused: invalidParams(request, messages.answersNotObject()) };
    // A client may know what it will be asked. Where that is not enough the question says so.
    if (requestState === undefined)
      return { asking: new ModernAsking(declared, NO_MEMORY, inputResponses ?? NOTHING, false) };
    if (typeof requestState !== 'string')
      return { refused: invalidParams(request, messages.stateNotText()) };
    const refused: BegunAsking = {
      refused: invalidParams(request, messages.stateRefused()),
    };
    const binding = this.bindingOf(request, call);
    const content = this.seal.open(requestState, binding);
    if (content === undefined) return refused;
    const sealed = JSON.parse(content) as SealedCall;
    if (sealed.expiresAt <= this.clock.now()) return refused;
    return settle(this.store.take(sha256(sealed.id), sha256(binding)), (entry) =>
      entry
        ? { asking: new ModernAsking(declared, sealed, inputResponses ?? NOTHING, true) }
        : refused,
    );
  }

  /** Who calls what, with which arguments: of everybody's calls, only this one. */
  private bindingOf({ method, context }: McpRequest, { definition, args }: AskedCall): string {
    return JSON.stringify([
      this.extras.server,
      context.channel,
      context.principal,
      method,
      definition.name,
      definition.fingerprint,
      sha256(canonicalJson(args ?? null)),
    ]);
  }

  private get seal(): RequestStateSeal {
    this.madeSeal ??= this.makeSeal();
    return this.madeSeal;
  }

  private makeSeal(): RequestStateSeal {
    const { keys } = this.options.asking;
    if (keys.length > 0) return new RequestStateSeal(keys.map(sealKey));
    this.logger.warn(messages.keysNotShared());
    return new RequestStateSeal([randomBytes(32)]);
  }
}

function declaredBy({ meta }: McpRequest): ClientCapabilities {
  const declared = meta[CLIENT_CAPABILITIES_KEY];
  return isObject(declared) ? declared : NOTHING;
}
