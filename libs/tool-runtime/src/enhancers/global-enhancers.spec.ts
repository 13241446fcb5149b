import { Catch, Injectable, Scope } from '@nestjs/common';
import type { CallHandler, CanActivate, ExecutionContext } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ToolContext } from '../context/tool-context.js';
import { ToolInput } from '../declaration/tool-input.decorator.js';
import { boot } from './enhancers.fixture.js';

const context = ToolContext.web({ principal: 'ann', scopes: ['orders:read'] });

describe('global enhancers', () => {
  const ran: string[] = [];
  const recording = (name: string) => ({
    canActivate: () => !!ran.push(`${name} guard`),
    intercept: (_host: ExecutionContext, next: CallHandler) => {
      ran.push(`${name} interceptor`);
      return next.handle();
    },
    transform: (value: unknown) => (ran.push(`${name} pipe`), value),
  });
  @Catch()
  class GlobalFilter {
    catch() {
      return 'filtered';
    }
  }
  @Injectable()
  class Target {
    run(@ToolInput() input: unknown) {
      return input;
    }
    fail() {
      throw new Error('boom');
    }
  }
  const metadata = {
    providers: [
      Target,
      { provide: APP_GUARD, useValue: recording('app') },
      { provide: APP_INTERCEPTOR, useValue: recording('app') },
      { provide: APP_PIPE, useValue: recording('app') },
      { provide: APP_FILTER, useClass: GlobalFilter },
    ],
  };
  let app: Awaited<ReturnType<typeof boot>>;
  beforeAll(async () => {
    app = await boot(metadata, (host) => {
      host.useGlobalGuards(recording('use'));
      host.useGlobalInterceptors(recording('use'));
      host.useGlobalPipes(recording('use'));
    });
  });
  afterAll(() => app.close());
  beforeEach(() => void (ran.length = 0));

  it('stay away from tools with "skip", and leave them synchronous', () => {
    const handler = app.handler(Target, 'run', 'skip');
    expect(handler.canActivate).toBeUndefined();
    expect(handler.invoke(context, 1)).toBe(1);
    expect(() => app.handler(Target, 'fail', 'skip').invoke(context, 1)).toThrow('boom');
    expect(ran).toEqual([]);
  });

  it('wrap tools with "inherit", those of the application and those of its modules', async () => {
    const handler = app.handler(Target, 'run', 'inherit');
    expect(await handler.canActivate!(context, 1)).toBe(true);
    expect(await handler.invoke(context, 1)).toBe(1);
    expect(ran.toSorted()).toEqual(
      [
        'app guard',
        'app interceptor',
        'app pipe',
        'use guard',
        'use interceptor',
        'use pipe',
      ].toSorted(),
    );
    expect(await app.handler(Target, 'fail', 'inherit').invoke(context, 1)).toBe('filtered');
    expect(handler.enhancers.filters).toEqual(['GlobalFilter']);
  });

  it('refuse to be inherited when Nest would run them without their dependencies', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class PerRequest implements CanActivate {
      canActivate() {
        return true;
      }
    }
    const scoped = await boot({
      providers: [Target, { provide: APP_GUARD, useClass: PerRequest }],
    });
    expect(scoped.outcome(Target, 'run', 'inherit').problems).toEqual([
      expect.stringMatching(/Target\.run.*PerRequest.*request-scoped/),
    ]);
    expect(scoped.outcome(Target, 'run', 'skip').problems).toBeUndefined();
    await scoped.close();
  });
});
