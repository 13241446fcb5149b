import { library } from './library.fixture.js';
import { planSnapshot } from './plan-snapshot.js';
import { asNobody, asPerson } from './tool-callers.js';
import { createToolTestingModule } from './tool-testing.module.js';
import type { ToolTesting } from './tool-testing.js';

describe('the snapshot of a plan', () => {
  let tools: ToolTesting;
  beforeAll(async () => {
    tools = await createToolTestingModule(library);
  });
  afterAll(() => tools.close());

  it('says how the call would end, and what each step goes by', async () => {
    const snapshot = await planSnapshot(tools, 'lend_book', asPerson('ann', ['books:lend'], 'mcp'));
    expect(snapshot).toMatchObject({
      tool: 'lend_book',
      caller: { principal: 'ann', channel: 'mcp', scopes: ['books:lend'], mode: 'execute' },
      verdict: { outcome: 'confirmation_requested' },
      wiring: { ruleProvider: 'present' },
    });
    const facts = new Map(snapshot.steps.map((step) => [step.kind, step.facts]));
    expect(facts.get('confirm')).toMatchObject({ required: true, ttlMs: 60_000 });
    expect(facts.get('authorize')).toMatchObject({ scopesRequired: ['books:lend'] });
  });

  it('is the same for every call, application and order of scopes', async () => {
    const other = await createToolTestingModule(library);
    other.clock.advance(1_000_000);
    await other.call('find_book', { id: 'B-1' }).asHost();
    const first = await tools.planSnapshot('find_book', asPerson('ann', ['b', 'a']));
    const second = await planSnapshot(other.app, 'find_book', asPerson('ann', ['a', 'b']));
    expect(second).toEqual(first);
    await other.close();
  });

  it('is plain JSON, without sentences and identifiers', async () => {
    const snapshot = await tools.planSnapshot('find_book', asNobody());
    const json = JSON.stringify(snapshot);
    expect(JSON.parse(json)).toEqual(snapshot);
    expect(snapshot.verdict).toMatchObject({ outcome: 'denied', reasonCode: 'unauthenticated' });
    expect(json).not.toContain('requires an authenticated');
    expect(json).not.toMatch(/[0-9a-f]{32}/);
  });

  it('changes when the tool does', async () => {
    const strict = await createToolTestingModule({
      ...library,
      options: { ...library.options, execution: { timeoutMs: 5 } },
    });
    const changed = await strict.planSnapshot('find_book', asNobody());
    expect(changed).not.toEqual(await tools.planSnapshot('find_book', asNobody()));
    await strict.close();
  });

  it('needs a tool that exists', async () => {
    await expect(tools.planSnapshot('nothing', asNobody())).rejects.toThrow('There is no tool');
  });
});
