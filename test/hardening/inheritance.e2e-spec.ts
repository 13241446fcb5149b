import {
  Controller,
  Get,
  Injectable,
  Module,
  Post,
  Scope,
  SetMetadata,
  UseGuards,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import {
  Tool,
  ToolContext,
  ToolCtx,
  ToolParam,
  ToolRegistry,
  ToolRuntimeModule,
} from '@toolgate/tool-runtime';
import { bootRuntime } from '../support/boot-runtime.js';

const anybody = ToolContext.web({ principal: 'user:ann', scopes: [] });
const runs: string[] = [];

class Closed implements CanActivate {
  canActivate() {
    return false;
  }
}

/** Lets in whom the metadata of method or class names. */
@Injectable()
class Roles implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(host: ExecutionContext) {
    const roles = this.reflector.getAllAndOverride<string[]>('roles', [
      host.getHandler(),
      host.getClass(),
    ]);
    return roles?.includes('user') === true;
  }
}

function enter(what: string) {
  runs.push(what);
  return what;
}

@UseGuards(Closed)
abstract class GuardedBase {
  @Tool({ name: 'inherited', description: 'Declared on a guarded base class' })
  inherited() {
    return enter('inherited');
  }
}

@Injectable()
class Heir extends GuardedBase {
  @Tool({ name: 'added', description: 'Declared on the heir of a guarded base class' })
  added() {
    return enter('added');
  }
}

abstract class MethodGuardedBase {
  @UseGuards(Closed)
  @Tool({ name: 'method_guarded', description: 'Guarded where it is declared' })
  guarded() {
    return enter('method_guarded');
  }

  @Tool({ name: 'dropped', description: 'Overridden without a decorator', scopes: ['admin'] })
  dropped() {
    return enter('dropped');
  }
}

@Injectable()
class MethodHeir extends MethodGuardedBase {
  override dropped() {
    return enter('override');
  }
}

const Guarding = <T extends Type>(base: T) => {
  @UseGuards(Closed)
  abstract class Mixed extends base {}
  return Mixed;
};

@Injectable()
class Mixin extends Guarding(class Plain {}) {
  @Tool({ name: 'mixed', description: 'Declared under a mixin that guards' })
  mixed() {
    return enter('mixed');
  }
}

@Injectable({ scope: Scope.REQUEST })
class PerCallHeir extends GuardedBase {
  @Tool({ name: 'per_call', description: 'Made anew for each call' })
  perCall() {
    return enter('per_call');
  }

  @Tool({ name: 'per_call_inherited', description: 'Declared anew by the heir' })
  override inherited() {
    return enter('per_call_inherited');
  }
}

@UseGuards(Roles)
@SetMetadata('roles', ['admin'])
class RoledBase {}

@Injectable()
class Roled extends RoledBase {
  @SetMetadata('roles', ['user'])
  @Tool({ name: 'for_users', description: 'Open to users' })
  forUsers() {
    return enter('for_users');
  }

  @Tool({ name: 'for_admins', description: 'Open to admins' })
  forAdmins() {
    return enter('for_admins');
  }
}

const boot = (...providers: Type[]) => bootRuntime({ providers });

beforeEach(() => (runs.length = 0));

describe('a tool of a class that inherits', () => {
  it.each<[string, Type, string[]]>([
    ['a guard of its base class', Heir, ['inherited', 'added']],
    ['a guard of the method', MethodHeir, ['method_guarded']],
    ['a guard of a mixin', Mixin, ['mixed']],
    ['a guard of its base class, per call', PerCallHeir, ['per_call', 'per_call_inherited']],
  ])('%s is behind that guard', async (_what, type, names) => {
    const { app, registry } = await boot(type);
    for (const name of names) {
      const result = await registry.call(name, {}, anybody);
      expect(result.meta).toMatchObject({ code: 'FORBIDDEN', reason_code: 'guard_denied' });
    }
    expect(runs).toEqual([]);
    await app.close();
  });

  it('and overrides a tool without saying so offers it no more', async () => {
    const { app, registry } = await boot(MethodHeir);
    expect((await registry.call('dropped', {}, anybody)).code).toBe('TOOL_NOT_FOUND');
    expect(runs).toEqual([]);
    await app.close();
  });

  it('shows its guards the metadata of method before class', async () => {
    const { app, registry } = await boot(Roled);
    expect((await registry.call('for_users', {}, anybody)).data).toBe('for_users');
    expect((await registry.call('for_admins', {}, anybody)).code).toBe('FORBIDDEN');
    await app.close();
  });
});

describe('a method that cannot become a tool', () => {
  const misuse = (declare: () => unknown) => expect(declare).toThrow(TypeError);

  it('says so where it is declared, instead of being left out in silence', () => {
    misuse(() => {
      class Tools {
        @Tool({ name: 'static_tool', description: 'x' })
        static run() {
          return 1;
        }
      }
      return Tools;
    });
    misuse(() => {
      const key = Symbol('run');
      class Tools {
        @Tool({ name: 'symbol_tool', description: 'x' })
        [key]() {
          return 1;
        }
      }
      return Tools;
    });
  });
});

describe('a method that is a route and a tool', () => {
  const seen: string[] = [];

  class Noting implements CanActivate {
    canActivate(host: ExecutionContext) {
      seen.push(host.getType());
      return true;
    }
  }

  @Controller('reports')
  class Reports {
    @UseGuards(Noting)
    @Get()
    @Tool({ name: 'reports', description: 'Lists reports', scopes: ['reports:read'] })
    list() {
      return enter('reports');
    }

    @Post()
    @Tool({ name: 'add_report', description: 'Adds a report', mutating: true })
    add(@ToolParam('title') title: string, @ToolCtx() context: ToolContext | null) {
      return `${title} by ${context?.principal ?? 'a request'}`;
    }
  }

  @Module({ imports: [ToolRuntimeModule.forRoot()], controllers: [Reports] })
  class App {}

  it('runs its guards in both roles, and the policy of the tool only as a tool', async () => {
    const app = await NestFactory.create<NestExpressApplication>(App, { logger: false });
    await app.init();
    await request(app.getHttpServer()).get('/reports').expect(200, 'reports');
    const registry = app.get(ToolRegistry);
    expect((await registry.call('reports', {}, anybody)).code).toBe('FORBIDDEN');
    expect(seen).toEqual(['http']);
    const reader = ToolContext.web({ principal: 'user:ann', scopes: ['reports:read'] });
    expect((await registry.call('reports', {}, reader)).data).toBe('reports');
    expect(seen).toEqual(['http', 'tool']);
    await app.close();
  });

  it('takes its arguments from the body in one role, and has a context only in the other', async () => {
    const app = await NestFactory.create<NestExpressApplication>(App, { logger: false });
    await app.init();
    const args = { title: 'Sales' };
    const { text } = await request(app.getHttpServer()).post('/reports').send(args).expect(201);
    expect(text).toBe('Sales by a request');
    const result = await app.get(ToolRegistry).call('add_report', args, anybody);
    expect(result.data).toBe('Sales by user:ann');
    await app.close();
  });
});
