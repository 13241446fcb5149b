import { Injectable, Module } from '@nestjs/common';
import type { ValueProvider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import {
  Tool,
  ToolBootError,
  ToolParam,
  ToolRegistry,
  ToolRuntimeModule,
} from '@toolgate/tool-runtime';
import { AuditRecorder } from './audit-recorder.js';
import { FakeClock } from './fake-clock.js';
import { LibraryTools, Shelf, library } from './library.fixture.js';
import { asPerson } from './tool-callers.js';
import { createToolTestingModule, withToolTesting } from './tool-testing.module.js';
import { toolTesting } from './tool-testing.js';
import type { ToolTesting } from './tool-testing.js';

@Injectable()
class StandInShelf {
  find() {
    return 'class';
  }
}

describe('a testing module with tools', () => {
  let tools: ToolTesting;
  afterEach(() => tools.close());

  it('calls them as whoever the test says', async () => {
    tools = await createToolTestingModule(library);
    const call = tools.call('find_book', { id: 'B-1' });
    expect((await call.as('ann', ['books:read'])).data).toEqual({ id: 'B-1', title: 'Book B-1' });
    expect((await call.on('mcp').as('ann')).code).toBe('FORBIDDEN');
    expect((await call.asNobody()).meta['reason_code']).toBe('unauthenticated');
    expect((await call.asHost()).success).toBe(true);
    expect((await call.withContext(asPerson('eve', ['*'], 'mcp'))).meta).toMatchObject({
      principal: 'eve',
      channel: 'mcp',
    });
  });

  it('records every call', async () => {
    tools = await createToolTestingModule(library);
    await tools.call('find_book', { id: 'B-1' }).on('mcp').as('ann', ['books:read']);
    await tools.call('find_book', { id: 'B-1' }).asNobody();
    tools.audit.expectOnly(
      { outcome: 'executed', principal: 'ann', channel: 'mcp', arguments: { id: 'B-1' } },
      { outcome: 'denied', principal: null },
    );
  });

  it('lets time pass when the test says so', async () => {
    tools = await createToolTestingModule(library);
    const find = () => tools.call('find_book', { id: 'B-1' }).as('ann', ['books:read']);
    for (let use = 0; use < 10; use++) expect((await find()).success).toBe(true);
    expect((await find()).code).toBe('RATE_LIMITED');
    tools.clock.advance(60_000);
    expect((await find()).success).toBe(true);
    expect(tools.audit.last.time).toBe('2026-01-01T00:01:00.000Z');
  });

  it('lets listeners of tool events take part, unless told otherwise', async () => {
    tools = await createToolTestingModule(library);
    expect((await tools.call('find_book', { id: '0' }).asHost()).code).toBe('BLOCKED');
    await tools.close();
    tools = await createToolTestingModule({ ...library, events: false });
    expect((await tools.call('find_book', { id: '0' }).asHost()).success).toBe(true);
  });

  it.each([
    ['a value', { useValue: { find: () => 'value' } }, 'value'],
    ['a class', { useClass: StandInShelf }, 'class'],
    ['a factory', { useFactory: () => ({ find: () => 'factory' }) }, 'factory'],
  ])('puts %s in the place of what tools depend on', async (_kind, replacement, found) => {
    tools = await createToolTestingModule({
      ...library,
      overrides: [{ provide: Shelf, ...replacement } as ValueProvider],
    });
    expect((await tools.call('find_book', { id: 'B-1' }).asHost()).data).toBe(found);
  });

  it('takes a class that extends the tools in their place', async () => {
    @Injectable()
    class LoudTools extends LibraryTools {
      @Tool({ name: 'find_book', description: 'Find a book, loudly' })
      override find(@ToolParam('id') id: string) {
        return { id, title: 'LOUD' };
      }
    }
    tools = await createToolTestingModule({
      ...library,
      overrides: [{ provide: LibraryTools, useClass: LoudTools }],
    });
    tools.expectTools(['find_book', 'lend_book', 'read_book', 'burn_book']);
    expect((await tools.call('find_book', { id: 'B' }).asHost()).data).toMatchObject({
      title: 'LOUD',
    });
  });
});

describe('an override that takes tools away', () => {
  const bootWith = (replacement: object) =>
    createToolTestingModule({
      ...library,
      overrides: [{ provide: LibraryTools, ...replacement } as ValueProvider],
    });

  it('is refused, and the message says which and what to do', async () => {
    await expect(bootWith({ useValue: { find: () => 1 } })).rejects.toThrow(
      'A replacement takes tools away. LibraryTools, which declares find_book, lend_book, read_book, burn_book, is replaced in this test by something that does not declare them. Replace what LibraryTools depends on instead; or use useClass with a class that extends it, and @Tool on every tool method it overrides.',
    );
  });

  it('is refused when it takes only some', async () => {
    class QuietTools extends LibraryTools {
      override find(id: string) {
        return { id, title: 'psst' };
      }
    }
    await expect(bootWith({ useClass: QuietTools })).rejects.toThrow(
      'LibraryTools, which declares find_book, is replaced',
    );
  });

  it('is not blamed when the boot fails for another reason', async () => {
    const booting = createToolTestingModule({
      ...library,
      providers: [...(library.providers ?? []), { provide: 'another', useClass: LibraryTools }],
      overrides: [{ provide: LibraryTools, useClass: class extends LibraryTools {} }],
    });
    await expect(booting).rejects.toThrow(ToolBootError);
  });
});

describe('an application that the test boots itself', () => {
  @Module({
    imports: [ToolRuntimeModule.forRoot({ rateLimit: false })],
    providers: [Shelf, LibraryTools],
  })
  class AppModule {}

  const builder = () => Test.createTestingModule({ imports: [AppModule] });

  it('is recorded and stopped in time when it was prepared', async () => {
    const audit = new AuditRecorder();
    const clock = new FakeClock(0);
    const module = await withToolTesting(builder(), { audit, clock }).compile();
    const tools = toolTesting(await module.init());
    clock.advance(5);
    await tools.call('find_book', { id: 'B-1' }).asHost();
    expect(tools.audit).toBe(audit);
    expect(tools.clock).toBe(clock);
    expect(audit.last.time).toBe('1970-01-01T00:00:00.005Z');
    await tools.close();
  });

  it('keeps the clock of the machine when told to', async () => {
    const module = await withToolTesting(builder(), { clock: 'system' }).compile();
    const tools = toolTesting(await module.init());
    expect(() => tools.clock).toThrow("do not ask for the system's clock");
    tools.audit.expectOnly();
    await tools.close();
  });

  it('says how it is prepared when it was not', async () => {
    const module = await (await builder().compile()).init();
    const tools = toolTesting(module);
    expect(tools.registry).toBe(module.get(ToolRegistry));
    expect(() => tools.audit).toThrow('withToolTesting(Test.createTestingModule(');
    expect(() => tools.clock).toThrow('withToolTesting(Test.createTestingModule(');
    await tools.close();
  });

  it('says that it has no runtime when it has none', async () => {
    const module = await Test.createTestingModule({}).compile();
    expect(() => toolTesting(module)).toThrow('Import ToolRuntimeModule.forRoot()');
  });
});
