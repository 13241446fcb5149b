import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import { LogRecorder } from '../../../../test/support/log-recorder.js';
import { ToolContext } from '../context/tool-context.js';
import { ToolResult } from '../result/tool-result.js';
import { ChannelRenderers } from './channel-renderer.js';
import type { ChannelRenderer } from './channel-renderer.js';
import { CliRenderer } from './cli.renderer.js';
import { DefaultRenderer } from './default.renderer.js';
import { RendererRegistry } from './renderer.registry.js';
import { RESULTS } from './results.fixture.js';

const saying = (text: unknown, ...channels: string[]): ChannelRenderer => ({
  supports: (channel) => channels.includes(channel),
  render: () => text as string,
});

const on = (channel: string) => ToolContext.of({ channel, principal: 'user:ann' });
const done = ToolResult.success();

describe('rendering by channel', () => {
  it('takes the first renderer that supports the channel, the provided before the added before the built-in', () => {
    const registry = new RendererRegistry([saying('provided', 'telegram')])
      .add(saying('added', 'telegram', 'cli'))
      .add(saying('later', 'cli'));
    expect(registry.render(done, on('telegram'))).toBe('provided');
    expect(registry.render(done, on('cli'))).toBe('added');
  });

  it('has something for a terminal and for every other channel from the start', () => {
    const registry = new RendererRegistry([]);
    expect(registry.get('cli')).toBeInstanceOf(CliRenderer);
    expect(registry.get('web')).toBeInstanceOf(DefaultRenderer);
    expect(registry.render(done, ToolContext.cli())).toBe('✓ Operation completed successfully.');
    expect(registry.render(done)).toBe('Operation completed successfully.');
  });

  it('passes the context on', () => {
    const registry = new RendererRegistry([
      { supports: () => true, render: (_result, context) => `for ${context?.principal}` },
    ]);
    expect(registry.render(done, on('web'))).toBe('for user:ann');
  });

  it('asks for the channel "default" when there is no context', () => {
    expect(new RendererRegistry([saying('no context', 'default')]).render(done)).toBe('no context');
  });

  it('takes another default, or none: then it is the JSON of the result', () => {
    const registry = new RendererRegistry([]).setDefault(saying('mine'));
    expect(registry.render(done, on('web'))).toBe('mine');
    registry.setDefault(undefined);
    expect([registry.has('web'), registry.has('cli'), registry.get('web')]).toEqual([
      false,
      true,
      undefined,
    ]);
    expect(JSON.parse(registry.render(RESULTS.detail, on('web')))).toEqual(
      JSON.parse(JSON.stringify(RESULTS.detail)),
    );
  });

  it('leaves the token of a confirmation and every control character out of the JSON', () => {
    const registry = new RendererRegistry([]).setDefault(undefined);
    expect(registry.render(RESULTS.confirmation)).not.toContain('secret-token');
    const text = registry.render(ToolResult.success('a\u009b31m\u202e\u001b[0m'));
    expect(text).toContain(String.raw`"a\u009b31m\u202e\u001b[0m"`);
    expect(JSON.parse(text).data).toBe('a\u009b31m\u202e\u001b[0m');
  });

  it('finds a JSON even for what has none', () => {
    const registry = new RendererRegistry([]).setDefault(undefined);
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(JSON.parse(registry.render(ToolResult.success(cycle, 'Done')))).toMatchObject({
      success: true,
      data: null,
      message: 'Done',
    });
    expect(registry.render(ToolResult.success({ n: 10n }))).toContain('"n": "10"');
  });
});

describe('a renderer that fails', () => {
  it.each<[string, ChannelRenderer]>([
    [
      'throws',
      {
        supports: () => true,
        render: () => {
          throw new Error('secret data');
        },
      },
    ],
    ['returns no text', saying(undefined, 'web')],
    [
      'throws when it is asked for its channels',
      {
        supports: () => {
          throw new Error('secret data');
        },
        render: () => 'never',
      },
    ],
  ])('and %s is logged without its words, and the default stands in', (_how, renderer) => {
    const log = LogRecorder.start();
    try {
      expect(new RendererRegistry([renderer]).render(done, on('web'))).toBe(
        'Operation completed successfully.',
      );
      expect(log.texts('error').join('\n')).toContain(
        "for the channel 'web'; another renderer stands in",
      );
      expect(log.texts('error').join('\n')).not.toContain('secret data');
    } finally {
      log.stop();
    }
  });

  it('leaves the JSON when it is the default itself', () => {
    const log = LogRecorder.start();
    try {
      const registry = new RendererRegistry([]).setDefault(saying(42));
      expect(JSON.parse(registry.render(done, on('web')))).toMatchObject({ success: true });
    } finally {
      log.stop();
    }
  });
});

describe('renderers in an application', () => {
  it('are provided by token', async () => {
    const { app } = await bootRuntime({
      collaborators: [{ provide: ChannelRenderers, useValue: [saying('hello chat', 'telegram')] }],
    });
    const registry = app.get(RendererRegistry);
    expect(registry.render(done, ToolContext.telegram({ chatId: 1 }))).toBe('hello chat');
    expect(registry.render(done, ToolContext.cli())).toContain('✓');
    await app.close();
  });
});
