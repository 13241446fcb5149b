import { Logger } from '@nestjs/common';
import type { LoggerService } from '@nestjs/common';

/** What the Nest Logger was told while a test ran. */
export interface LoggedLine {
  readonly level: 'log' | 'warn' | 'error' | 'debug' | 'verbose' | 'fatal';
  readonly text: string;
}

/** Takes the place of Nest's console logger; everything it was given is kept, optional parameters included. */
export class LogRecorder implements LoggerService {
  readonly lines: LoggedLine[] = [];

  /** Starts recording. Call {@link stop} when the test ends. */
  static start(): LogRecorder {
    const recorder = new LogRecorder();
    Logger.overrideLogger(recorder);
    return recorder;
  }

  /** Silences the logger again. */
  stop(): void {
    Logger.overrideLogger(false);
  }

  texts(level: LoggedLine['level']): string[] {
    return this.lines.filter((line) => line.level === level).map((line) => line.text);
  }

  log = this.recorderOf('log');
  warn = this.recorderOf('warn');
  error = this.recorderOf('error');
  debug = this.recorderOf('debug');
  verbose = this.recorderOf('verbose');
  fatal = this.recorderOf('fatal');

  private recorderOf(level: LoggedLine['level']) {
    return (...parts: unknown[]): void => {
      this.lines.push({ level, text: parts.map(String).join(' ') });
    };
  }
}
