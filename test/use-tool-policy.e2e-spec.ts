import { Controller, Get, Global, Injectable, Module, Post, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext, INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { Server } from 'node:http';
import request from 'supertest';
import { ToolContext } from '../libs/tool-runtime/src/context/tool-context.js';
import { UseToolPolicy } from '../libs/tool-runtime/src/declaration/use-tool-policy.decorator.js';
import { PolicyGate } from '../libs/tool-runtime/src/policy/policy-gate.js';
import { PolicyGuard } from '../libs/tool-runtime/src/policy/policy.guard.js';
import { RateLimiter } from '../libs/tool-runtime/src/rate-limit/rate-limiter.js';
import { SlidingWindowRateLimiter } from '../libs/tool-runtime/src/rate-limit/sliding-window.rate-limiter.js';
import { ToolBudget } from '../libs/tool-runtime/src/rate-limit/tool-budget.js';
import { ToolCatalog } from '../libs/tool-runtime/src/registry/tool-catalog.js';
import { TOOL_RUNTIME_OPTIONS } from '../libs/tool-runtime/src/tool-runtime.tokens.js';
import { PLATFORMS } from './support/each-platform.js';
import { FakeClock } from './support/fake-clock.js';
import { aTool, someOptions } from './support/fixtures.js';
import { LogRecorder } from './support/log-recorder.js';

const budget = { limit: 10, windowMs: 60_000 };
const tools = [
  aTool({
    name: 'refund_order',
    mutating: true,
    scopes: ['orders:refund'],
    rateLimit: { ...budget, cost: 5 },
  }),
  aTool({ name: 'list_orders', rateLimit: { ...budget, cost: 1 } }),
  aTool({ name: 'dear_report', rateLimit: { ...budget, cost: 11 } }),
];

/** Stands for any authentication: the header says who calls. */
class HeaderAuthentication implements CanActivate {
  canActivate(host: ExecutionContext): boolean {
    const http: { headers: Record<string, string>; user?: unknown } = host
      .switchToHttp()
      .getRequest();
    const { 'x-user': id, 'x-scopes': scopes = '' } = http.headers;
    if (id) http.user = { id, scopes: scopes.split(' ') };
    return true;
  }
}

@Injectable()
class TenantPolicyGuard extends PolicyGuard {
  protected override getContext() {
    return Promise.resolve(ToolContext.of({ channel: 'tenant', principal: 'tenant-7' }));
  }
}

@Controller('orders')
@UseGuards(HeaderAuthentication)
class OrdersController {
  @Post('refund')
  @UseToolPolicy('refund_order')
  refund() {
    return { refunded: true };
  }

  @Get()
  @UseToolPolicy('list_orders')
  list() {
    return [];
  }

  @Get('report')
  @UseToolPolicy('dear_report')
  report() {
    return {};
  }

  @Get('misspelled')
  @UseToolPolicy('lst_orders')
  misspelled() {
    return {};
  }

  @Get('unnamed')
  @UseGuards(PolicyGuard)
  unnamed() {
    return {};
  }

  @Get('tenant')
  @UseToolPolicy('list_orders', TenantPolicyGuard)
  tenant() {
    return {};
  }
}

@Controller('twice')
@UseToolPolicy('refund_order')
@UseGuards(HeaderAuthentication)
class TwiceController {
  @Get('inherited')
  inherited() {
    return {};
  }

  @Get('overridden')
  @UseToolPolicy('list_orders')
  overridden() {
    return {};
  }
}

const clock = new FakeClock();

@Global()
@Module({
  providers: [
    PolicyGate,
    ToolBudget,
    { provide: TOOL_RUNTIME_OPTIONS, useFactory: () => someOptions() },
    { provide: RateLimiter, useFactory: () => new SlidingWindowRateLimiter(clock, 1_000) },
    { provide: ToolCatalog, useFactory: () => new Map(tools.map((tool) => [tool.name, tool])) },
  ],
  exports: [PolicyGate, ToolBudget, ToolCatalog],
})
class RuntimePartsModule {}

describe.each(PLATFORMS)('@UseToolPolicy on $platform', ({ start }) => {
  let app: INestApplication;
  let log: LogRecorder;

  beforeEach(async () => {
    const module = await Test.createTestingModule({
      imports: [RuntimePartsModule],
      controllers: [OrdersController, TwiceController],
    }).compile();
    app = await start(module);
    log = LogRecorder.start();
  });
  afterEach(async () => {
    log.stop();
    await app.close();
  });

  const http = () => request(app.getHttpServer() as Server);
  const refund = (user?: string, scopes = 'orders:refund') => {
    const sent = http().post('/orders/refund');
    return user ? sent.set('x-user', user).set('x-scopes', scopes) : sent;
  };
  const get = (path: string, user = 'ann') => http().get(path).set('x-user', user);

  it('lets in who could call the tool', async () => {
    const { status, body } = await refund('ann');
    expect({ status, body }).toEqual({ status: 201, body: { refunded: true } });
  });

  it('refuses an anonymous request as the tool would', async () => {
    const { status, body } = await refund();
    expect(status).toBe(403);
    expect(body).toEqual({
      statusCode: 403,
      message: "channel 'web' requires an authenticated principal (require_auth) — none provided.",
      error: 'Forbidden',
      reason_code: 'unauthenticated',
    });
  });

  it('refuses a caller without the scopes of the tool', async () => {
    const { status, body } = await refund('ann', 'orders:read');
    expect(status).toBe(403);
    expect(body).toMatchObject({
      message:
        "Missing required scope for tool 'refund_order'. Need one of: orders:refund — context has: orders:read.",
      reason_code: 'missing_scope',
    });
  });

  it('charges the budget of the tool and says when to come back', async () => {
    expect((await refund('ann')).status).toBe(201);
    expect((await refund('ann')).status).toBe(201);
    clock.advance(20_500);
    const { status, body, headers } = await refund('ann');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('40');
    expect(body).toEqual({
      statusCode: 429,
      message: "Rate limit exceeded for 'web:ann:refund_order': max 10 tokens per 60s.",
      error: 'Too Many Requests',
      retry_after_seconds: 40,
    });
    expect((await refund('bob')).status).toBe(201);
    clock.advance(39_500);
    expect((await refund('ann')).status).toBe(201);
  });

  it('shares that budget with calls of the tool itself', async () => {
    const ann = ToolContext.web({ principal: 'ann' });
    const spend = () => app.get(ToolBudget).consume(ann, tools[0], 'execute');
    expect([spend(), spend()]).toEqual([{ allowed: true }, { allowed: true }]);
    expect((await refund('ann')).status).toBe(429);
  });

  it('charges nothing to a caller whom the policy refuses', async () => {
    for (let time = 0; time < 5; time++) await refund('ann', 'orders:read');
    expect((await refund('ann')).status).toBe(201);
  });

  it('promises nothing when waiting does not help', async () => {
    const { status, headers, body } = await get('/orders/report');
    expect(status).toBe(429);
    expect(headers).not.toHaveProperty('retry-after');
    expect(body).toMatchObject({ retry_after_seconds: null });
  });

  it('works on a whole controller, and a method overrides it and pays once', async () => {
    expect((await get('/twice/inherited').set('x-scopes', 'none')).status).toBe(403);
    for (let time = 0; time < 10; time++) expect((await get('/twice/overridden')).status).toBe(200);
    expect((await get('/twice/overridden')).status).toBe(429);
  });

  it('lets a subclass say who calls', async () => {
    const { status } = await http().get('/orders/tenant');
    expect(status).toBe(200);
    expect(log.texts('warn')).toEqual([expect.stringContaining("'tenant'")]);
  });

  it.each([
    ['/orders/misspelled', "@UseToolPolicy('lst_orders')"],
    ['/orders/unnamed', 'no tool is named'],
  ])('refuses everybody at %s, and tells the operator once why', async (path, reason) => {
    for (let time = 0; time < 3; time++) {
      const { status, body } = await get(path).set('x-scopes', '*');
      expect(status).toBe(403);
      expect(body).toMatchObject({ reason_code: 'policy_error' });
      expect(JSON.stringify(body)).not.toContain('lst_orders');
    }
    expect(log.texts('error')).toEqual([expect.stringContaining(reason)]);
    expect(log.texts('error')[0]).toContain('OrdersController.');
  });
});
