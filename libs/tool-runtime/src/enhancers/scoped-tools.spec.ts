import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Inject, Injectable, Module, Scope, UseGuards, UseInterceptors } from '@nestjs/common';
import type { CallHandler, CanActivate, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { ContextIdFactory, REQUEST } from '@nestjs/core';
import type { ContextId, ContextIdStrategy, HostComponentInfo } from '@nestjs/core';
import { map } from 'rxjs';
import { ToolContext } from '../context/tool-context.js';
import { Tool } from '../declaration/tool.decorator.js';
import { ToolInput } from '../declaration/tool-input.decorator.js';
import { boot } from './enhancers.fixture.js';

const contextOf = (principal: string) => ToolContext.web({ principal, scopes: [] });
const declare = (name: string) => Tool({ name, description: name });

describe('a request-scoped tool provider', () => {
  const made: object[] = [];

  @Injectable({ scope: Scope.REQUEST })
  class Session {
    constructor(@Inject(REQUEST) readonly request: ToolContext) {}
  }

  @Injectable({ scope: Scope.REQUEST })
  class SameInstance implements CanActivate {
    constructor(private readonly session: Session) {}
    canActivate() {
      return this.session.request.principal !== 'nobody';
    }
  }

  @Injectable({ scope: Scope.REQUEST })
  class Notes {
    constructor(readonly session: Session) {
      made.push(this);
    }
    @UseGuards(SameInstance)
    @declare('who')
    async who(@ToolInput() input: object) {
      await Promise.resolve();
      return { self: this as object, principal: this.session.request.principal, input };
    }
    @UseInterceptors(
      class Loud implements NestInterceptor {
        intercept(_host: ExecutionContext, next: CallHandler) {
          return next.handle().pipe(map((value) => `${value}!`));
        }
      },
    )
    @declare('loud')
    loud() {
      return this.session.request.principal;
    }
  }

  let app: Awaited<ReturnType<typeof boot>>;
  beforeAll(async () => (app = await boot({ providers: [Notes, Session] })));
  afterAll(() => app.close());
  beforeEach(() => void (made.length = 0));

  it('is made anew for each of 100 concurrent calls, each seeing its own caller as REQUEST', async () => {
    const handler = app.handler(Notes, 'who');
    const calls = Array.from({ length: 100 }, async (_, index) => {
      const context = contextOf(`user:${index}`);
      expect(await handler.canActivate!(context, { index })).toBe(true);
      return (await handler.invoke(context, { index })) as { self: object };
    });
    const answers = await Promise.all(calls);
    expect(answers.map(({ self: _self, ...rest }) => rest)).toEqual(
      answers.map((_, index) => ({ principal: `user:${index}`, input: { index } })),
    );
    expect(new Set(answers.map(({ self }) => self)).size).toBe(100);
  });

  it('is made once per call, for its guards and its method together', async () => {
    const handler = app.handler(Notes, 'who');
    const context = contextOf('ann');
    await handler.canActivate!(context, {});
    await handler.invoke(context, {});
    expect(made).toHaveLength(1);
  });

  it('goes with its call', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const handler = app.handler(Notes, 'who');
    const call = async () => {
      const { self } = (await handler.invoke(contextOf('ann'), {})) as { self: object };
      return new WeakRef(self);
    };
    const instance = await call();
    made.length = 0;
    for (let round = 0; round < 20 && instance.deref(); round++) {
      await setImmediate();
      collectGarbage();
    }
    expect(instance.deref()).toBeUndefined();
  });

  it('has guards that decide by their own request', async () => {
    expect(await app.handler(Notes, 'who').canActivate!(contextOf('nobody'), {})).toBe(false);
  });

  it('runs its interceptors', async () => {
    expect(await app.handler(Notes, 'loud').invoke(contextOf('ann'), {})).toBe('ann!');
  });
});

describe('a singleton tool provider with something request-scoped', () => {
  @Injectable({ scope: Scope.REQUEST })
  class OnlyAnn implements CanActivate {
    constructor(@Inject(REQUEST) private readonly request: ToolContext) {}
    canActivate() {
      return this.request.principal === 'ann';
    }
  }
  @UseGuards(OnlyAnn)
  @Injectable()
  class Guarded {
    @declare('run')
    run() {
      return 'ran';
    }
  }
  @Injectable({ scope: Scope.REQUEST })
  class Caller {
    constructor(@Inject(REQUEST) readonly request: ToolContext) {}
  }
  @Injectable()
  class Depending {
    constructor(private readonly caller: Caller) {}
    @declare('depend')
    run() {
      return this.caller.request.principal;
    }
  }

  it('asks a request-scoped guard about the caller of each call', async () => {
    const app = await boot({ providers: [Guarded] });
    const handler = app.handler(Guarded, 'run');
    expect(await handler.canActivate!(contextOf('ann'), {})).toBe(true);
    expect(await handler.canActivate!(contextOf('bob'), {})).toBe(false);
    expect(await handler.invoke(contextOf('ann'), {})).toBe('ran');
    await app.close();
  });

  it('gets a request-scoped dependency of the call', async () => {
    const app = await boot({ providers: [Depending, Caller] });
    const handler = app.handler(Depending, 'run');
    const principals = ['ann', 'bob'].map((name) => handler.invoke(contextOf(name), {}));
    expect(await Promise.all(principals)).toEqual(['ann', 'bob']);
    await app.close();
  });
});

describe('transient tool providers and enhancers', () => {
  it('are made anew for every call', async () => {
    const made: object[] = [];
    @Injectable({ scope: Scope.TRANSIENT })
    class Fresh {
      constructor() {
        made.push(this);
      }
      @declare('fresh')
      run() {
        return this as object;
      }
    }
    const app = await boot({ providers: [Fresh] });
    const handler = app.handler(Fresh, 'run');
    made.length = 0;
    const first = await handler.invoke(contextOf('ann'), {});
    const second = await handler.invoke(contextOf('ann'), {});
    expect([first, second]).toEqual(made);
    expect(first).not.toBe(second);
    await app.close();
  });

  it('have their dependencies when they guard a singleton', async () => {
    @Injectable()
    class Verdict {
      readonly allowed = false;
    }
    @Injectable({ scope: Scope.TRANSIENT })
    class Transient implements CanActivate {
      constructor(private readonly verdict: Verdict) {}
      canActivate() {
        return this.verdict.allowed;
      }
    }
    @UseGuards(Transient)
    @Injectable()
    class Tools {
      @declare('run')
      run() {}
    }
    const app = await boot({ providers: [Tools, Verdict] });
    expect(await app.handler(Tools, 'run').canActivate!(contextOf('ann'), {})).toBe(false);
    await app.close();
  });
});

describe('durable tool providers', () => {
  const tenants = new Map<string, ContextId>();
  class ByTenant implements ContextIdStrategy<ToolContext> {
    constructor(private readonly hasPayload: boolean) {}
    attach(contextId: ContextId, request: ToolContext) {
      const tenant = request.principal!.split(':')[0];
      const tree = tenants.get(tenant) ?? ContextIdFactory.create();
      tenants.set(tenant, tree);
      const resolve = ({ isTreeDurable }: HostComponentInfo) => (isTreeDurable ? tree : contextId);
      return this.hasPayload ? { resolve, payload: { tenant } } : resolve;
    }
  }
  beforeEach(() => tenants.clear());
  afterEach(() => ContextIdFactory.apply(undefined as never));

  @Injectable({ scope: Scope.REQUEST, durable: true })
  class Ledger {
    constructor(@Inject(REQUEST) private readonly request: unknown) {}
    @declare('ledger')
    run() {
      return { self: this as object, request: this.request };
    }
  }

  it('are shared by the callers of a tenant, and see the tenant instead of the first caller', async () => {
    ContextIdFactory.apply(new ByTenant(true));
    const app = await boot({ providers: [Ledger] });
    const handler = app.handler(Ledger, 'run');
    const ask = async (principal: string) =>
      (await handler.invoke(contextOf(principal), {})) as { self: object; request: unknown };
    const [first, second, other] = [await ask('a:ann'), await ask('a:bob'), await ask('b:eve')];
    expect(second.self).toBe(first.self);
    expect(other.self).not.toBe(first.self);
    expect([first.request, other.request]).toEqual([{ tenant: 'a' }, { tenant: 'b' }]);
    await app.close();
  });

  it('see no caller at all where the strategy names no payload', async () => {
    ContextIdFactory.apply(new ByTenant(false));
    const app = await boot({ providers: [Ledger] });
    const answer = await app.handler(Ledger, 'run').invoke(contextOf('a:ann'), {});
    expect((answer as { request: unknown }).request).toBeUndefined();
    await app.close();
  });
});

describe('two modules that provide the same token', () => {
  it('each resolve their own provider', async () => {
    abstract class Named {
      abstract readonly name: string;
      run() {
        return this.name;
      }
    }
    @Injectable({ scope: Scope.REQUEST })
    class Left extends Named {
      readonly name = 'left';
      @declare('left')
      override run() {
        return super.run();
      }
    }
    @Injectable({ scope: Scope.REQUEST })
    class Right extends Named {
      readonly name = 'right';
    }
    @Module({ providers: [{ provide: 'NAMED', useClass: Left }] })
    class LeftModule {}
    @Module({ providers: [{ provide: 'NAMED', useClass: Right }] })
    class RightModule {}
    const app = await boot({ imports: [LeftModule, RightModule] });
    expect(await app.handler('NAMED', 'run').invoke(contextOf('ann'), {})).toBe('left');
    await app.close();
  });
});
