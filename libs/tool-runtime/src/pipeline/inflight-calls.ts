import type { ToolResult } from '../result/tool-result.js';
import { CallCancelledError } from './call-interruptions.js';
import type { Invocation } from './invocation.js';

/** The calls that are being waited for, so that a shutdown can let them finish and end those that do not. */
export class InflightCalls {
  private readonly calls = new Map<Invocation, Promise<ToolResult>>();

  get size(): number {
    return this.calls.size;
  }

  /** Remembers a call until its result is there. */
  track(invocation: Invocation, result: Promise<ToolResult>): Promise<ToolResult> {
    this.calls.set(invocation, result);
    return result.finally(() => this.calls.delete(invocation));
  }

  /** Waits up to `drainMs` for the calls to end by themselves, then ends them as cancelled. */
  async drain(drainMs: number): Promise<void> {
    if (this.calls.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const budget = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, drainMs);
    });
    await Promise.race([Promise.all(this.calls.values()), budget]);
    clearTimeout(timer);
    for (const invocation of this.calls.keys()) invocation.stop(new CallCancelledError('shutdown'));
  }
}
