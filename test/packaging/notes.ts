import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventEmitterModule } from '@nestjs/event-emitter';
import * as toolgate from '@toolgate/tool-runtime';
import {
  OnToolExecuted,
  Tool,
  ToolContext,
  ToolCtx,
  ToolParam,
  ToolRegistry,
  ToolRuntimeModule,
} from '@toolgate/tool-runtime';
import type { ToolExecutedEvent } from '@toolgate/tool-runtime';

@Injectable()
class NotesTools {
  @Tool({ name: 'read_note', description: 'Read a note' })
  read(
    @ToolParam('page', { type: 'integer', clamp: [1, 9] }) page: number,
    @ToolCtx() context: ToolContext,
  ) {
    return { page, reader: context.principal };
  }
}

@Injectable()
class Reader {
  readonly seen: string[] = [];

  @OnToolExecuted()
  note(event: ToolExecutedEvent): void {
    this.seen.push(event.name);
  }
}

@Module({
  imports: [EventEmitterModule.forRoot(), ToolRuntimeModule.forRoot()],
  providers: [NotesTools, Reader],
})
class NotesModule {}

/** What keeps a consumer from importing something; undefined when nothing does. */
async function obstacle(specifier: string): Promise<string | undefined> {
  try {
    await import(specifier);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

async function main(): Promise<void> {
  const app = await NestFactory.createApplicationContext(NotesModule, { logger: false });
  const registry = app.get(ToolRegistry);
  const ann = ToolContext.web({ principal: 'ann' });
  const report = {
    tools: registry.getDefinitions().map(({ name }) => name),
    read: (await registry.call('read_note', { page: 12 }, ann)).data,
    seen: app.get(Reader).seen,
    exports: Object.keys(toolgate).filter((name) => name !== 'default'),
    obstacles: {
      inside: await obstacle('@toolgate/tool-runtime/dist/tool-registry.js'),
      validator: await obstacle('class-validator'),
    },
  };
  await app.close();
  process.stdout.write(JSON.stringify(report));
}

main().catch((error: unknown) => {
  process.stderr.write(String(error));
  process.exitCode = 1;
});
