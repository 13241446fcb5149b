import { Injectable, Module } from '@nestjs/common';
import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { UseGuards } from '@nestjs/common';
import { EventEmitterModule } from '@nestjs/event-emitter';
import {
  Tool,
  ToolContext,
  ToolCtx,
  ToolError,
  ToolParam,
  ToolRuntimeModule,
  governedMethod,
} from '@toolgate/tool-runtime';
import type { ToolRuntimeOptions } from '@toolgate/tool-runtime';

/** Refuses everybody. */
@Injectable()
export class LockedDoor implements CanActivate {
  canActivate(_context: ExecutionContext): boolean {
    return false;
  }
}

/** Notes of a test: one tool for each thing that a command shows. */
@Injectable()
export class NoteTools {
  readonly deleted: string[] = [];

  @Tool({ name: 'read_note', description: 'Read a note', tags: ['notes'] })
  read(@ToolParam('id', { description: 'Number of the note' }) id: string) {
    return { id, text: 'Buy \u001b[31mmilk' };
  }

  @Tool({
    name: 'delete_note',
    description: 'Delete a note for good',
    scopes: ['notes:delete'],
    mutating: true,
    confirm: true,
  })
  delete(@ToolParam('id', { description: 'Number of the note' }) id: string) {
    this.deleted.push(id);
    return { deleted: id };
  }

  @Tool({ name: 'open_vault', description: 'Guarded' })
  @UseGuards(LockedDoor)
  vault() {
    return 'open';
  }

  @Tool({ name: 'fail_note', description: 'Always fails' })
  fail(): never {
    throw new ToolError('There is no paper left.', { code: 'CONFLICT' });
  }

  @Tool({ name: 'who_am_i', description: 'Says who calls', hidden: true })
  who(@ToolCtx() { principal, channel, scopes, mode }: ToolContext) {
    return { principal, channel, scopes, mode };
  }

  @Tool({ name: 'count_slowly', description: 'Reports progress until it is cancelled' })
  async count(@ToolCtx() context: ToolContext) {
    context.reportProgress({ progress: 1, total: 3, message: 'one' });
    await new Promise<void>((resolve) => {
      context.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    return 'stopped';
  }
}

/** What is governed like a tool, as another module would bring it. */
@Injectable()
export class NotePages {
  @governedMethod({
    kind: 'page',
    decorator: '@Page',
    address: 'notes://shelf',
    options: { name: 'shelf', description: 'Every note', scopes: ['notes:read'] },
  })
  shelf() {
    return 'shelf';
  }
}

/** An application with the notes and whatever else a test puts beside them. */
export function notesApp(options: ToolRuntimeOptions = {}, providers: readonly Type[] = []): Type {
  @Module({
    imports: [EventEmitterModule.forRoot(), ToolRuntimeModule.forRoot(options)],
    providers: [NoteTools, ...providers],
  })
  class NotesModule {}
  return NotesModule;
}
