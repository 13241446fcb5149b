import { Inject, Injectable } from '@nestjs/common';
import { NotAnsweredError, RandomSource } from '@toolgate/tool-runtime';
import type { ToolContext } from '@toolgate/tool-runtime';
import type { JsonRpcId } from '../json-rpc/json-rpc.types.js';
import type { McpExchange } from '../json-rpc/mcp-exchange.js';
import { isObject } from '../protocol/message.reader.js';
import { clientGone, clientRefused, noAnswerInTime } from './asking.messages.js';
import type { WireQuestion } from './wire-questions.js';

/** 128 bits: nobody guesses the id of somebody else's question. */
const ID_BYTES = 16;
/** Longest text of a client's error that is shown to the tool. */
const LONGEST_REASON = 200;

interface Waiting {
  readonly owner: string;
  readonly settle: (result: unknown) => void;
  readonly fail: (error: Error) => void;
}

/** One request to a client. */
export interface ClientRequest extends WireQuestion {
  readonly context: ToolContext;
  readonly exchange: McpExchange;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Requests of the server to legacy clients, and the responses to them. A response counts only when it comes from whoever was asked: the same
 * principal, in the same session.
 */
@Injectable()
export class ClientRequests {
  private readonly waiting = new Map<JsonRpcId, Waiting>();

  constructor(@Inject(RandomSource) private readonly random: RandomSource) {}

  /** How many wait for a response. */
  get size(): number {
    return this.waiting.size;
  }

  /**
   * Sends a request and waits for the response.
   * @throws NotAnsweredError (as a rejection) when none comes in time, the client refuses, or nobody waits for it any more
   */
  send({ method, params, context, exchange, timeoutMs, signal }: ClientRequest): Promise<unknown> {
    const id = this.random.hex(ID_BYTES);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(id);
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const fail = (error: Error) => {
        leave();
        reject(error);
      };
      const giveUp = (why: string) => {
        // The client should take its form away (2025-11-25, basic/cancellation).
        exchange.notify({
          jsonrpc: '2.0',
          method: 'notifications/cancelled',
          params: { requestId: id, reason: why },
        });
        fail(new NotAnsweredError(why));
      };
      const onAbort = () => giveUp(clientGone());
      const timer = setTimeout(() => giveUp(noAnswerInTime(timeoutMs)), timeoutMs);
      timer.unref();
      this.waiting.set(id, {
        owner: ownerOf(context, exchange),
        settle: (result) => {
          leave();
          resolve(result);
        },
        fail,
      });
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      exchange.request?.({ jsonrpc: '2.0', id, method, params });
    });
  }

  /** Takes a response. Unknown ids, answered ones and those of others are ignored. */
  receive(message: unknown, context: ToolContext, exchange: McpExchange): void {
    if (!isObject(message)) return;
    const { id, result, error } = message;
    const waiting = this.waiting.get(id as JsonRpcId);
    if (!waiting || waiting.owner !== ownerOf(context, exchange)) return;
    if (isObject(error)) waiting.fail(new NotAnsweredError(clientRefused(reasonOf(error))));
    else waiting.settle(result);
  }
}

function ownerOf({ channel, principal }: ToolContext, { session, transport }: McpExchange): string {
  return JSON.stringify([transport, channel, principal, session?.id ?? null]);
}

function reasonOf({ message }: Readonly<Record<string, unknown>>): string {
  return typeof message === 'string' ? message.slice(0, LONGEST_REASON) : 'no reason';
}
