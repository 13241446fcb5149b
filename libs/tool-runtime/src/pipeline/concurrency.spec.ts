import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Tool, ToolContext, ToolCtx, ToolParam } from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';

@Injectable()
class Mirror {
  @Tool({ name: 'who', description: 'Says who asks' })
  async who(@ToolParam('n', { type: 'integer' }) n: number, @ToolCtx() context: ToolContext) {
    if (n % 3 === 0) await nextTurn();
    if (n % 7 === 0) await sleep(1);
    if (n % 5 === 0) await Promise.resolve();
    return { n, who: context.principal };
  }
}

describe('two hundred callers, fifty calls each, all at once', () => {
  it('each get their own answers, and the trail blames nobody else', async () => {
    const unhandled: unknown[] = [];
    const onUnhandled = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', onUnhandled);
    const { app, registry, emitter, records } = await bootRuntime({ providers: [Mirror] });
    emitter.on('tool.executing', async () => nextTurn());

    const callers = Array.from({ length: 200 }, (_, n) =>
      ToolContext.web({ principal: `user:${n}` }),
    );
    const calls = callers.flatMap((context) =>
      Array.from({ length: 50 }, async (_, n) => {
        const result = await registry.call('who', { n }, context);
        return { context, n, result };
      }),
    );
    for (const { context, n, result } of await Promise.all(calls)) {
      expect(result.data).toEqual({ n, who: context.principal });
      expect(result.meta['principal']).toBe(context.principal);
      expect(result.meta['request_id']).toBe(context.requestId);
    }
    const trail = records();
    expect(trail).toHaveLength(10_000);
    const principals = new Map(callers.map(({ requestId, principal }) => [requestId, principal]));
    for (const record of trail) expect(record.principal).toBe(principals.get(record.requestId));

    await app.close();
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  }, 60_000);

  it('are admitted exactly as often as the budget says', async () => {
    const { app, registry } = await bootRuntime({
      providers: [Mirror],
      options: { rateLimit: { limit: 5 } },
    });
    const context = ToolContext.web({ principal: 'ann' });
    const results = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => registry.call('who', { n }, context)),
    );
    expect(results.filter(({ success }) => success)).toHaveLength(5);
    await app.close();
  });
});
