import { Controller, Injectable, Module, Scope, UseGuards } from '@nestjs/common';
import type { CanActivate, ModuleMetadata, Type } from '@nestjs/common';
import {
  APP_GUARD,
  APP_INTERCEPTOR,
  DiscoveryModule,
  InitializeOnPreviewAllowlist,
  NestFactory,
} from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { map } from 'rxjs';
import { ToolContext } from '../context/tool-context.js';
import { ToolParam } from '../declaration/tool-param.decorator.js';
import { Tool } from '../declaration/tool.decorator.js';
import { ToolHandlerFactory } from '../enhancers/tool-handler.factory.js';
import type { ToolDefinition } from '../registry/tool-definition.js';
import type { ToolRuntimeOptions } from '../tool-runtime.options.js';
import { resolveToolRuntimeOptions } from '../tool-runtime.options.resolver.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import { schemaServicesProvider } from './schema-services.provider.js';
import { ToolBootError } from './tool-boot.error.js';
import { ToolCompiler } from './tool.compiler.js';
import { ToolExplorer } from './tool.explorer.js';
import type { Exploration } from './tool.explorer.js';

const context = ToolContext.cli();
const declare = (name: string) => Tool({ name, description: `Does ${name}` });

@Module({})
class DiscoveringModule {}

const discovering = (options: ToolRuntimeOptions) => ({
  module: DiscoveringModule,
  imports: [DiscoveryModule],
  providers: [
    { provide: TOOL_RUNTIME_OPTIONS, useValue: resolveToolRuntimeOptions(options) },
    schemaServicesProvider,
    ToolCompiler,
    ToolExplorer,
    ToolHandlerFactory,
  ],
});

async function explore(
  metadata: ModuleMetadata,
  options: ToolRuntimeOptions = {},
  reserved?: ReadonlyMap<string, string>,
): Promise<Exploration> {
  const app = await Test.createTestingModule({
    ...metadata,
    imports: [discovering(options), ...(metadata.imports ?? [])],
  }).compile();
  await app.init();
  try {
    return app.get(ToolExplorer).explore(reserved);
  } finally {
    await app.close();
  }
}

const namesOf = async (...parameters: Parameters<typeof explore>) =>
  (await explore(...parameters)).tools.map(({ name }) => name);

const problemsOf = async (...parameters: Parameters<typeof explore>) => {
  const failure: unknown = await explore(...parameters).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ToolBootError);
  return (failure as ToolBootError).problems;
};

@Injectable()
class OrderTools {
  private readonly orders = ['A-1', 'A-2'];
  @declare('list_orders')
  list(@ToolParam('page', { default: 1 }) page: number) {
    return this.orders[page - 1];
  }
  @declare('count_orders')
  count() {
    return this.orders.length;
  }
  helper() {
    throw new Error('not a tool');
  }
}

const callFirst = ({ tools: [tool] }: Exploration, input: unknown = {}) =>
  (tool as ToolDefinition).handler.invoke(context, input);

describe('finding tools', () => {
  it('takes the decorated methods of a provider, in order, and nothing else', async () => {
    expect(await namesOf({ providers: [OrderTools] })).toEqual(['list_orders', 'count_orders']);
  });

  it('makes them ready to be called', async () => {
    const { tools } = await explore({ providers: [OrderTools] });
    expect(tools[0].input.schema).toMatchObject({
      properties: { page: { type: 'number', default: 1 } },
      additionalProperties: false,
    });
    expect(tools[0].handler.invoke(context, { page: 2 })).toBe('A-2');
    expect(tools[0].owner).toMatchObject({ class: 'OrderTools', method: 'list' });
  });

  it.each<[string, ModuleMetadata]>([
    ['a class under another token', { providers: [{ provide: 'X', useClass: OrderTools }] }],
    [
      'what a factory returns',
      { providers: [{ provide: 'X', useFactory: () => new OrderTools() }] },
    ],
    ['a value', { providers: [{ provide: 'X', useValue: new OrderTools() }] }],
    ['a controller', { controllers: [Controller()(OrderTools) ?? OrderTools] }],
    ['a proxy', { providers: [{ provide: 'X', useValue: new Proxy(new OrderTools(), {}) }] }],
  ])('takes the methods of %s', async (_what, metadata) => {
    const exploration = await explore(metadata);
    expect(exploration.tools.map(({ name }) => name)).toEqual(['list_orders', 'count_orders']);
    expect(callFirst(exploration, { page: 1 })).toBe('A-1');
  });

  it('counts an alias once', async () => {
    const providers = [OrderTools, { provide: 'ALIAS', useExisting: OrderTools }];
    expect(await namesOf({ providers })).toHaveLength(2);
  });

  it('takes inherited methods, and an override only when it is decorated itself', async () => {
    class Base {
      @declare('inherited')
      inherited() {
        return 'base';
      }
      @declare('overridden')
      overridden() {}
      @declare('redeclared_base')
      redeclared() {}
    }
    @Injectable()
    class Derived extends Base {
      override overridden() {}
      @declare('redeclared')
      override redeclared() {}
    }
    expect((await namesOf({ providers: [Derived] })).toSorted()).toEqual([
      'inherited',
      'redeclared',
    ]);
  });

  it('is not disturbed by values of any kind, and runs no getter', async () => {
    const touched: string[] = [];
    class Touchy {
      get value() {
        touched.push('getter');
        return 1;
      }
    }
    const hostile = new Proxy(
      {},
      {
        getPrototypeOf: () => {
          throw new Error('do not look');
        },
      },
    );
    const values = [
      null,
      undefined,
      0,
      'text',
      Symbol('s'),
      () => 1,
      [],
      Object.create(null),
      new Map(),
      Promise.resolve(1),
      new Touchy(),
      new Proxy({}, { get: () => () => undefined }),
    ];
    const providers = values.map((useValue, index) => ({
      provide: `VALUE_${index}`,
      useValue: useValue as unknown,
    }));
    const guarded = { provide: 'HOSTILE', useFactory: () => hostile };
    expect(await namesOf({ providers: [...providers, guarded, OrderTools] })).toHaveLength(2);
    expect(touched).toEqual([]);
  });

  it('finds providers of every scope by their class', async () => {
    const made: string[] = [];
    @Injectable({ scope: Scope.REQUEST })
    class PerRequest {
      constructor() {
        made.push('made');
      }
      @declare('per_request')
      run() {}
    }
    expect(await namesOf({ providers: [PerRequest] })).toEqual(['per_request']);
    expect(made).toEqual([]);
  });

  it('looks only into the modules it is told to', async () => {
    @Injectable()
    class Other {
      @declare('other')
      run() {}
    }
    @Module({ providers: [OrderTools] })
    class OrdersModule {}
    @Module({ providers: [Other] })
    class OtherModule {}
    const imports = [OrdersModule, OtherModule];
    expect(await namesOf({ imports }, { discovery: { include: [OtherModule] } })).toEqual([
      'other',
    ]);
  });
});

describe('the boot error', () => {
  @Injectable()
  class Twin {
    @declare('list_orders')
    search() {}
  }
  @Module({ providers: [OrderTools] })
  class OrdersModule {}
  @Module({ providers: [OrderTools] })
  class SalesModule {}

  it('names both methods that declare the same tool', async () => {
    expect(await problemsOf({ providers: [OrderTools, Twin] })).toEqual([
      expect.stringMatching(/"list_orders".*OrderTools\.list.*Twin\.search.*rename/),
    ]);
  });

  it('names both modules that provide the same class', async () => {
    const problems = await problemsOf({ imports: [OrdersModule, SalesModule] });
    expect(problems).toEqual([
      expect.stringMatching(/"list_orders" exists twice.*OrderTools.*OrdersModule and SalesModule/),
      expect.stringMatching(/"count_orders" exists twice/),
    ]);
  });

  it('tells names apart by case and by separator', async () => {
    @Injectable()
    class Similar {
      @declare('search')
      a() {}
      @declare('Search')
      b() {}
      @declare('read-file')
      c() {}
      @declare('read_file')
      d() {}
    }
    expect(await namesOf({ providers: [Similar] })).toHaveLength(4);
  });

  it('keeps reserved names free', async () => {
    const reserved = new Map([['list_orders', 'the built-in verification tools']]);
    expect(await problemsOf({ providers: [OrderTools] }, {}, reserved)).toEqual([
      expect.stringMatching(/OrderTools\.list.*"list_orders" is reserved for the built-in/),
    ]);
  });

  it('complains about an application without a tool, unless told otherwise', async () => {
    expect(await problemsOf({})).toEqual([
      expect.stringMatching(/No tool was found.*requireTools/),
    ]);
    expect(await namesOf({}, { discovery: { requireTools: false } })).toEqual([]);
  });

  it('complains about an included module that is not there', async () => {
    const problems = await problemsOf(
      { providers: [OrderTools] },
      { discovery: { include: [OrdersModule] } },
    );
    expect(problems).toEqual([expect.stringMatching(/include names OrdersModule/)]);
  });

  it('lists everything that is wrong with any tool, once', async () => {
    @Injectable()
    class Deny implements CanActivate {
      canActivate() {
        return false;
      }
    }
    @Injectable()
    class Broken {
      @Tool({ name: 'bad name', description: 'x' })
      badName() {}
      @Tool({ name: 'contradiction', description: 'x', mutating: true, readOnly: true })
      contradiction() {}
      @Tool({ name: 'lost_type', description: 'x' })
      lostType(@ToolParam('what') what: { a: 1 }) {
        return what;
      }
      @Tool({ name: 'hurry', description: '', timeoutMs: 0 })
      hurry() {}
    }
    class Unguarded {
      @UseGuards(Deny)
      @declare('unguarded')
      run() {}
    }
    const providers = [
      Broken,
      Twin,
      OrderTools,
      { provide: 'F', useFactory: () => new Unguarded() },
    ];
    const problems = await problemsOf({ providers });
    const expected = [
      /Broken\.badName.*"bad name"/,
      /Broken\.contradiction.*mutating and readOnly/,
      /Broken\.lostType.*type lost/,
      /Broken\.hurry.*description/,
      /Broken\.hurry.*timeoutMs/,
      /"list_orders"/,
      /Unguarded\.run.*Deny.*useFactory/,
    ];
    for (const problem of expected)
      expect(problems.filter((text) => problem.test(text))).toHaveLength(1);
    expect(problems).toHaveLength(expected.length);
    expect(new ToolBootError(problems).message).toMatch(/have 7 problems:\n {2}1\. /);
  });
});

describe('the boot report', () => {
  const guards = [
    OrderTools,
    {
      provide: APP_GUARD,
      useClass: class ApiKeyGuard {
        canActivate = () => true;
      },
    },
    {
      provide: APP_INTERCEPTOR,
      useValue: {
        intercept: (_: unknown, next: { handle: () => never }) => map((x) => x)(next.handle()),
      },
    },
  ];

  it('counts tools and providers', async () => {
    expect((await explore({ providers: [OrderTools] })).report).toBe(
      '2 tools from 1 provider; no global enhancers wrap tools.',
    );
  });

  it('says which global enhancers wrap tools, or do not', async () => {
    const { report: skipping } = await explore({ providers: guards });
    expect(skipping).toMatch(/do not wrap tools: ApiKeyGuard/);
    const { report: inheriting, tools } = await explore(
      { providers: guards },
      { globalEnhancers: 'inherit' },
    );
    expect(inheriting).toMatch(/around every tool: ApiKeyGuard/);
    expect(tools[0].handler.enhancers.guards).toEqual(['ApiKeyGuard']);
  });
});

describe('an application in preview', () => {
  it('shows its tools without constructing a provider, and calls none', async () => {
    const made: string[] = [];
    @Injectable()
    class Database {
      constructor() {
        made.push('Database');
      }
    }
    @Injectable()
    class Allow implements CanActivate {
      canActivate() {
        made.push('asked');
        return true;
      }
    }
    @UseGuards(Allow)
    @Injectable()
    class Tools {
      constructor(readonly database: Database) {
        made.push('Tools');
      }
      @declare('query')
      query() {
        made.push('called');
      }
    }
    @Module({ imports: [discovering({})], providers: [Tools, Database] })
    class Root {}
    for (const module of [DiscoveryModule, DiscoveringModule] as Type[])
      InitializeOnPreviewAllowlist.add(module);
    const app = await NestFactory.createApplicationContext(Root, { preview: true, logger: false });
    const { tools } = app.get(ToolExplorer, { strict: false }).explore();
    expect(tools.map(({ name }) => name)).toEqual(['query']);
    expect(tools[0].handler.enhancers.guards).toEqual(['Allow']);
    expect(() => tools[0].handler.invoke(context, {})).toThrow(/Tools\.query.*preview: true/);
    expect(() => tools[0].handler.canActivate!(context, {})).toThrow(/preview: true/);
    expect(made).toEqual([]);
    await app.close();
  });
});

describe('a tool registered at run time', () => {
  const compiler = async () => {
    const app = await Test.createTestingModule({ imports: [discovering({})] }).compile();
    return app.get(ToolCompiler);
  };

  it('is governed like every other, and receives the input, then the context', async () => {
    const tool = (await compiler()).compileRuntimeTool(
      { name: 'echo', description: 'Echo', mutating: true },
      (input, ctx) => [input, ctx],
    );
    expect(tool).toMatchObject({ name: 'echo', mutating: true, readOnly: false, owner: {} });
    expect(tool.input.schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(tool.handler.invoke(context, 1)).toEqual([1, context]);
  });

  it('is refused with everything that is wrong with it', async () => {
    const compile = (await compiler()).compileRuntimeTool.bind(await compiler());
    const wrong = { name: 'no good', description: 'x', input: { type: 'string' } };
    expect(() => compile(wrong, () => 1)).toThrow(/2 problems[\s\S]*"no good"/);
    expect(() => compile(null as never, () => 1)).toThrow(ToolBootError);
    expect(() => compile({ name: 'x', description: 'x' }, 1 as never)).toThrow(/"x".*function/);
  });
});
