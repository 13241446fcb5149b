import { ToolRegistry } from '@toolgate/tool-runtime';
import { bootRuntime } from './support/boot-runtime.js';
import type { RunningRuntime } from './support/boot-runtime.js';
import { NotesTools, ann } from './support/notes.fixture.js';

const LIMITS = { rateLimit: { limit: 20, windowMs: 60_000 } };

describe('two applications in one process', () => {
  let one: RunningRuntime;
  let other: RunningRuntime;

  beforeEach(async () => {
    one = await bootRuntime({ providers: [NotesTools], options: LIMITS });
    other = await bootRuntime({ providers: [NotesTools], options: LIMITS });
  });

  afterEach(async () => {
    await one.app.close();
    await other.app.close();
  });

  it('have the same tools and each its own registry', () => {
    expect(one.registry).not.toBe(other.registry);
    expect(one.app.get(ToolRegistry)).toBe(one.registry);
    one.registry.register({ name: 'added', description: 'Only here' }, () => 1);
    one.registry.unregister('read_note');
    expect(one.registry.getDefinitions().map(({ name }) => name)).toEqual(['remove_note', 'added']);
    expect(other.registry.getDefinitions().map(({ name }) => name)).toEqual([
      'read_note',
      'remove_note',
    ]);
  });

  it('have each its own budgets', async () => {
    for (let time = 0; time < 20; time++) await one.registry.call('read_note', {}, ann);
    expect((await one.registry.call('read_note', {}, ann)).code).toBe('RATE_LIMITED');
    expect((await other.registry.call('read_note', {}, ann)).success).toBe(true);
  });

  it("do not know each other's confirmations", async () => {
    const asked = await one.registry.call('remove_note', { title: 'list' }, ann);
    const redeem = { confirm_token: asked.confirmToken };
    expect((await other.registry.call('remove_note', redeem, ann)).code).toBe('VALIDATION_ERROR');
    expect((await one.registry.call('remove_note', redeem, ann)).data).toEqual(['list']);
    const again = await other.registry.call('remove_note', { title: 'map' }, ann);
    const done = await other.registry.call(
      'remove_note',
      { confirm_token: again.confirmToken },
      ann,
    );
    expect(done.data).toEqual(['map']);
  });

  it('hear only their own events and keep only their own records', async () => {
    const heard: string[] = [];
    one.emitter.on('tool.executed', () => heard.push('one'));
    other.emitter.on('tool.executed', () => heard.push('other'));
    await other.registry.call('read_note', {}, ann);
    expect(heard).toEqual(['other']);
    expect([one.records().length, other.records().length]).toEqual([0, 1]);
  });

  it('end one by one', async () => {
    await one.app.close();
    expect((await one.registry.call('read_note', {}, ann)).code).toBe('CANCELLED');
    expect((await other.registry.call('read_note', {}, ann)).success).toBe(true);
  });
});
