import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, UseGuards, UseInterceptors } from '@nestjs/common';
import type { CallHandler, CanActivate, NestInterceptor } from '@nestjs/common';
import { ValidatorConstraint, Validate } from 'class-validator';
import type { ValidatorConstraintInterface } from 'class-validator';
import { EMPTY, Observable } from 'rxjs';
import {
  AuditSinks,
  ConfirmationStore,
  OnToolExecuting,
  PolicyRuleProvider,
  RateLimiter,
  Tool,
  ToolContext,
  ToolInput,
  ToolResult,
} from '@toolgate/tool-runtime';
import { bootRuntime } from '../support/boot-runtime.js';
import type { RunningRuntime, RuntimeSetup } from '../support/boot-runtime.js';
import { ProcessFaults } from '../support/process-faults.js';

const never = () => new Promise<never>(() => undefined);
const timeoutMs = 30;
let entered: string[];
let reached: () => void;

class Silent implements CanActivate {
  canActivate() {
    reached();
    return never();
  }
}

@ValidatorConstraint({ async: true })
class SilentRule implements ValidatorConstraintInterface {
  validate() {
    reached();
    return never();
  }
}

class Checked {
  @Validate(SilentRule)
  value: string;
}

class Passing implements NestInterceptor {
  intercept(_host: unknown, next: CallHandler) {
    return next.handle();
  }
}

@Injectable()
class Doors {
  @Tool({ name: 'open', description: 'Opens', timeoutMs })
  open() {
    entered.push('open');
  }

  @UseGuards(Silent)
  @Tool({ name: 'guarded', description: 'Opens', timeoutMs })
  guarded() {
    entered.push('guarded');
  }

  @Tool({ name: 'checked', description: 'Opens', timeoutMs })
  checked(@ToolInput() _input: Checked) {
    entered.push('checked');
  }

  @Tool({ name: 'confirmed', description: 'Opens', confirm: true, timeoutMs })
  confirmed() {
    entered.push('confirmed');
  }

  @Tool({ name: 'recorded', description: 'Opens', mutating: true, timeoutMs })
  recorded() {
    entered.push('recorded');
  }
}

@Injectable()
class SilentListener {
  @OnToolExecuting()
  hear() {
    reached();
    return never();
  }
}

const silently = () => {
  reached();
  return never();
};
const providing = (provide: symbol, useValue: object): RuntimeSetup => ({
  collaborators: [{ provide, useValue }],
});
const token = 'a'.repeat(64);

/** Everything of the host's that a call waits for before its tool runs. */
const WAITS: [what: string, tool: string, args: object, setup: RuntimeSetup][] = [
  ['a guard', 'guarded', {}, {}],
  ['a validator', 'checked', { value: 'x' }, {}],
  ['a rule provider', 'open', {}, providing(PolicyRuleProvider, { findMatchingRule: silently })],
  ['a rate limiter', 'open', {}, providing(RateLimiter, { consume: silently })],
  [
    'a confirmation store that keeps',
    'confirmed',
    {},
    providing(ConfirmationStore, { put: silently, peek: silently, take: silently }),
  ],
  [
    'a confirmation store that looks up',
    'confirmed',
    { confirm_token: token },
    providing(ConfirmationStore, { put: silently, peek: silently, take: silently }),
  ],
  ['a listener', 'open', {}, { providers: [SilentListener] }],
  [
    'a sink that must record first',
    'recorded',
    {},
    {
      options: { audit: { mode: 'required', sinkTimeoutMs: timeoutMs } },
      collaborators: [
        {
          provide: AuditSinks,
          useValue: [{ write: ({ phase }: { phase: string }) => phase === 'intent' && silently() }],
        },
      ],
    },
  ],
];

const boot = ({ providers = [], options = {}, ...rest }: RuntimeSetup) =>
  bootRuntime({
    ...rest,
    providers: [Doors, ...providers],
    options: {
      events: { listenerTimeoutMs: timeoutMs },
      policy: { ruleTimeoutMs: timeoutMs },
      execution: { drainMs: 5 },
      ...options,
    },
  });

let faults: ProcessFaults;
beforeEach(() => {
  entered = [];
  reached = () => undefined;
  faults = ProcessFaults.watch();
});
afterEach(async () => expect(await faults.stop()).toEqual([]));

describe.each(WAITS)('a call that waits for %s which never answers', (_what, tool, args, setup) => {
  let runtime: RunningRuntime;
  beforeEach(async () => (runtime = await boot(setup)));
  afterEach(() => runtime.app.close());

  it('ends by itself, and the tool does not run', async () => {
    const result = await runtime.registry.call(tool, args, ToolContext.web({ principal: 'u' }));
    expect(result.success).toBe(false);
    expect(['TIMEOUT', 'FORBIDDEN', 'BLOCKED']).toContain(result.code);
    expect(entered).toEqual([]);
  });

  it('ends at once when the caller goes away', async () => {
    const caller = new AbortController();
    const waiting = new Promise<void>((resolve) => (reached = resolve));
    const call = runtime.registry.call(
      tool,
      args,
      ToolContext.web({ principal: 'u', signal: caller.signal }),
    );
    await waiting;
    caller.abort();
    expect((await call).code).toBe('CANCELLED');
    expect(entered).toEqual([]);
  });

  it('ends when the caller leaves in the very moment the wait begins', async () => {
    const caller = new AbortController();
    reached = () => caller.abort();
    const result = await runtime.registry.call(
      tool,
      args,
      ToolContext.web({ principal: 'u', signal: caller.signal }),
    );
    expect(result.code).toBe('CANCELLED');
  });

  it('ends when the application closes', async () => {
    const waiting = new Promise<void>((resolve) => (reached = resolve));
    const call = runtime.registry.call(tool, args, ToolContext.web({ principal: 'u' }));
    await waiting;
    await runtime.app.close();
    expect((await call).code).toBe('CANCELLED');
    expect(entered).toEqual([]);
  });
});

describe('a call that is still being authorized when the application closes', () => {
  it('never reaches its tool, even if the guard agrees afterwards', async () => {
    let agree!: (yes: boolean) => void;
    @Injectable()
    class Slow {
      @UseGuards({ canActivate: () => new Promise<boolean>((resolve) => (agree = resolve)) })
      @Tool({ name: 'slow', description: 'Waits' })
      run() {
        entered.push('slow');
      }
    }
    const { app, registry, records } = await bootRuntime({
      providers: [Slow],
      options: { execution: { drainMs: 5 } },
    });
    const call = registry.call('slow', {}, ToolContext.web({ principal: 'u' }));
    await app.close();
    agree(true);
    await sleep(5);
    expect((await call).code).toBe('CANCELLED');
    expect(entered).toEqual([]);
    expect(records()).toHaveLength(1);
  });
});

describe('a tool', () => {
  let runtime: RunningRuntime;
  const context = () => ToolContext.web({ principal: 'u' });

  @Injectable()
  class Streams {
    readonly live = new Set<string>();

    @Tool({ name: 'ticking', description: 'Goes on', timeoutMs })
    ticking() {
      return this.endless('ticking');
    }

    @UseInterceptors(Passing)
    @Tool({ name: 'wrapped_ticking', description: 'Goes on', timeoutMs })
    wrapped() {
      return this.endless('wrapped_ticking');
    }

    @Tool({ name: 'nothing', description: 'Has nothing to say' })
    nothing() {
      return EMPTY;
    }

    @UseInterceptors(Passing)
    @Tool({ name: 'wrapped_nothing', description: 'Has nothing to say' })
    wrappedNothing() {
      return EMPTY;
    }

    private endless(name: string) {
      return new Observable((subscriber) => {
        this.live.add(name);
        const timer = setInterval(() => subscriber.next(1), 2);
        return () => {
          this.live.delete(name);
          clearInterval(timer);
        };
      });
    }
  }

  beforeAll(async () => (runtime = await bootRuntime({ providers: [Streams] })));
  afterAll(() => runtime.app.close());

  it.each(['ticking', 'wrapped_ticking'])(
    'that answers with an endless observable (%s) is let go at its deadline',
    async (name) => {
      expect((await runtime.registry.call(name, {}, context())).code).toBe('TIMEOUT');
      expect([...runtime.app.get(Streams).live]).toEqual([]);
    },
  );

  it.each(['nothing', 'wrapped_nothing'])(
    'that answers with an empty observable (%s) has done its work',
    async (name) => {
      expect(await runtime.registry.call(name, {}, context())).toMatchObject({
        success: true,
        data: null,
      });
    },
  );

  it('that sends its own caller away is cancelled', async () => {
    const caller = new AbortController();
    runtime.registry.register({ name: 'hang_up', description: 'Hangs up' }, () => {
      caller.abort();
      return never();
    });
    const result = await runtime.registry.call(
      'hang_up',
      {},
      ToolContext.web({ principal: 'u', signal: caller.signal }),
    );
    expect(result.code).toBe('CANCELLED');
  });

  it('that another tool calls with its own context ends with that tool', async () => {
    const ends: ToolResult[] = [];
    runtime.registry.register({ name: 'inner', description: 'Waits' }, () => never());
    runtime.registry.register(
      { name: 'outer', description: 'Calls', timeoutMs },
      async (_input, call) => {
        ends.push(await runtime.registry.call('inner', {}, call));
      },
    );
    expect((await runtime.registry.call('outer', {}, context())).code).toBe('TIMEOUT');
    await sleep(1);
    expect(ends.map(({ code }) => code)).toEqual(['CANCELLED']);
  });

  it('that another tool calls plans when that one only plans', async () => {
    let ran = 0;
    runtime.registry.register({ name: 'effect', description: 'Acts', mutating: true }, () => ++ran);
    runtime.registry.register({ name: 'driver', description: 'Calls' }, async (_input, call) =>
      runtime.registry.call('effect', {}, call.asPlan()),
    );
    const result = await runtime.registry.call('driver', {}, context());
    expect(result.meta).toMatchObject({ type: 'plan', tool: 'effect' });
    expect(ran).toBe(0);
  });

  it('that calls itself for ever ends without harm to the process', async () => {
    runtime.registry.register(
      { name: 'endless', description: 'Calls itself', rateLimit: false },
      (_input, call) => runtime.registry.call('endless', {}, call),
    );
    const result = await runtime.registry.call('endless', {}, context());
    expect(result.success).toBe(false);
    expect((await runtime.registry.call('nothing', {}, context())).success).toBe(true);
  });

  it('whose thenable fails when it is waited for, or answers twice, ends once', async () => {
    const before = runtime.records().length;
    const thenables = [
      (_yes: unknown) => {
        throw new Error('no');
      },
      (yes: (value: unknown) => void) => {
        yes(1);
        yes(2);
      },
      (yes: (value: unknown) => void, no: (error: unknown) => void) => {
        yes(1);
        no(new Error('late'));
      },
    ];
    const data: unknown[] = [];
    for (const [index, then] of thenables.entries()) {
      const name = `thenable_${index}`;
      // oxlint-disable-next-line unicorn/no-thenable -- being one is the point
      runtime.registry.register({ name, description: 'Is odd' }, () => ({ then }) as never);
      data.push((await runtime.registry.call(name, {}, context())).data);
    }
    expect(data).toEqual([null, 1, 1]);
    await sleep(1);
    const records = runtime.records().slice(before);
    expect(records.map(({ outcome, late }) => [outcome, late])).toEqual([
      ['failed', false],
      ['executed', false],
      ['executed', false],
    ]);
  });
});
