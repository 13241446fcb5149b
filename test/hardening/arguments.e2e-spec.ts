import { Injectable } from '@nestjs/common';
import { IsInt, IsOptional, IsString, Max, Min, ValidateNested } from 'class-validator';
import { Type } from 'class-transformer';
import { Tool, ToolCtx, ToolInput, ToolParam } from '@toolgate/tool-runtime';
import type { ToolContext } from '@toolgate/tool-runtime';
import { bootRuntime } from '../support/boot-runtime.js';
import type { RunningRuntime } from '../support/boot-runtime.js';

class PostPatch {
  @IsOptional()
  @IsString()
  title?: string;
}

class UpdatePost {
  @IsInt()
  postId: number;

  @ValidateNested()
  @Type(() => PostPatch)
  updates: PostPatch;

  @IsString()
  body: string;
}

class Row {
  @IsString()
  col: string;
}

class DeleteRows {
  @ValidateNested({ each: true })
  @Type(() => Row)
  filters: Row[];

  @IsOptional()
  dryRun?: boolean = false;
}

class Scalars {
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(100)
  limit?: number;

  @IsOptional()
  @IsString()
  code?: string;

  @IsOptional()
  dry?: boolean;
}

class Identity {
  @IsString()
  principal: string;

  @IsString({ each: true })
  @Type(() => String)
  scopes: string[];

  @IsString()
  ctx: string;
}

@Injectable()
class Desk {
  @Tool({ name: 'update_post', description: 'Updates', mutating: true })
  updatePost(@ToolInput() input: UpdatePost) {
    const { postId, updates, body } = input;
    return { postId, updates, body, isPatch: updates instanceof PostPatch };
  }

  @Tool({ name: 'delete_rows', description: 'Deletes', mutating: true })
  deleteRows(@ToolInput() input: DeleteRows) {
    return input;
  }

  @Tool({ name: 'scalars', description: 'Takes scalars' })
  scalars(@ToolInput() input: Scalars) {
    return input;
  }

  @Tool({
    name: 'list',
    description: 'Lists',
    input: {
      type: 'object',
      properties: {
        start: { type: 'string' },
        cursor: { type: ['string', 'null'] },
        page: { type: 'integer', default: 1 },
        needed: { type: 'string' },
      },
      required: ['needed'],
    },
  })
  list(input: unknown) {
    return input;
  }

  @Tool({ name: 'get_order', description: 'Reads' })
  order(
    @ToolParam('id', { type: 'integer', required: false }) id: number | undefined,
    @ToolParam('big', { required: false }) big?: bigint,
    @ToolParam('when', { required: false }) when?: Date,
  ) {
    return {
      id: id ?? null,
      big: typeof big,
      when: when instanceof Date ? when : null,
      huge: 725653563933458432n,
    };
  }

  @Tool({ name: 'echo', description: 'Echoes', input: { type: 'object', properties: { v: {} } } })
  echo(input: object) {
    return {
      input,
      own: Object.keys(input),
      prototype: Object.getPrototypeOf(input) === Object.prototype,
    };
  }

  @Tool({ name: 'whoami', description: 'Has arguments named like the context' })
  whoami(@ToolInput() input: Identity, @ToolCtx() context: ToolContext) {
    return { said: input.principal, is: context.principal, scopes: context.scopes };
  }

  @Tool({ name: 'ping', description: 'Answers' })
  ping() {
    return 'pong';
  }
}

let runtime: RunningRuntime;
beforeAll(
  async () => (runtime = await bootRuntime({ providers: [Desk], options: { rateLimit: false } })),
);
afterAll(() => runtime.app.close());

const call = (tool: string, args?: unknown) => runtime.registry.call(tool, args);
const issues = async (tool: string, args: unknown) => {
  const result = await call(tool, args);
  expect(result.code).toBe('VALIDATION_ERROR');
  return (result.meta['issues'] as { path: string; rule: string }[]).map(({ path }) => path);
};

describe('an object that arrives as text', () => {
  it('is parsed where an object belongs, and left alone where text belongs', async () => {
    const result = await call('update_post', {
      postId: 7,
      updates: '{"title":"x"}',
      body: '{"keep":"me"}',
    });
    expect(result.data).toEqual({
      postId: 7,
      updates: { title: 'x' },
      body: '{"keep":"me"}',
      isPatch: true,
    });
    expect(result.meta['repaired']).toEqual(['updates']);
    expect(runtime.records().at(-1)!.arguments).toMatchObject({ updates: { title: 'x' } });
  });

  it.each(['[1,2]', '{bad', '7', ''])(
    'is refused by its place when it is none: %s',
    async (updates) => {
      expect(await issues('update_post', { postId: 7, updates, body: '' })).toEqual(['updates']);
    },
  );

  it('may be the arguments as a whole', async () => {
    const result = await call('update_post', '{"postId":7,"updates":{},"body":"b"}');
    expect(result.success).toBe(true);
  });
});

describe('numbers and booleans that arrive as text', () => {
  it('are read when they are spelled plainly', async () => {
    const result = await call('scalars', { limit: '25', dry: 'false', code: '007' });
    expect(result.data).toEqual({ limit: 25, dry: false, code: '007' });
  });

  it.each(['2.5', '', '1e2', 'NaN', '0x10', '101', '0'])(
    'are refused otherwise: %j',
    async (limit) => {
      expect(await issues('scalars', { limit })).toEqual(['limit']);
    },
  );

  it('never become text', async () => {
    expect(await issues('scalars', { code: 12 })).toEqual(['code']);
  });
});

describe('what is not given', () => {
  it('may be null, except where null is a value or the argument is needed', async () => {
    const given = { start: null, cursor: null, page: null, needed: 'x' };
    expect((await call('list', given)).data).toEqual({ cursor: null, page: 1, needed: 'x' });
    expect(await issues('list', { needed: null })).toEqual(['needed']);
  });

  it('may be the arguments as a whole', async () => {
    expect((await call('ping')).data).toBe('pong');
    expect((await call('ping', {})).data).toBe('pong');
    for (const wrong of [null, [], 'x', 7]) expect(await issues('ping', wrong)).toEqual(['']);
  });
});

describe('a key that nobody declared', () => {
  it('is refused at every depth, and the tool does not run', async () => {
    const misspelled = await call('delete_rows', { filter: [{ col: 'a' }], dryRun: true });
    expect(misspelled.error).toMatch(/filter.*did you mean.*filters/i);
    expect(await issues('delete_rows', { filters: [{ col: 'a', opp: '=' }] })).toEqual([
      'filters[0].opp',
    ]);
  });

  it('is dropped when a client is known to add it, and that is said', async () => {
    const result = await call('delete_rows', { filters: [], _meta: {}, toolCallId: 'x' });
    expect(result.success).toBe(true);
    expect(result.meta['ignored_arguments']).toEqual(['_meta', 'toolCallId']);
    expect(await issues('delete_rows', { filters: [{ col: 'a', _meta: {} }] })).toEqual([
      'filters[0]._meta',
    ]);
  });
});

describe('a number that JSON cannot carry', () => {
  it.each(['{"id":725653563933458432}', '{"id":1e400}', '{"id":-9007199254740993}'])(
    'is refused instead of being rounded: %s',
    async (json) => expect(await issues('get_order', JSON.parse(json))).toEqual(['id']),
  );

  it('is text in both directions', async () => {
    const result = await call('get_order', { big: '725653563933458432' });
    expect(result.data).toMatchObject({ big: 'bigint', huge: '725653563933458432' });
    expect(await issues('get_order', { big: '7.5' })).toEqual(['big']);
  });

  it('does not include minus zero', async () => {
    expect((await call('get_order', JSON.parse('{"id":-0}'))).data).toMatchObject({ id: 0 });
  });
});

describe('a date', () => {
  it('arrives as one', async () => {
    const result = await call('get_order', { when: '2026-07-01T10:00:00+02:00' });
    expect(result.data).toMatchObject({ when: '2026-07-01T08:00:00.000Z' });
  });

  it.each([
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    '2026-07-01',
    1751328000000,
    'yesterday',
    '2026-07-01T10:00:00+25:00',
  ])('is refused when it is none: %j', async (when) =>
    expect(await issues('get_order', { when })).toEqual(['when']),
  );
});

describe('a key that reaches a prototype', () => {
  it.each([
    '{"v":{"__proto__":{"isAdmin":true}}}',
    '{"__proto__":{"isAdmin":true}}',
    '{"v":[{"constructor":{"prototype":{"isAdmin":true}}}]}',
    '{"v":{"a":{"prototype":1}}}',
  ])('is refused at any depth: %s', async (json) => {
    await issues('echo', JSON.parse(json));
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'is no tool, no scope and no channel by accident: %s',
    async (name) => {
      expect((await call(name)).code).toBe('TOOL_NOT_FOUND');
      expect(runtime.registry.has(name)).toBe(false);
      expect(runtime.registry.getDefinition(name)).toBeUndefined();
    },
  );

  it('may be the name of a tool all the same', async () => {
    runtime.registry.register({ name: 'constructor', description: 'Builds' }, () => 'built');
    expect((await call('constructor')).data).toBe('built');
    expect(runtime.registry.unregister('constructor')).toBe(true);
  });
});

describe('arguments that are named like the context', () => {
  it('say nothing about who calls', async () => {
    const result = await call('whoami', { principal: 'user:boss', scopes: ['all'], ctx: 'x' });
    expect(result.data).toEqual({ said: 'user:boss', is: 'local-shell', scopes: ['*'] });
  });
});

describe('a tool without arguments', () => {
  it('says so in its schema', () => {
    expect(runtime.registry.getDefinition('ping')!.input.schema).toMatchObject({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });
});
