import { ToolContext, ToolRegistry, ToolResult } from '@toolgate/tool-runtime';
import type { ToolExecutingEvent } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';

describe('an answer that the caller offers', () => {
  let runtime: RunningRuntime;
  let registry: ToolRegistry;
  let ran = 0;
  beforeAll(async () => {
    runtime = await bootRuntime();
    registry = runtime.registry;
    const input = {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
    } as const;
    const run = () => ++ran;
    registry.register({ name: 'open', description: 'Open', input }, run);
    registry.register({ name: 'scoped', description: 'Scoped', scopes: ['a'], input }, run);
    registry.register({ name: 'asked', description: 'Asked', mutating: true, confirm: true }, run);
  });
  afterAll(() => runtime.app.close());
  afterEach(() => runtime.emitter.removeAllListeners());

  const ann = ToolContext.web({ principal: 'ann' });
  const call = (name: string, args: unknown, answer: unknown) =>
    registry.call(name, args, ann, { answer: { result: answer } });

  it('is given instead of running the tool', async () => {
    expect(await call('open', { id: '1' }, 'offered')).toMatchObject({
      success: true,
      data: 'offered',
      meta: { cache_served: true, principal: 'ann' },
    });
    expect(await call('open', { id: '1' }, ToolResult.error('sold out'))).toMatchObject({
      success: false,
      error: 'sold out',
    });
    expect(await call('open', { id: '1' }, undefined)).toMatchObject({ data: null });
    expect(ran).toBe(0);
    expect(runtime.records().at(-1)).toMatchObject({ outcome: 'served', cacheServed: true });
  });

  it('opens no gate', async () => {
    expect((await call('scoped', { id: '1' }, 'offered')).code).toBe('FORBIDDEN');
    expect((await call('open', {}, 'offered')).code).toBe('VALIDATION_ERROR');
    expect((await call('nope', {}, 'offered')).code).toBe('TOOL_NOT_FOUND');
    expect((await call('asked', {}, 'offered')).requiresConfirmation).toBe(true);
    const planned = await registry.call('open', { id: '1' }, ann.asPlan(), {
      answer: { result: 'offered' },
    });
    expect(planned.type).toBe('plan');
    expect(ran).toBe(0);
  });

  it('yields to a listener that vetoes or answers', async () => {
    const listen = (listener: (event: ToolExecutingEvent) => void) =>
      runtime.emitter.once('tool.executing', listener);
    listen(({ slot }) => slot.stop('no'));
    expect((await call('open', { id: '1' }, 'offered')).isBlocked).toBe(true);
    listen(({ slot }) => slot.shortCircuit('listener'));
    expect((await call('open', { id: '1' }, 'offered')).data).toBe('listener');
  });
});
