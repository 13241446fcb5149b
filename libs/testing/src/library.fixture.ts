import { ForbiddenException, Injectable, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { OnToolExecuting, PolicyRuleProvider, Tool, ToolParam } from '@toolgate/tool-runtime';
import type { PolicyRule, PolicyRuleQuery, ToolExecutingEvent } from '@toolgate/tool-runtime';
import type { ToolTestingModuleOptions } from './tool-testing.module.js';

/** Where the tools of the library look. */
@Injectable()
export class Shelf {
  readonly lent: string[] = [];

  find(id: string): { readonly id: string; readonly title: string } {
    return { id, title: `Book ${id}` };
  }
}

/** Lets nobody at the rare books. */
@Injectable()
export class RareBooksGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const { id } = execution.getArgByIndex<{ id: string }>(1);
    if (!id.startsWith('R')) return true;
    throw new ForbiddenException(`Book ${id} is rare.`);
  }
}

/** The tools of a library: one for each way in which a call can be decided. */
@Injectable()
export class LibraryTools {
  constructor(private readonly shelf: Shelf) {}

  @Tool({ name: 'find_book', description: 'Find a book', scopes: ['books:read'], readOnly: true })
  find(@ToolParam('id') id: string) {
    return this.shelf.find(id);
  }

  @Tool({
    name: 'lend_book',
    description: 'Lend a book',
    scopes: ['books:lend'],
    mutating: true,
    confirm: true,
  })
  lend(@ToolParam('id') id: string) {
    this.shelf.lent.push(id);
    return { id };
  }

  @Tool({ name: 'read_book', description: 'Read a book', scopes: ['books:read'] })
  @UseGuards(RareBooksGuard)
  read(@ToolParam('id') id: string) {
    return `${this.shelf.find(id).title}: once upon a time`;
  }

  @Tool({ name: 'burn_book', description: 'Burn a book', mutating: true, hidden: true })
  burn(@ToolParam('id') id: string) {
    return id;
  }
}

/** Lends nothing of series X, and lets the auditor do nothing but find books. */
@Injectable()
export class LibraryRules implements PolicyRuleProvider {
  findMatchingRule({ tool, principal, arguments: args }: PolicyRuleQuery): PolicyRule | undefined {
    if (principal === 'auditor' && tool !== 'find_book')
      return { id: 'audit', effect: 'deny', description: 'Auditors only look things up.' };
    const id = args?.['id'];
    if (typeof id === 'string' && id.startsWith('X'))
      return { id: 'series-x', effect: 'deny', description: 'Series X stays here.' };
    if (principal === 'broken') throw new Error('no database');
    return undefined;
  }
}

/** Vetoes what is done on a book that does not exist. */
@Injectable()
export class MissingBooksListener {
  @OnToolExecuting()
  veto({ args, slot }: ToolExecutingEvent): void {
    if ((args as { id?: string }).id === '0') slot.stop('There is no book 0.');
  }
}

/** Boots the library. */
export const library: ToolTestingModuleOptions = {
  providers: [Shelf, LibraryTools, MissingBooksListener],
  options: {
    channels: { kiosk: { blockMutating: true } },
    rateLimit: { limit: 10, windowMs: 60_000 },
    providers: [{ provide: PolicyRuleProvider, useClass: LibraryRules }],
  },
};
