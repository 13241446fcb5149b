import { Logger } from '@nestjs/common';
import type { Redactor } from '../../audit/redactor.js';
import type { Clock } from '../../common/clock.js';
import type { ToolEventEmitter } from '../../events/tool-event.emitter.js';
import { InputRequiredError } from '../../asking/asking.errors.js';
import { ToolFailedEvent } from '../../events/tool-events.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { subjectAtStart } from '../../registry/unique-name.js';
import { codeOfHttpStatus, httpExceptionMessage } from '../../result/http-exception.js';
import { normalizeResult } from '../../result/result-normalizer.js';
import { ToolError } from '../../result/tool-error.js';
import { ToolResult } from '../../result/tool-result.js';
import { VerificationUnavailableError } from '../../verification/verification.error.js';
import {
  CallCancelledError,
  CallTimeoutError,
  StoreUnavailableError,
} from '../call-interruptions.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { cancelled, internalError, timedOut, unavailable } from '../pipeline.messages.js';
import { active } from '../step.descriptions.js';

/** Longest text of an exception that is shown to a caller, bytes. */
const LONGEST_MESSAGE = 2000;

/**
 * Turns whatever was thrown, by the tool or by a step on the way to it, into a result. Only what a {@link ToolError} or an
 * HttpException says reaches the caller; everything else stays in the server's log, under the request id the caller is given.
 */
export class ContainExceptionStep implements InvocationStep {
  readonly kind = 'contain_exception';
  readonly role = 'boundary';
  private readonly logger = new Logger('ToolRuntime');

  constructor(
    private readonly clock: Clock,
    private readonly events: ToolEventEmitter,
    private readonly redactor: Redactor,
  ) {}

  describe(_tool: ToolDefinition) {
    return active(
      'Whatever is thrown becomes a result: the texts of ToolError and HttpException reach the caller, all others only the log.',
      { shown: ['ToolError', 'HttpException'] },
      { blocking: false, wraps: 'execute' },
    );
  }

  run(invocation: Invocation): ToolResult {
    const error = readable(invocation.thrown?.error);
    const result = this.resultOf(invocation, error);
    if (invocation.entered && invocation.outcome !== 'input_required')
      this.announce(invocation, result, error);
    return result;
  }

  private resultOf(invocation: Invocation, error: unknown): ToolResult {
    if (error instanceof CallTimeoutError)
      return invocation.end(
        'timed_out',
        ToolResult.error(timedOut(invocation, error.timeoutMs), null, {
          code: 'TIMEOUT',
          ...effect(invocation),
        }),
        'deadline',
      );
    if (error instanceof CallCancelledError)
      return invocation.end(
        'cancelled',
        ToolResult.error(cancelled(invocation), null, {
          code: 'CANCELLED',
          ...effect(invocation),
        }),
        error.reasonCode,
      );
    if (error instanceof InputRequiredError)
      return invocation.end(
        'input_required',
        ToolResult.success(null, null, { type: 'input_required' }),
        'asked',
      );
    if (error instanceof StoreUnavailableError || error instanceof VerificationUnavailableError)
      return this.storeDown(invocation, error);
    const expected = this.expectedFailure(error);
    if (expected) return invocation.end('failed', expected, expected.code);
    this.logUnexpected(invocation, error);
    return invocation.end(
      'failed',
      ToolResult.error(internalError(invocation.context.requestId), null, {
        code: 'INTERNAL_ERROR',
      }),
      'exception',
    );
  }

  private expectedFailure(error: unknown): ToolResult | undefined {
    if (error instanceof ToolError)
      return ToolResult.error(this.shown(error.message), jsonOrNull(error.data), {
        ...(jsonOrNull(error.meta) as object | null),
        code: typeof error.code === 'string' ? error.code : 'INTERNAL_ERROR',
      });
    const http = httpExceptionMessage(error);
    return (
      http &&
      ToolResult.error(this.shown(http.message), null, {
        code: codeOfHttpStatus(http.status),
        http_status: http.status,
      })
    );
  }

  private storeDown(
    invocation: Invocation,
    error: StoreUnavailableError | VerificationUnavailableError,
  ): ToolResult {
    this.logger.error(
      `${subjectAtStart(invocation)} was refused because ${error.reasonCode} does not answer (ref ${invocation.context.requestId}): ${this.redactor.describeError(error.cause)}`,
    );
    return invocation.end(
      'unavailable',
      ToolResult.error(unavailable(), null, { code: 'UNAVAILABLE', reason_code: error.reasonCode }),
      error.reasonCode,
    );
  }

  private announce(invocation: Invocation, result: ToolResult, error: unknown): void {
    const { name, context, args, tool, startedAt } = invocation;
    this.events.failed(
      () =>
        new ToolFailedEvent(
          name,
          context,
          args,
          tool,
          result,
          error,
          this.clock.monotonic() - startedAt,
        ),
    );
  }

  private logUnexpected(invocation: Invocation, error: unknown): void {
    this.logger.error(
      `${subjectAtStart(invocation)} failed (ref ${invocation.context.requestId}): ${this.redactor.describeError(error)}`,
    );
  }

  /** A text for the caller: bounded, never empty, without the secrets that libraries like to put into their messages. */
  private shown(message: unknown): string {
    const text =
      typeof message === 'string' ? this.redactor.redactText(message, LONGEST_MESSAGE) : '';
    return text || 'The tool failed without saying why.';
  }
}

/** What was thrown, unless even asking for its class throws, as a revoked proxy does. */
function readable(error: unknown): unknown {
  try {
    void (error instanceof Error);
    return error;
  } catch {
    return new Error('Something was thrown that cannot be read.');
  }
}

/** A tool that was stopped half way may already have done what it does. */
function effect({ entered, tool }: Invocation): { effect_may_have_happened?: true } {
  return entered && !tool.readOnly ? { effect_may_have_happened: true } : {};
}

function jsonOrNull(value: unknown): unknown {
  const normalized = normalizeResult(value, { maxDepth: 16, maxBytes: 65_536 });
  return normalized.ok ? normalized.data : null;
}
