import type { LoggerService } from '@nestjs/common';
import { oneLine } from '../terminal/safe-text.js';
import type { Terminal } from '../terminal/terminal.js';

/** Nest logs these before it throws the same error, which the command reports itself. */
const REPORTED_ELSEWHERE = 'ExceptionHandler';
/** Where Nest announces preview mode, which is no news here. */
const ANNOUNCER = 'NestApplicationContext';
/** The default audit sink. Its records are the only trace of a call, so they are written whatever else is not. */
const AUDIT = 'ToolAudit';

/** The host's log on standard error: warnings, errors and audit records, or everything when asked for. Standard output belongs to the answer. */
export class StderrLogger implements LoggerService {
  private readonly warned = new Set<string>();

  constructor(
    private readonly terminal: Terminal,
    private readonly options: { readonly verbose: boolean; readonly preview: boolean },
  ) {}

  /** True when this part of the application has warned. */
  hasWarned(context: string): boolean {
    return this.warned.has(context);
  }

  log(message: unknown, ...rest: unknown[]): void {
    if (this.options.verbose || contextOf(rest) === AUDIT) this.write('log', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    if (this.options.verbose) this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    if (this.options.verbose) this.write('verbose', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    const context = contextOf(rest);
    if (this.options.preview && context === ANNOUNCER) return;
    if (context !== undefined) this.warned.add(context);
    this.write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (contextOf(rest) === REPORTED_ELSEWHERE && !this.options.verbose) return;
    this.write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private write(level: string, message: unknown, rest: readonly unknown[]): void {
    const { dim, yellow, red } = this.terminal.notePaint;
    const paint = level === 'warn' ? yellow : level === 'error' || level === 'fatal' ? red : dim;
    const context = contextOf(rest);
    const where = context === undefined ? '' : `[${oneLine(context)}] `;
    this.terminal.note(paint(`${level} ${where}${oneLine(textOf(message))}`));
  }
}

/** Nest passes the context last, after a stack or further messages. */
function contextOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' && !last.includes('\n') ? last : undefined;
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  if (message instanceof Error) return `${message.name}: ${message.message}`;
  try {
    return JSON.stringify(message) ?? String(message);
  } catch {
    return '(a message that cannot be shown)';
  }
}
