import { createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import type { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { McpModule } from '@toolgate/mcp';
import { Tool, ToolContext, ToolCtx, ToolParam, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { makeNoise } from './noise.js';

@Injectable()
class DeskTools {
  @Tool({ name: 'echo', description: 'Give back a text', readOnly: true })
  echo(@ToolParam('text') text: string) {
    return text;
  }

  @Tool({ name: 'noisy', description: 'Print in every way', timeoutMs: 20_000 })
  async noisy() {
    await makeNoise('in a call');
    return 'done';
  }

  /** Tells on standard error how it ended, for a test that has no client left. */
  @Tool({ name: 'wait', description: 'Wait for some time' })
  async wait(@ToolParam('ms', { type: 'integer' }) ms: number, @ToolCtx() context: ToolContext) {
    context.reportProgress({ progress: 1 });
    try {
      await setTimeout(ms, undefined, { signal: context.signal });
    } catch {
      process.stderr.write('wait: aborted\n');
      throw new Error('aborted');
    }
    process.stderr.write('wait: finished\n');
    return 'waited';
  }

  @Tool({ name: 'memory', description: 'Memory of the process, bytes', readOnly: true })
  memory() {
    return process.memoryUsage.rss();
  }

  @Tool({ name: 'fault', description: 'Throw where nobody catches' })
  fault(@ToolParam('rejects') rejects: boolean) {
    if (rejects) void Promise.reject(new Error('a fault of the host'));
    else
      setImmediate(() => {
        throw new Error('a fault of the host');
      });
    return 'soon';
  }
}

/** What keeps a process alive and talks while it begins and ends. */
@Injectable()
class Neighbour implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  async onModuleInit(): Promise<void> {
    if (process.env['NOISY']) await makeNoise('while booting');
  }

  onApplicationBootstrap(): void {
    setInterval(() => undefined, 1_000);
    createServer().listen(0, '127.0.0.1');
  }

  async onApplicationShutdown(): Promise<void> {
    process.stdout.write('noise while closing\n');
    if (process.env['STUCK']) await new Promise(() => undefined);
    process.stderr.write('application: closed\n');
  }
}

@Module({
  imports: [
    ToolRuntimeModule.forRoot({ rateLimit: { limit: 10_000 } }),
    McpModule.forRoot({ serverInfo: { name: 'desk', version: '1.0.0' } }),
  ],
  providers: [DeskTools, Neighbour],
})
export class DeskModule {}
