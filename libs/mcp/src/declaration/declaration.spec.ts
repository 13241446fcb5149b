import { Injectable } from '@nestjs/common';
import type { Provider } from '@nestjs/common';
import { Tool, ToolBootError, ToolInput, ToolProperty } from '@toolgate/tool-runtime';
import { z } from 'zod';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import { Completes } from './completes.decorator.js';
import { Prompt, PromptArg } from './prompt.decorator.js';
import { ResourceParam, ResourceTemplate } from './resource-template.decorator.js';
import { Resource } from './resource.decorator.js';

const text = (name: string) => ({ name, description: 'X' });

async function problemsOf(
  provider: Provider,
  options: Parameters<typeof bootRuntime>[0] = {},
): Promise<readonly string[]> {
  const failure: unknown = await bootRuntime({ providers: [provider], ...options }).then(
    ({ app }) => app.close(),
    (error: unknown) => error,
  );
  if (!(failure instanceof ToolBootError)) return [];
  return failure.problems;
}

describe('the declarations of prompts and resources', () => {
  it('are one error at boot together with those of tools', async () => {
    @Injectable()
    class Bad {
      @Tool({ name: 'a b', description: 'X' })
      tool() {}
      @Resource({ ...text('a/b'), uri: 'x://a' })
      name() {}
      @Prompt({ ...text('a b') })
      prompt() {}
      @Prompt({ name: 'undescribed' } as never)
      undescribed() {}
      @Prompt({ ...text('mutating'), mutating: true } as never)
      misspelt() {}
    }
    expect(await problemsOf(Bad)).toEqual([
      expect.stringMatching(/Bad\.tool .*the tool name "a b"/),
      expect.stringMatching(/Bad\.name .*the resource name "a\/b"/),
      expect.stringMatching(/Bad\.prompt .*the prompt name "a b"/),
      expect.stringMatching(/Bad\.undescribed .*description must be/),
      expect.stringMatching(/Bad\.misspelt .*cannot be both mutating and readOnly/),
    ]);
  });

  it.each([['app'], ['config://a b'], ['config://{id}'], [undefined], ['']])(
    'refuse %j as the URI of a resource',
    async (uri) => {
      @Injectable()
      class Bad {
        @Resource({ ...text('a'), uri: uri as string })
        a() {}
      }
      expect(await problemsOf(Bad)).toEqual([
        expect.stringMatching(/^Bad\.a \(TestHost\): uri must be an absolute URI/),
      ]);
    },
  );

  it('refuse what MCP clients could not make sense of', async () => {
    @Injectable()
    class Bad {
      @Resource({ ...text('a'), uri: 'x://a', mimeType: 'text', size: -1 })
      a() {}
      @Resource({
        ...text('b'),
        uri: 'x://b',
        annotations: { priority: 2, audience: ['me' as never] },
      })
      b() {}
      @Resource({ ...text('c'), uri: 'x://c', cache: { ttlMs: 0.5, scope: 'shared' as never } })
      c() {}
      @Resource({ ...text('d'), uri: 'x://d', scopes: ['s'], cache: { scope: 'public' } })
      d() {}
      @Resource({ ...text('e'), uri: 'x://e' })
      e(@ResourceParam('id') _id: string) {}
      @Resource({ ...text('f'), uri: 'x://f', icons: ['x' as never] })
      f() {}
    }
    expect(await problemsOf(Bad)).toEqual([
      expect.stringMatching(/Bad\.a .*mimeType must be a media type/),
      expect.stringMatching(/Bad\.a .*size must be a whole number/),
      expect.stringMatching(/Bad\.b .*annotations\.priority must be a number from 0 to 1/),
      expect.stringMatching(/Bad\.b .*annotations\.audience must be/),
      expect.stringMatching(/Bad\.c .*cache\.ttlMs must be/),
      expect.stringMatching(/Bad\.c .*cache\.scope must be 'public' or 'private'/),
      expect.stringMatching(/Bad\.d .*cache\.scope is 'public', which lets a cache/),
      expect.stringMatching(/Bad\.e .*takes no arguments, but the method declares id/),
      expect.stringMatching(/Bad\.f .*icons must be an array of icons/),
    ]);
  });

  it('refuse a template whose variables are not the arguments of its method', async () => {
    @Injectable()
    class Bad {
      @ResourceTemplate({ ...text('a'), uriTemplate: 'x://{id*}' })
      a() {}
      @ResourceTemplate({ ...text('b'), uriTemplate: 'x://b/{id}' })
      b(@ResourceParam('number') _id: string) {}
      @ResourceTemplate({ ...text('c'), uriTemplate: 'x://c{?page}' })
      c(@ResourceParam('page') _page: string) {}
      @ResourceTemplate({
        ...text('d'),
        uriTemplate: 'x://d/{id}',
        complete: { no: [], id: 7 as never },
      })
      d() {}
    }
    expect(await problemsOf(Bad)).toEqual([
      expect.stringMatching(
        /Bad\.a .*uriTemplate "x:\/\/\{id\*\}" cannot be used, because "id\*" has a modifier/,
      ),
      expect.stringMatching(
        /Bad\.b .*the variable "id" of uriTemplate is no argument.*@ResourceParam\('id'\)/,
      ),
      expect.stringMatching(/Bad\.b .*the argument "number" does not stand in uriTemplate/),
      expect.stringMatching(
        /Bad\.c .*"page" may be missing from a URI, but the argument is required/,
      ),
      expect.stringMatching(/Bad\.d .*complete\.no must be an argument/),
      expect.stringMatching(/Bad\.d .*complete\.id must be a function or a list/),
    ]);
  });

  it('refuse two resources at one URI and two of one name, a template among them', async () => {
    @Injectable()
    class Bad {
      @Resource({ ...text('a'), uri: 'x://a' })
      a() {}
      @Resource({ ...text('b'), uri: 'x://a' })
      b() {}
      @ResourceTemplate({ ...text('a'), uriTemplate: 'x://{id}' })
      c() {}
    }
    expect(await problemsOf(Bad)).toEqual([
      expect.stringMatching(/Two methods declare the resource "x:\/\/a": Bad\.a .* and Bad\.b/),
      expect.stringMatching(/Two methods declare the resource "a": Bad\.a .* and Bad\.c/),
    ]);
  });

  it('refuse arguments of a prompt that no text can be turned into', async () => {
    @Injectable()
    class Bad {
      @Prompt(text('a'))
      a(@PromptArg('list', { items: String }) _list: string[]) {}
      @Prompt(text('b'))
      b(@PromptArg('n') _n: number) {}
    }
    expect(await problemsOf(Bad)).toEqual([
      expect.stringMatching(
        /Bad\.a .*the argument "list" is array, but clients send arguments of prompts as text/,
      ),
    ]);
    const off = { options: { arguments: { repair: false } } };
    expect(await problemsOf(Bad, off)).toContainEqual(
      expect.stringMatching(
        /Bad\.b .*"n" is number, but clients send text, and arguments\.repair is off/,
      ),
    );
  });

  it('refuse completions of what does not exist', async () => {
    @Injectable()
    class Bad {
      @Prompt(text('p'))
      p(@PromptArg('a') _a: string) {}
      @Resource({ ...text('r'), uri: 'x://r' })
      r() {}
      @Completes({ prompt: 'q', argument: 'a' })
      one() {}
      @Completes({ prompt: 'p', argument: 'b' })
      two() {}
      @Completes({ resourceTemplate: 'r', argument: 'a' })
      three() {}
      @Completes({ argument: 'a' } as never)
      four() {}
      @Completes({ prompt: 'p', argument: 'a' })
      five() {}
      @Completes({ prompt: 'p', argument: 'a' })
      six() {}
    }
    expect(await problemsOf(Bad)).toEqual([
      expect.stringMatching(/Bad\.four .*either prompt or resourceTemplate/),
      expect.stringMatching(
        /Two methods declare the completion "prompt:p#a": Bad\.five .* and Bad\.six/,
      ),
      expect.stringMatching(/Bad\.one .*the prompt "q", which does not exist/),
      expect.stringMatching(/Bad\.two .*"b", which is no argument of the prompt "p"/),
      expect.stringMatching(/Bad\.three .*the resource template "r", which does not exist/),
    ]);
  });

  it('take their arguments in all three styles', async () => {
    class Letter {
      @ToolProperty({ description: 'Who gets it' })
      to: string;

      @ToolProperty({ required: false })
      copies?: number;
    }
    @Injectable()
    class Good {
      @Prompt(text('dto'))
      dto(@ToolInput() letter: Letter) {
        return `${letter instanceof Letter} ${letter.to} ${letter.copies}`;
      }

      @Prompt({ ...text('schema'), input: z.object({ to: z.string().toUpperCase() }) })
      schema({ to }: { to: string }) {
        return to;
      }
    }
    const { app, registry } = await bootRuntime({ providers: [Good] });
    try {
      const prompts = registry.ofKind('prompt');
      const said = async (name: string, args: object) =>
        (await prompts.invoke(name, args)).data as { messages: { content: { text: string } }[] };
      expect(await said('dto', { to: 'Ann', copies: '2' })).toHaveProperty(
        'messages.0.content.text',
        'true Ann 2',
      );
      expect(await said('schema', { to: 'ann' })).toHaveProperty('messages.0.content.text', 'ANN');
      expect(prompts.get('dto')?.input.schema).toMatchObject({ required: ['to'] });
    } finally {
      await app.close();
    }
  });

  it('may stand on one method, a tool among them', async () => {
    @Injectable()
    class Good {
      @Tool(text('order'))
      @ResourceTemplate({ ...text('order'), uriTemplate: 'orders://{id}' })
      @Prompt(text('order'))
      order(@ResourceParam('id') id: string) {
        return `order ${id}`;
      }

      @ResourceTemplate({ ...text('plain'), uriTemplate: 'plain://{id}{?q}' })
      plain(@ToolInput() variables: Readonly<Record<string, string>>) {
        return variables;
      }
    }
    const { app, registry } = await bootRuntime({ providers: [Good] });
    try {
      expect(await registry.call('order', { id: 'A' })).toMatchObject({ data: 'order A' });
      expect(await registry.ofKind('resource').invoke('order', { id: 'A' })).toMatchObject({
        data: { contents: [{ mimeType: 'text/plain', text: 'order A' }] },
      });
      expect(await registry.ofKind('prompt').invoke('order', { id: 'A' })).toMatchObject({
        data: { messages: [{ role: 'user', content: { type: 'text', text: 'order A' } }] },
      });
      expect(registry.ofKind('resource').get('plain')?.input.schema).toMatchObject({
        properties: { id: { type: 'string' }, q: { type: 'string' } },
        required: ['id'],
        additionalProperties: false,
      });
    } finally {
      await app.close();
    }
  });
});
