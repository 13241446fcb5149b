import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolParam } from '@toolgate/tool-runtime';

/** A provider with one tool that reads and one that changes after a confirmation. */
@Injectable()
export class NotesTools {
  private readonly removed: string[] = [];

  @Tool({ name: 'read_note', description: 'Read a note' })
  read() {
    return 'milk, bread';
  }

  @Tool({ name: 'remove_note', description: 'Remove a note', mutating: true, confirm: true })
  remove(@ToolParam('title', { description: 'Which one' }) title: string) {
    this.removed.push(title);
    return [...this.removed];
  }
}

export const ann = ToolContext.web({ principal: 'ann' });
