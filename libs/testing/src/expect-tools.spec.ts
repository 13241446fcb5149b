import { Module } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ToolRegistry, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { expectTool } from './expect-tool.js';
import { expectTools } from './expect-tools.js';
import { LibraryTools, Shelf } from './library.fixture.js';

const ALL = ['find_book', 'lend_book', 'read_book', 'burn_book'];

@Module({
  imports: [ToolRuntimeModule.forRoot({ discovery: { requireTools: false } })],
  providers: [Shelf, LibraryTools],
})
class AppModule {}

const builder = () => Test.createTestingModule({ imports: [AppModule] });

describe('expecting the tools of an application', () => {
  it('is content with exactly these, in any order, from an application or a registry', async () => {
    const app = await (await builder().compile()).init();
    expectTools(app, ALL.toReversed());
    expectTools({ app }, ALL);
    expectTools(app.get(ToolRegistry), ALL);
    await app.close();
  });

  it('names what is missing and what nobody expected', async () => {
    const app = await (await builder().compile()).init();
    expect(() => expectTools(app, ['find_book', 'read_book', 'sell_book'])).toThrow(
      'The application has other tools than expected.\n' +
        '  missing: sell_book\n' +
        '  not expected: lend_book, burn_book\n' +
        '  The application has: find_book, lend_book, read_book, burn_book.',
    );
    await app.close();
  });

  it('names the provider whose replacement took its tools away', async () => {
    const replaced = builder()
      .overrideProvider(LibraryTools)
      .useValue({ find: () => 1 });
    const app = await (await replaced.compile()).init();
    const culprit = 'LibraryTools, which declares find_book, lend_book, read_book, burn_book, is';
    expect(() => expectTools(app, ALL)).toThrow(culprit);
    await expect(expectTool(app, 'lend_book').asNobody().toBeDenied()).rejects.toThrow(culprit);
    await app.close();
  });

  it('reminds of init() when there are none at all', async () => {
    const app = await builder().compile();
    expect(() => expectTools(app, ALL)).toThrow('was `await app.init()` called?');
  });
});
