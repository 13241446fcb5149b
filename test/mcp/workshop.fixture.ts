import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolCtx, ToolParam } from '@toolgate/tool-runtime';

/** A handful of tools for tests of the transport. */
@Injectable()
export class WorkshopTools {
  /** What has become of calls of `wait`. */
  readonly waited: string[] = [];
  private readonly gates = new Map<string, () => void>();

  @Tool({ name: 'echo', description: 'Say it again', readOnly: true })
  echo(@ToolParam('text', { description: 'What to say' }) text: string) {
    return `Echo: ${text}`;
  }

  @Tool({ name: 'whoami', description: 'Who calls', readOnly: true })
  whoami(@ToolCtx() { principal, scopes, ip, userAgent }: ToolContext) {
    return { principal, scopes, ip, userAgent };
  }

  @Tool({ name: 'work', description: 'Reports as it goes', readOnly: true })
  async work(@ToolCtx() context: ToolContext) {
    for (const done of [1, 2]) {
      context.reportProgress({ progress: done, total: 2 });
      // Further apart than reports are gathered.
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    return 'worked';
  }

  /** Goes on until {@link release} or until nobody wants the result. */
  @Tool({ name: 'wait', description: 'Waits', readOnly: true })
  async wait(
    @ToolParam('name', { description: 'Which' }) name: string,
    @ToolCtx() { signal }: ToolContext,
  ) {
    this.waited.push(`${name} began`);
    await new Promise<void>((resolve) => {
      this.gates.set(name, resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    this.waited.push(`${name} ${signal.aborted ? 'was cancelled' : 'finished'}`);
    return 'waited';
  }

  /** Lets a waiting call finish. */
  release(name: string): void {
    this.gates.get(name)?.();
  }

  @Tool({ name: 'chatter', description: 'Says a lot', readOnly: true })
  chatter(@ToolCtx() context: ToolContext) {
    for (let line = 0; line < 64; line++) context.log('info', 'x'.repeat(100_000));
    return 'said';
  }
}
