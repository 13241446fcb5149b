import { confirmAndCall } from './confirm-and-call.js';
import { Shelf, library } from './library.fixture.js';
import { asPerson } from './tool-callers.js';
import { createToolTestingModule } from './tool-testing.module.js';
import type { ToolTesting } from './tool-testing.js';

describe('confirming and calling', () => {
  let tools: ToolTesting;
  beforeAll(async () => {
    tools = await createToolTestingModule(library);
  });
  afterAll(() => tools.close());

  it('makes both calls, so that the tool runs once', async () => {
    const librarian = asPerson('ann', ['books:lend'], 'mcp');
    const result = await confirmAndCall(tools.registry, 'lend_book', { id: 'B-1' }, librarian);
    expect(result.data).toEqual({ id: 'B-1' });
    expect(tools.app.get(Shelf).lent).toEqual(['B-1']);
    tools.audit.expectOnly('confirmation_requested', 'executed');
  });

  it('reads as a sentence on a testing module', async () => {
    const call = tools.confirmAndCall('lend_book', { id: 'B-2' });
    expect((await call.as('bob', ['books:lend'])).data).toEqual({ id: 'B-2' });
  });

  it('says that the tool ran at once', async () => {
    await expect(tools.confirmAndCall('find_book', { id: 'B-1' }).asHost()).rejects.toThrow(
      "Expected tool 'find_book', called by local-shell on 'cli' with the scopes *, to ask for confirmation, but it ran at once, without being confirmed.",
    );
  });

  it('says why nobody was asked', async () => {
    await expect(tools.confirmAndCall('lend_book', { id: 'B-1' }).asNobody()).rejects.toThrow(
      /but it ended as FORBIDDEN\.\n {2}It says: channel 'web' requires an authenticated principal/,
    );
  });
});
