import type { LoggerService } from '@nestjs/common';
import { print } from './print.js';

const SHOWN: ReadonlySet<string> = new Set(['ToolAudit', 'ToolRuntimeModule', 'McpModule']);

/** Shows the audit trail and what went wrong; the rest of the log would only be in the way of a walk. */
export class AuditOnlyLogger implements LoggerService {
  log(message: unknown, context?: string): void {
    if (SHOWN.has(context ?? '')) this.show(message, context);
  }

  warn(message: unknown, context?: string): void {
    this.show(message, context);
  }

  error(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    this.show(message, typeof context === 'string' ? context : 'Error');
  }

  private show(message: unknown, context = 'Log'): void {
    print(`[${context}] ${message instanceof Error ? message.message : String(message)}`);
  }
}
