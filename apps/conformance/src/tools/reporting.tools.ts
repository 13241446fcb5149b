import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolCtx } from '@toolgate/tool-runtime';

/** The suite wants to see messages come while the tool runs, about this far apart, milliseconds. */
const PAUSE_MS = 50;

/** Longer than the server keeps a connection for one answer. */
const LONG_MS = 1_500;

/** Tools that say something before they answer. */
@Injectable()
export class ReportingTools {
  @Tool({ name: 'test_tool_with_progress', description: 'Reports progress while it runs' })
  async progress(@ToolCtx() context: ToolContext) {
    for (const progress of [0, 50, 100]) {
      context.reportProgress({ progress, total: 100, message: `Completed ${progress} of 100` });
      await sleep(PAUSE_MS);
    }
    return 'Reported progress three times';
  }

  @Tool({ name: 'test_tool_with_logging', description: 'Sends log messages while it runs' })
  async log(@ToolCtx() context: ToolContext) {
    context.log('info', 'Tool execution started');
    await sleep(PAUSE_MS);
    context.log('info', 'Tool processing data');
    await sleep(PAUSE_MS);
    context.log('info', 'Tool execution completed');
    return 'Logged three messages';
  }

  @Tool({
    name: 'test_reconnection',
    description: 'Takes so long that its client has to come back for the answer',
  })
  async takeLong() {
    await sleep(LONG_MS);
    return 'Answered on another connection';
  }

  @Tool({
    name: 'test_logging_tool',
    description: 'Sends a log message of every level, to those who asked for it',
  })
  everyLevel(@ToolCtx() context: ToolContext) {
    const levels = [
      'debug',
      'info',
      'notice',
      'warning',
      'error',
      'critical',
      'alert',
      'emergency',
    ] as const;
    for (const level of levels) context.log(level, `A message of level ${level}`);
    return `Logged ${levels.length} messages`;
  }
}
