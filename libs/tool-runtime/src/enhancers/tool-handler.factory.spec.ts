import {
  Catch,
  ForbiddenException,
  Injectable,
  UseFilters,
  UseGuards,
  UseInterceptors,
  UsePipes,
  createParamDecorator,
} from '@nestjs/common';
import type {
  ArgumentMetadata,
  ArgumentsHost,
  CallHandler,
  CanActivate,
  ExceptionFilter,
  ExecutionContext,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { jest } from '@jest/globals';
import { EMPTY, map, of } from 'rxjs';
import { ToolContext } from '../context/tool-context.js';
import { ToolError } from '../result/tool-error.js';
import { ToolCtx } from '../declaration/tool-ctx.decorator.js';
import { ToolInput } from '../declaration/tool-input.decorator.js';
import { ToolParam } from '../declaration/tool-param.decorator.js';
import { Tool } from '../declaration/tool.decorator.js';
import { boot } from './enhancers.fixture.js';
import { getToolContext, isToolContext } from './tool-execution-context.js';

const context = ToolContext.web({ principal: 'ann', scopes: ['orders:read'] });

describe('a tool that nothing wraps', () => {
  @Injectable()
  class Plain {
    readonly prefix = 'got';
    @Tool({ name: 'undecorated', description: 'No parameter decorators' })
    both(input: unknown, ctx: unknown) {
      return [this.prefix, input, ctx];
    }
    named(
      @ToolParam('page') page: unknown,
      @ToolCtx() ctx: ToolContext,
      @ToolParam('toString') odd: unknown,
    ) {
      return [page, ctx.principal, odd];
    }
    whole(@ToolInput() input: unknown) {
      return input;
    }
    stream() {
      return of(1, 2, 3);
    }
    async streamLater() {
      return of(1, 2);
    }
  }
  let app: Awaited<ReturnType<typeof boot>>;
  beforeAll(async () => (app = await boot({ providers: [Plain] })));
  afterAll(() => app.close());

  it('answers synchronously when its method does', () => {
    expect(app.handler(Plain, 'both').invoke(context, 1)).toEqual(['got', 1, context]);
  });

  it('receives the input, then the context, without parameter decorators', () => {
    const [, input, ctx] = app.handler(Plain, 'both').invoke(context, { a: 1 }) as unknown[];
    expect([input, ctx]).toEqual([{ a: 1 }, context]);
  });

  it('receives members of the input by name, and nothing from a prototype', () => {
    expect(app.handler(Plain, 'named').invoke(context, { page: 2 })).toEqual([2, 'ann', undefined]);
  });

  it('receives the whole input, as the same object', () => {
    const input = { a: 1 };
    expect(app.handler(Plain, 'whole').invoke(context, input)).toBe(input);
  });

  it('answers the last value of an observable, promised or not', async () => {
    expect(await app.handler(Plain, 'stream').invoke(context, {})).toBe(3);
    expect(await app.handler(Plain, 'streamLater').invoke(context, {})).toBe(2);
  });

  it('has no guards to ask', () => {
    expect(app.handler(Plain, 'both').canActivate).toBeUndefined();
  });
});

describe('guards of a tool', () => {
  const seen: unknown[] = [];

  @Injectable()
  class Recorder {
    note(entry: unknown) {
      seen.push(entry);
    }
  }

  @Injectable()
  class First implements CanActivate {
    constructor(private readonly recorder: Recorder) {}
    canActivate(host: ExecutionContext) {
      this.recorder.note([
        'First',
        host.getType<string>(),
        host.getArgs(),
        host.getClass().name,
        host.getHandler().name,
      ]);
      return true;
    }
  }

  @Injectable()
  class Second implements CanActivate {
    async canActivate() {
      seen.push('Second');
      return true;
    }
  }

  const answering = (answer: unknown): CanActivate => ({ canActivate: () => answer as boolean });
  const throwing = (error: unknown): CanActivate => ({
    canActivate: () => {
      throw error;
    },
  });

  @UseGuards(First)
  @Injectable()
  class Guarded {
    @UseGuards(Second)
    both(@ToolInput() input: unknown) {
      return input;
    }
    @UseGuards(answering(false))
    refused() {}
    @UseGuards(answering(of(true)))
    observed() {}
    @UseGuards(answering(EMPTY))
    empty() {}
    @UseGuards(answering(undefined))
    silent() {}
    @UseGuards(throwing(new ForbiddenException('not on Sundays')))
    thrown() {}
    @UseGuards(answering(Promise.resolve(of(false))))
    late() {}
  }
  let app: Awaited<ReturnType<typeof boot>>;
  beforeAll(async () => (app = await boot({ providers: [Guarded, Recorder] })));
  afterAll(() => app.close());
  beforeEach(() => void (seen.length = 0));
  const ask = (method: string) => app.handler(Guarded, method).canActivate!(context, { id: 7 });

  it('are asked class before method, with the context before the input', async () => {
    expect(await ask('both')).toBe(true);
    expect(seen).toEqual([['First', 'tool', [context, { id: 7 }], 'Guarded', 'both'], 'Second']);
  });

  it('are named in the order they are asked', () => {
    expect(app.handler(Guarded, 'both').enhancers.guards).toEqual(['First', 'Second']);
  });

  it.each(['refused', 'silent', 'late'])('refuse by not answering true (%s)', async (method) => {
    expect(await ask(method)).toBe(false);
  });

  it('may answer with an observable', async () => {
    expect(await ask('observed')).toBe(true);
  });

  it('refuse by an observable without a value', async () => {
    await expect(Promise.resolve(ask('empty'))).rejects.toThrow();
  });

  it('refuse by throwing, with what they threw', async () => {
    await expect(Promise.resolve(ask('thrown'))).rejects.toThrow('not on Sundays');
  });

  it('run apart from the method, which stays synchronous', () => {
    expect(app.handler(Guarded, 'both').invoke(context, 5)).toBe(5);
    expect(seen).toEqual([]);
  });
});

describe('interceptors, pipes, filters and parameter decorators of a tool', () => {
  const order: string[] = [];

  @Injectable()
  class Outer implements NestInterceptor {
    intercept(_host: ExecutionContext, next: CallHandler) {
      order.push('Outer');
      return next.handle().pipe(map((value) => ({ outer: value as unknown })));
    }
  }
  @Injectable()
  class Inner implements NestInterceptor {
    intercept(_host: ExecutionContext, next: CallHandler) {
      order.push('Inner');
      return next.handle().pipe(map((value) => ({ inner: value as unknown })));
    }
  }
  @Injectable()
  class Describe implements PipeTransform {
    transform(value: unknown, { type, data, metatype }: ArgumentMetadata) {
      return ToolContext.is(value) ? value : { value, type, data, metatype: metatype?.name };
    }
  }
  @Injectable()
  class Double implements PipeTransform {
    transform(value: number) {
      return value * 2;
    }
  }
  class Refund {
    amount: number;
  }
  @Catch(TypeError)
  class TypeErrors implements ExceptionFilter {
    catch(error: TypeError, host: ArgumentsHost) {
      return { caught: error.message, by: getToolContext(host).principal };
    }
  }
  @Catch()
  class Everything implements ExceptionFilter {
    catch() {
      return of('everything');
    }
  }
  const Caller = createParamDecorator((data: string, host: ExecutionContext) =>
    isToolContext(host) ? `${data}:${getToolContext(host).principal}` : 'not a tool',
  );

  @UseInterceptors(Outer)
  @Injectable()
  class Wrapped {
    @UseInterceptors(Inner)
    intercepted() {
      return 1;
    }
  }
  @Injectable()
  class Piped {
    readonly name = 'Piped';
    @UsePipes(Describe)
    whole(@ToolInput() input: Refund, @ToolCtx() ctx: ToolContext) {
      return [input, ctx.principal];
    }
    @UsePipes(Describe)
    @Tool({ name: 'undecorated', description: 'No parameter decorators' })
    undecorated(input: Refund, ctx: ToolContext) {
      return [this.name, input, ctx.principal];
    }
    one(@ToolParam('amount', {}, Double) amount: number, @ToolParam('id') id: string) {
      return [amount, id];
    }
    custom(@Caller('as') caller: string, @ToolParam('id') id: string) {
      return [caller, id];
    }
  }
  @UseFilters(Everything)
  @Injectable()
  class Filtered {
    @UseFilters(TypeErrors)
    inner() {
      throw new TypeError('inner');
    }
    outer() {
      throw new Error('outer');
    }
  }
  @Injectable()
  class HalfFiltered {
    @UseFilters(TypeErrors)
    run() {
      throw new Error('secret 4711');
    }
    @UseInterceptors(Inner)
    expected() {
      throw new ToolError('told');
    }
  }
  let app: Awaited<ReturnType<typeof boot>>;
  beforeAll(
    async () => (app = await boot({ providers: [Wrapped, Piped, Filtered, HalfFiltered] })),
  );
  afterAll(() => app.close());

  it('lets interceptors change the answer, class outside method', async () => {
    const handler = app.handler(Wrapped, 'intercepted');
    expect(await handler.invoke(context, {})).toEqual({ outer: { inner: 1 } });
    expect(order).toEqual(['Outer', 'Inner']);
    expect(handler.enhancers.interceptors).toEqual(['Outer', 'Inner']);
  });

  it('shows the input to pipes as a body of the declared type, so that validation pipes do not skip it', async () => {
    expect(await app.handler(Piped, 'whole').invoke(context, { amount: 1 })).toEqual([
      { value: { amount: 1 }, type: 'body', data: undefined, metatype: 'Refund' },
      'ann',
    ]);
  });

  it('pipes the input of a method without parameter decorators too', async () => {
    const [name, input, principal] = (await app
      .handler(Piped, 'undecorated')
      .invoke(context, { amount: 1 })) as unknown[];
    expect([name, principal]).toEqual(['Piped', 'ann']);
    expect(input).toMatchObject({ value: { amount: 1 }, type: 'body' });
  });

  it('applies the pipe of one parameter to that parameter', async () => {
    const handler = app.handler(Piped, 'one');
    expect(await handler.invoke(context, { amount: 4, id: 'A' })).toEqual([8, 'A']);
    expect(handler.enhancers.pipes).toEqual(['Double']);
  });

  it('runs decorators made with createParamDecorator', async () => {
    expect(await app.handler(Piped, 'custom').invoke(context, { id: 'A' })).toEqual([
      'as:ann',
      'A',
    ]);
  });

  it('lets filters answer for errors, method before class', async () => {
    expect(await app.handler(Filtered, 'inner').invoke(context, {})).toEqual({
      caught: 'inner',
      by: 'ann',
    });
    expect(await app.handler(Filtered, 'outer').invoke(context, {})).toBe('everything');
    expect(app.handler(Filtered, 'inner').enhancers.filters).toEqual(['TypeErrors', 'Everything']);
  });

  it('throws on what no filter answers, and leaves the logging to the pipeline', async () => {
    const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await expect(
      Promise.resolve(app.handler(HalfFiltered, 'run').invoke(context, {})),
    ).rejects.toThrow('secret 4711');
    await expect(
      Promise.resolve(app.handler(HalfFiltered, 'expected').invoke(context, {})),
    ).rejects.toThrow(ToolError);
    const output = JSON.stringify([written.mock.calls, printed.mock.calls]);
    written.mockRestore();
    printed.mockRestore();
    expect(output).not.toContain('4711');
  });
});

describe('a guard that asks the Reflector', () => {
  it('finds the metadata of the method', async () => {
    const ROLE = Reflector.createDecorator<string>();
    @Injectable()
    class Roles implements CanActivate {
      constructor(private readonly reflector: Reflector) {}
      canActivate(host: ExecutionContext) {
        return this.reflector.get(ROLE, host.getHandler()) === 'admin';
      }
    }
    @UseGuards(Roles)
    @Injectable()
    class Tools {
      @ROLE('admin')
      run() {}
    }
    const app = await boot({ providers: [Tools] });
    expect(await app.handler(Tools, 'run').canActivate!(context, {})).toBe(true);
    await app.close();
  });
});
