import { IntrinsicException } from '@nestjs/common';
import type { ToolResultCode } from './tool-result.codes.js';

/** What a {@link ToolError} may carry besides its message. */
export interface ToolErrorOptions {
  /** Goes to `meta.code`; a runtime code or the host's own. @default 'INTERNAL_ERROR' */
  readonly code?: ToolResultCode | (string & {});
  /** Goes to `data`: facts the caller may see. */
  readonly data?: unknown;
  /** Further members of `meta`. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** For the server's log only. */
  readonly cause?: unknown;
}

/**
 * An expected failure whose message the caller may read. Anything else a tool throws reaches the caller as
 * `Internal error (ref …)` and its detail only the server's log.
 *
 * @example
 * ```ts
 * throw new ToolError('Order A-7 was shipped and cannot be cancelled.', { code: 'CONFLICT' });
 * ```
 */
export class ToolError extends IntrinsicException {
  /** Becomes `meta.code`. */
  readonly code: string;
  /** Becomes `data`. */
  readonly data: unknown;
  /** Merged into `meta`. */
  readonly meta: Readonly<Record<string, unknown>>;

  constructor(message: string, options: ToolErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ToolError';
    this.code = options.code ?? 'INTERNAL_ERROR';
    this.data = options.data ?? null;
    this.meta = options.meta ?? {};
  }
}
