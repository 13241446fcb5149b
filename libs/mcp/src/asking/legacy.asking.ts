import { NotAnsweredError } from '@toolgate/tool-runtime';
import type { AskCapability, Question } from '@toolgate/tool-runtime';
import type { McpRequest } from '../json-rpc/mcp-request.js';
import type { ClientCapabilities } from '../protocol/client-capabilities.js';
import { answerUnfit } from './asking.messages.js';
import { declares } from './call-asking.js';
import type { CallAsking } from './call-asking.js';
import type { ClientRequests } from './client-requests.js';
import { wireQuestion } from './wire-questions.js';

/** Asks a client of an older revision while the call waits: each question is a request of the server (2025-11-25, client features). */
export class LegacyAsking implements CallAsking {
  constructor(
    private readonly request: McpRequest,
    private readonly declared: ClientCapabilities,
    private readonly requests: ClientRequests,
    private readonly timeoutMs: number,
  ) {}

  can(capability: AskCapability): boolean {
    return declares(this.declared, capability);
  }

  async ask(
    questions: ReadonlyMap<string, Question>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, unknown>> {
    const answers = await Promise.all(
      [...questions].map(
        async ([key, question]) => [key, await this.askOne(key, question, signal)] as const,
      ),
    );
    return new Map(answers);
  }

  private async askOne(key: string, question: Question, signal: AbortSignal): Promise<unknown> {
    const { context, exchange } = this.request;
    const answer = await this.requests.send({
      ...wireQuestion(question.asked, `${context.requestId}.${key}`),
      context,
      exchange,
      signal,
      timeoutMs: this.timeoutMs,
    });
    const reading = question.read(answer);
    if (!reading.ok) throw new NotAnsweredError(answerUnfit(key, reading.problem));
    return reading.answer;
  }
}
