import { Controller, Injectable, Scope, UseGuards, UseInterceptors } from '@nestjs/common';
import type {
  CallHandler,
  CanActivate,
  ExecutionContext,
  NestInterceptor,
  PipeTransform,
} from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { map } from 'rxjs';
import { ToolContext } from '../context/tool-context.js';
import { ToolParam } from '../declaration/tool-param.decorator.js';
import { boot } from './enhancers.fixture.js';

const context = ToolContext.web({ principal: 'ann', scopes: ['orders:read'] });

describe('guards that Nest would silently leave out', () => {
  @Injectable()
  class Deny implements CanActivate {
    canActivate() {
      return false;
    }
  }
  @Injectable()
  class Upper implements PipeTransform {
    transform(value: string) {
      return value.toUpperCase();
    }
  }
  @UseGuards(Deny)
  class ClassGuarded {
    run() {}
  }
  class MethodGuarded {
    @UseGuards(Deny)
    run() {}
  }
  class ParameterPiped {
    run(@ToolParam('name', {}, Upper) name: string) {
      return name;
    }
  }
  class InstanceGuarded {
    @UseGuards(new Deny())
    run() {}
  }

  it.each([
    ['a guard of the class', ClassGuarded, 'Deny', '@UseGuards'],
    ['a guard of the method', MethodGuarded, 'Deny', '@UseGuards'],
    ['a pipe of a parameter', ParameterPiped, 'Upper', 'one parameter'],
  ])(
    'stop the boot: %s behind useFactory or useValue',
    async (_what, provided, enhancer, bound) => {
      const app = await boot({
        providers: [
          { provide: 'FACTORY', useFactory: () => new provided() },
          { provide: 'VALUE', useValue: new provided() },
        ],
      });
      for (const token of ['FACTORY', 'VALUE'])
        expect(app.outcome(token, 'run').problems).toEqual([
          expect.stringContaining(`${provided.name}.run`) &&
            expect.stringMatching(new RegExp(`${enhancer}.*${bound}.*useFactory or useValue`)),
        ]);
      await app.close();
    },
  );

  it('stop the boot even when another provider brings the guard, if it is made per request', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class PerRequest implements CanActivate {
      canActivate() {
        return true;
      }
    }
    @UseGuards(PerRequest)
    @Injectable()
    class Bringing {
      run() {}
    }
    @UseGuards(PerRequest)
    class Made {
      run() {}
    }
    const app = await boot({
      providers: [Bringing, { provide: 'FACTORY', useFactory: () => new Made() }],
    });
    expect(app.outcome('FACTORY', 'run').problems).toEqual([
      expect.stringMatching(/Made\.run.*PerRequest/),
    ]);
    expect(app.outcome(Bringing, 'run').problems).toBeUndefined();
    await app.close();
  });

  it('stop the boot when what stands in for a guard cannot guard', async () => {
    @UseGuards(Deny)
    @Injectable()
    class Tools {
      run() {}
    }
    const app = await boot({ providers: [Tools] });
    for (const { injectables } of app.app.get(ModulesContainer).values()) {
      const guard = injectables.get(Deny);
      if (guard) guard.instance = {};
    }
    expect(app.outcome(Tools, 'run').problems).toEqual([
      expect.stringMatching(/Tools\.run.*guards \(Deny\).*refused/),
    ]);
    await app.close();
  });

  it('run when the class is provided as a class or with useClass', async () => {
    const app = await boot({
      providers: [ClassGuarded, { provide: 'ALIASED', useClass: MethodGuarded }],
    });
    expect(await app.handler(ClassGuarded, 'run').canActivate!(context, {})).toBe(false);
    expect(await app.handler('ALIASED', 'run').canActivate!(context, {})).toBe(false);
    await app.close();
  });

  it('run when bound as instances behind a factory', async () => {
    const app = await boot({
      providers: [{ provide: 'FACTORY', useFactory: () => new InstanceGuarded() }],
    });
    expect(await app.handler('FACTORY', 'run').canActivate!(context, {})).toBe(false);
    await app.close();
  });

  it('run on a method that the constructor replaced by a bound copy', async () => {
    @Injectable()
    class Bound {
      readonly word = 'bound';
      constructor() {
        this.run = this.run.bind(this);
      }
      @UseGuards(Deny)
      run() {
        return this.word;
      }
    }
    const app = await boot({ providers: [Bound] });
    expect(await app.handler(Bound, 'run').canActivate!(context, {})).toBe(false);
    expect(app.handler(Bound, 'run').invoke(context, {})).toBe('bound');
    await app.close();
  });

  it('run on a controller', async () => {
    @UseGuards(Deny)
    @Controller()
    class Page {
      @UseInterceptors(Exclaim)
      run(@ToolParam('name', {}, Upper) name: string) {
        return name;
      }
    }
    const app = await boot({ controllers: [Page] });
    const handler = app.handler(Page, 'run');
    expect(await handler.canActivate!(context, {})).toBe(false);
    expect(await handler.invoke(context, { name: 'ann' })).toBe('ANN!');
    await app.close();
  });

  it('refuse every call when a guard cannot be constructed', async () => {
    @Injectable({ scope: Scope.REQUEST })
    class Broken implements CanActivate {
      constructor() {
        throw new Error('no database');
      }
      canActivate() {
        return true;
      }
    }
    @UseGuards(Broken)
    @Injectable()
    class Tools {
      run() {}
    }
    const app = await boot({ providers: [Tools] });
    await expect(
      Promise.resolve(app.handler(Tools, 'run').canActivate!(context, {})),
    ).rejects.toThrow('no database');
    await app.close();
  });
});

@Injectable()
class Exclaim implements NestInterceptor {
  intercept(_host: ExecutionContext, next: CallHandler) {
    return next.handle().pipe(map((value) => `${value}!`));
  }
}
