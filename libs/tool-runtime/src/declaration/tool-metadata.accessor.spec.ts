import 'reflect-metadata';
import {
  applyDecorators,
  Body,
  createParamDecorator,
  SetMetadata,
  type ArgumentMetadata,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import { ExternalContextCreator } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ToolCtx } from './tool-ctx.decorator.js';
import { ToolInput } from './tool-input.decorator.js';
import { CONTEXT_TYPE } from './route-arguments.js';
import { readToolDeclaration } from './tool-metadata.accessor.js';
import { ToolParam } from './tool-param.decorator.js';
import { readToolProperties, Sensitive, ToolProperty } from './tool-property.decorator.js';
import { Tool } from './tool.decorator.js';

const anyTool = { name: 'x', description: 'X' };
const Caller = createParamDecorator((_data: unknown, host: ExecutionContext) =>
  String(host.getArgByIndex<{ principal: string }>(0).principal),
);

class Broken {
  @Tool(anyTool)
  twoStyles(@ToolParam('a') _a: string, @ToolInput() _b: object) {}

  @Tool({ ...anyTool, input: { type: 'object' } })
  aSchemaBesideParameters(@ToolParam('a') _a: string) {}

  @Tool(anyTool)
  twoInputs(@ToolInput() _a: object, @ToolInput() _b: object) {}

  @Tool(anyTool)
  oneNameTwice(@ToolParam('a') _a: string, @ToolParam('a') _b: string) {}

  @Tool(anyTool)
  aParameterNobodyFills(@ToolParam('a') _a: string, _b: string, @ToolParam('c') _c: string) {}

  @Tool(anyTool)
  aDecoratorOfARoute(@Body() _body: object) {}

  @Tool(anyTool)
  twoDecoratorsOnOneParameter(@ToolParam('a') @Caller() _a: string) {}

  @Tool(anyTool)
  aNameThatReachesAPrototype(@ToolParam('__proto__') _a: string) {}

  @Tool(anyTool)
  theNameOfTheConfirmationToken(@ToolParam('confirm_token') _a: string) {}

  @Tool(anyTool)
  noName(@ToolParam('') _a: string) {}
}

describe('the declaration of a tool', () => {
  it('keeps the method as it is and its options on the function', () => {
    const options = { name: 'ping', description: 'Ping' };
    class Tools {
      @Tool(options)
      ping() {
        return 'pong';
      }
    }
    expect(new Tools().ping()).toBe('pong');
    expect(Reflect.getMetadata(Tool.KEY, Tools.prototype.ping)).toBe(options);
    expect(readToolDeclaration(Tools.prototype, 'ping')).toEqual({
      label: 'Tools.ping',
      options,
      parameters: [],
      problems: [],
    });
  });

  it('can be part of a composed decorator', () => {
    const Admin = () => applyDecorators(Tool(anyTool), SetMetadata('roles', ['admin']));
    class Tools {
      @Admin()
      run() {}
    }
    expect(readToolDeclaration(Tools.prototype, 'run')?.options).toBe(anyTool);
    expect(Reflect.getMetadata('roles', Tools.prototype.run)).toEqual(['admin']);
  });

  it('does not exist for other methods, accessors and missing members', () => {
    let read = 0;
    class Tools {
      get value() {
        read++;
        return () => undefined;
      }
      plain() {}
    }
    for (const name of ['value', 'plain', 'missing', 'constructor', '__proto__'])
      expect(readToolDeclaration(Tools.prototype, name)).toBeUndefined();
    expect(read).toBe(0);
  });

  it('lists every parameter with what it is', () => {
    class Tools {
      @Tool(anyTool)
      run(
        @ToolParam('order_id', { description: 'Which' }) _id: string,
        @ToolCtx() _ctx: object,
        @Caller() _caller: string,
        @ToolParam('limit') _limit: number,
      ) {}
    }
    expect(readToolDeclaration(Tools.prototype, 'run')).toMatchObject({
      problems: [],
      parameters: [
        {
          kind: 'param',
          index: 0,
          name: 'order_id',
          options: { description: 'Which' },
          designType: String,
        },
        { kind: 'context', index: 1 },
        { kind: 'custom', index: 2 },
        { kind: 'param', index: 3, name: 'limit', designType: Number },
      ],
    });
  });

  it('is inherited, and an override says anew what it changes', () => {
    class Base {
      @Tool(anyTool)
      run(@ToolParam('a') _a: string, @ToolParam('b') _b: string) {}
    }
    class Same extends Base {}
    class Renamed extends Base {
      @Tool({ ...anyTool, name: 'y' })
      override run(@ToolParam('c') _c: string, _b: string) {}
    }
    class Hidden extends Base {
      override run() {}
    }
    const names = (type: typeof Base) =>
      readToolDeclaration(type.prototype, 'run')?.parameters.map((parameter) =>
        parameter.kind === 'param' ? parameter.name : parameter.kind,
      );
    expect(names(Same)).toEqual(['a', 'b']);
    expect(readToolDeclaration(Same.prototype, 'run')?.label).toBe('Same.run');
    expect(names(Renamed)).toEqual(['c', 'b']);
    expect(names(Base)).toEqual(['a', 'b']);
    expect(names(Hidden)).toBeUndefined();
  });

  it('may give a schema and leave the parameters undecorated', () => {
    class Tools {
      @Tool({ ...anyTool, input: { type: 'object' } })
      run(_input: object, _ctx: object) {}
    }
    expect(readToolDeclaration(Tools.prototype, 'run')?.problems).toEqual([]);
  });

  it('may leave trailing parameters to their own defaults', () => {
    class Tools {
      @Tool(anyTool)
      run(@ToolParam('a') _a: string, _now = new Date()) {}
    }
    expect(readToolDeclaration(Tools.prototype, 'run')?.problems).toEqual([]);
  });

  it.each([
    [
      'two styles',
      'twoStyles',
      /^Broken\.twoStyles says what goes in more than once: @ToolParam\(\) on parameters and @ToolInput\(\) with a DTO/,
    ],
    [
      'a schema beside parameters',
      'aSchemaBesideParameters',
      /@ToolParam\(\) on parameters and the input option/,
    ],
    ['two inputs', 'twoInputs', /@ToolInput\(\) on parameter 1 and parameter 2/],
    [
      'one name twice',
      'oneNameTwice',
      /declares the argument "a" twice, on parameter 1 and parameter 2/,
    ],
    [
      'a parameter nobody fills',
      'aParameterNobodyFills',
      /^Broken\.aParameterNobodyFills, parameter 2 has no decorator/,
    ],
    [
      'a decorator of a route',
      'aDecoratorOfARoute',
      /^Broken\.aDecoratorOfARoute, parameter 1 has no decorator/,
    ],
    [
      'two decorators on one parameter',
      'twoDecoratorsOnOneParameter',
      /parameter 1 has more than one parameter decorator/,
    ],
    [
      'a name that reaches a prototype',
      'aNameThatReachesAPrototype',
      /@ToolParam\("__proto__"\) is not usable as an argument name/,
    ],
    [
      'the name of the confirmation token',
      'theNameOfTheConfirmationToken',
      /carries the token of a confirmation/,
    ],
    ['no name', 'noName', /at least one character/],
  ] as const)('is refused with %s', (_case, method, message) => {
    expect(readToolDeclaration(Broken.prototype, method)?.problems).toEqual([
      expect.stringMatching(message),
    ]);
  });

  it('belongs on methods', () => {
    expect(() => {
      class Tools {
        @(Tool(anyTool) as PropertyDecorator)
        value: string;
      }
      return Tools;
    }).toThrow('@Tool was used on Tools.value; it belongs on a method.');
    expect(() => {
      class Tools {
        @Tool(anyTool)
        static run() {
          return 1;
        }
      }
      return Tools;
    }).toThrow('@Tool was used on Tools.run; static methods');
    expect(() => {
      class Tools {
        constructor(@ToolParam('a') readonly a: string) {}
      }
      return Tools;
    }).toThrow('@ToolParam() was used on the constructor of Tools');
  });

  it('is understood by Nest: parameter pipes and custom decorators run, and the input is no custom parameter', async () => {
    const seen: ArgumentMetadata[] = [];
    class Shout implements PipeTransform {
      transform(value: unknown, metadata: ArgumentMetadata) {
        seen.push(metadata);
        return String(value).toUpperCase();
      }
    }
    class Tools {
      @Tool(anyTool)
      run(
        @ToolParam('word', {}, Shout) word: string,
        @Caller() caller: string,
        @ToolCtx() ctx: object,
      ) {
        return { word, caller, ctx };
      }
      @Tool(anyTool)
      bare(input: object, ctx: object) {
        return { input, ctx };
      }
    }
    const app = await Test.createTestingModule({ providers: [Tools] }).compile();
    const creator = app.get(ExternalContextCreator, { strict: false });
    const tools = app.get(Tools);
    const context = { principal: 'ann' };
    const exchange = {
      exchangeKeyForValue: (
        type: number,
        data: unknown,
        [ctx, input]: [object, Record<string, unknown>],
      ) => (type === CONTEXT_TYPE ? ctx : typeof data === 'string' ? input[data] : input),
    };
    const invoke = (method: 'run' | 'bare') =>
      creator.create(
        tools,
        tools[method] as (...args: unknown[]) => unknown,
        method,
        '__routeArguments__',
        exchange as never,
      );
    expect(await invoke('run')(context, { word: 'hi' })).toEqual({
      word: 'HI',
      caller: 'ann',
      ctx: context,
    });
    expect(seen).toEqual([
      expect.objectContaining({ type: 'body', data: 'word', metatype: String }),
    ]);
    expect(await invoke('bare')(context, { word: 'hi' })).toEqual({
      input: { word: 'hi' },
      ctx: context,
    });
    await app.close();
  });
});

describe('what is said about the properties of a DTO', () => {
  it('adds up over decorators and base classes, in the order of declaration', () => {
    class Base {
      @ToolProperty({ description: 'Base', maxLength: 5 })
      a: string;
    }
    class Dto extends Base {
      @Sensitive()
      @ToolProperty({ description: 'Secret' })
      b: string;

      @ToolProperty({ description: 'Narrowed' })
      declare a: string;
    }
    expect([...readToolProperties(Dto.prototype)]).toEqual([
      ['a', { description: 'Narrowed', maxLength: 5 }],
      ['b', { description: 'Secret', sensitive: true }],
    ]);
    expect([...readToolProperties(Base.prototype)]).toEqual([
      ['a', { description: 'Base', maxLength: 5 }],
    ]);
  });
});
