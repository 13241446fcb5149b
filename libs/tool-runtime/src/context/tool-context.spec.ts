import { ToolContext, abortCall, callerSignal, closeCall, openCall } from './tool-context.js';

describe('a context of the command line', () => {
  it('is the local shell with every scope', () => {
    const context = ToolContext.cli();
    expect(context).toMatchObject({
      principal: 'local-shell',
      channel: 'cli',
      scopes: ['*'],
      mode: 'execute',
      ip: null,
      userAgent: null,
    });
    expect(context.requestId).toMatch(/^[0-9a-f]{32}$/);
  });

  it('gets a request id of its own each time, unless one is given', () => {
    expect(ToolContext.cli().requestId).not.toBe(ToolContext.cli().requestId);
    expect(ToolContext.cli({ requestId: '' }).requestId).toBe('');
  });
});

describe('a context of standard input and output', () => {
  it('is trusted on the mcp channel', () => {
    expect(ToolContext.stdio({ requestId: 'req-1' })).toMatchObject({
      principal: 'stdio',
      channel: 'mcp',
      scopes: ['*'],
      requestId: 'req-1',
      mode: 'execute',
    });
  });

  it('can be another principal with fewer scopes', () => {
    const context = ToolContext.stdio({ principal: 'my-server', scopes: ['tools:read'] });
    expect(context).toMatchObject({
      principal: 'my-server',
      scopes: ['tools:read'],
      channel: 'mcp',
    });
  });
});

describe('a context of the web', () => {
  const context = ToolContext.web({ principal: 'user:42', scopes: ['posts:read', 'posts:write'] });

  it('holds exactly the scopes it was given', () => {
    expect(context).toMatchObject({ principal: 'user:42', channel: 'web', mode: 'execute' });
    expect(context.scopes).toEqual(['posts:read', 'posts:write']);
    expect(context.hasScope('admin:everything')).toBe(false);
    expect(ToolContext.web({ principal: 'user:1' }).hasScope('posts:read')).toBe(false);
  });

  it('does not change when the array it was made from does', () => {
    const scopes = ['posts:read'];
    const made = ToolContext.web({ principal: 'user:1', scopes });
    scopes.push('*');
    expect(made.scopes).toEqual(['posts:read']);
  });
});

describe('a context of Telegram', () => {
  it('is the member who wrote, or else the chat', () => {
    expect(ToolContext.telegram({ chatId: 7, userId: 42 })).toMatchObject({
      principal: '42',
      channel: 'telegram',
      scopes: ['read', 'write'],
      extra: { chat_id: 7 },
    });
    expect(ToolContext.telegram({ chatId: 7 }).principal).toBe('chat:7');
  });
});

describe('scopes', () => {
  const context = ToolContext.web({ principal: 'u', scopes: ['admin:*', 'orders:read'] });

  it('match exactly; a star inside a scope is only a star', () => {
    expect(context.hasScope('orders:read')).toBe(true);
    expect(context.hasScope('admin:users')).toBe(false);
    expect(context.hasScope('admin:*')).toBe(true);
  });

  it('answer no for any of nothing and yes for all of nothing', () => {
    expect(context.hasAnyScope([])).toBe(false);
    expect(context.hasAllScopes([])).toBe(true);
  });

  it('are all held by a lone star', () => {
    const everything = ToolContext.cli();
    expect(everything.hasAnyScope(['x'])).toBe(true);
    expect(everything.hasAllScopes(['x', 'y'])).toBe(true);
  });

  it.each(['__proto__', 'constructor', 'toString'])('do not find %s by accident', (scope) => {
    expect(context.hasScope(scope)).toBe(false);
  });
});

describe('plan mode', () => {
  it('keeps the caller and the request id, and leaves the original as it was', () => {
    const context = ToolContext.web({ principal: 'u', scopes: ['a'], ip: '203.0.113.5' });
    const plan = context.asPlan();
    expect(plan).toMatchObject({ principal: 'u', scopes: ['a'], ip: '203.0.113.5', mode: 'plan' });
    expect(plan.requestId).toBe(context.requestId);
    expect(plan.isPlanMode).toBe(true);
    expect(plan.isExecuteMode).toBe(false);
    expect(context.isExecuteMode).toBe(true);
  });

  it('is not entered by a typing error: an unknown mode is refused', () => {
    expect(() => ToolContext.cli({ mode: 'dry-run' as 'plan' })).toThrow(/'execute' or 'plan'/);
  });
});

describe('a context', () => {
  it('cannot be changed', () => {
    const context = ToolContext.web({ principal: 'u', extra: { tenant: 1 } });
    expect(() => Object.assign(context, { principal: 'root' })).toThrow(TypeError);
    expect(() => Object.assign(context.extra, { tenant: 2 })).toThrow(TypeError);
    expect(() => (context.scopes as string[]).push('*')).toThrow(TypeError);
  });

  it('is written out with seven members and without what the host keeps in it', () => {
    const context = ToolContext.web({ principal: 'u', extra: { secret: 1 }, userAgent: 'curl' });
    const json = JSON.parse(JSON.stringify(context));
    expect(Object.keys(json)).toEqual([
      'principal',
      'channel',
      'scopes',
      'request_id',
      'ip',
      'user_agent',
      'mode',
    ]);
    expect(json.user_agent).toBe('curl');
  });

  it('is recognised, and nothing else is', () => {
    expect(ToolContext.is(ToolContext.cli())).toBe(true);
    for (const other of [null, undefined, {}, 'cli', { channel: 'cli', principal: 'x' }])
      expect(ToolContext.is(other)).toBe(false);
  });

  it.each([
    ['a principal that is no text', { principal: 42 as unknown as string }],
    ['scopes that are one text', { principal: 'u', scopes: 'admin' as unknown as string[] }],
    ['scopes that hold a number', { principal: 'u', scopes: [1] as unknown as string[] }],
  ])('refuses %s', (_, options) => {
    expect(() => ToolContext.web(options)).toThrow(TypeError);
  });
});

describe('the signal of a call', () => {
  it('aborts when the caller does, with the caller’s reason', () => {
    const caller = new AbortController();
    const call = openCall(ToolContext.cli({ signal: caller.signal }));
    const { signal } = call;
    caller.abort('gone');
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe('gone');
  });

  it('is aborted from the start for a caller that has gone already', () => {
    expect(openCall(ToolContext.cli({ signal: AbortSignal.abort() })).signal.aborted).toBe(true);
  });

  it('aborts for the runtime, even when the tool asks for it only afterwards', () => {
    const call = openCall(ToolContext.cli());
    abortCall(call, new Error('deadline'));
    expect(call.signal.aborted).toBe(true);
    expect(call.signal.reason).toEqual(new Error('deadline'));
  });

  it('is one of its own: ending one call leaves the caller’s other calls alone', () => {
    const context = ToolContext.cli();
    const one = openCall(context);
    const other = openCall(context);
    abortCall(one, new Error('deadline'));
    expect(other.signal.aborted).toBe(false);
    expect(context.signal.aborted).toBe(false);
  });

  it('lets go of the caller when the call is over', () => {
    const caller = new AbortController();
    const call = openCall(ToolContext.cli({ signal: caller.signal }));
    const { signal } = call;
    closeCall(call);
    caller.abort();
    expect(signal.aborted).toBe(false);
    expect(callerSignal(call)).toBe(caller.signal);
  });
});

describe('progress and log', () => {
  it('reach a caller that listens', () => {
    const heard: unknown[] = [];
    const context = ToolContext.cli({
      exchange: {
        progress: (update) => void heard.push(update),
        log: (level, data) => void heard.push([level, data]),
      },
    });
    openCall(context).reportProgress({ progress: 1, total: 2 });
    context.log('info', 'half way');
    expect(heard).toEqual([{ progress: 1, total: 2 }, ['info', 'half way']]);
  });

  it('never fail the tool: no listener, one that throws, one that rejects', async () => {
    ToolContext.cli().reportProgress({ progress: 1 });
    const broken = ToolContext.cli({
      exchange: {
        progress: () => {
          throw new Error('socket closed');
        },
        log: () => Promise.reject(new Error('socket closed')),
      },
    });
    broken.reportProgress({ progress: 1 });
    broken.log('error', 'x');
    await new Promise((resolve) => setImmediate(resolve));
  });
});
