import { NestFactory } from '@nestjs/core';
import { ToolContext, ToolRegistry } from '@toolgate/tool-runtime';
import type { ToolContextOptions, ToolResult } from '@toolgate/tool-runtime';
import { AppModule } from '../app.module.js';
import { AuditOnlyLogger } from '../console/audit-only.logger.js';
import { print, printResult } from '../console/print.js';
import { ChangeFreezeListener } from '../governance/change-freeze.listener.js';
import { PEOPLE } from '../identity/people.js';

/** A walk through every way a call can end: what is sent, the result, and the audit line that the call leaves. */
export async function walkThroughPipeline(): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule, {
    logger: new AuditOnlyLogger(),
  });
  const registry = app.get(ToolRegistry);
  const freeze = app.get(ChangeFreezeListener);
  const agent = caller('demo-agent');
  const manager = caller('demo-manager');
  const auditor = caller('demo-auditor');

  const call = async (title: string, tool: string, args: object, context: ToolContext) => {
    print(`\n━━ ${title}\n   ${tool} ${JSON.stringify(args)} as ${context.principal}`);
    const result = await registry.call(tool, args, context);
    printResult(shorten(result));
    return result;
  };

  await call('success', 'get_order', { order_id: 'A-1001' }, agent());
  await call(
    'clamp: page 0 and 400 per page are brought into range',
    'list_orders',
    { page: 0, limit: 400 },
    agent(),
  );
  await call('repair: a number in a string', 'list_orders', { page: '2', limit: '2' }, agent());
  await call(
    'repair: an object in a string',
    'update_order_address',
    {
      order_id: 'A-1001',
      changes: '{"street":"Am Kaiserkai 1"}',
    },
    agent(),
  );
  await call('invalid: a misspelled argument', 'list_orders', { statsu: 'open' }, agent());
  await call('denied: the agent holds no refund scope', 'refund_order', REFUND, agent());
  await call(
    'denied by a rule: too large',
    'refund_order',
    { ...REFUND, amount: 90_000 },
    manager(),
  );
  await call('denied by a guard: another region', 'get_customer', { customer_id: 'C-4' }, agent());
  await call('an interceptor masks the address', 'get_customer', { customer_id: 'C-1' }, agent());
  await call('plan: what would happen', 'refund_order', REFUND, manager().asPlan());

  const asked = await call('confirm: the first call asks', 'refund_order', REFUND, manager());
  const confirmation = { ...REFUND, amount: 1, confirm_token: asked.confirmToken };
  await call(
    'redeem: what was asked first is executed, whatever the second call sends',
    'refund_order',
    confirmation,
    manager(),
  );
  await call('redeem again: a token is good once', 'refund_order', confirmation, manager());

  freeze.begin('stock-taking until 18:00');
  await call(
    'vetoed by a listener',
    'update_order_address',
    { order_id: 'A-1001', changes: { city: 'Kiel' } },
    agent(),
  );
  freeze.end();

  await call('a search', 'search_articles', { query: 'refund' }, agent());
  await call('cached: the same search again', 'search_articles', { query: 'refund' }, agent());
  await call('timed out: the warehouse does not answer', 'check_stock', { sku: 'KB-75' }, agent());

  await call(
    'progress',
    'export_orders',
    { from: '2026-09-01T00:00:00Z' },
    auditor({
      exchange: { progress: ({ progress, total }) => print(`   … ${progress} of ${total}`) },
    }),
  );
  const cancel = new AbortController();
  setTimeout(() => cancel.abort(), 60);
  await call(
    'cancelled by the caller',
    'export_orders',
    { from: '2026-09-01T00:00:00Z' },
    auditor({ signal: cancel.signal }),
  );

  await call('the third export of this minute', 'export_orders', LAST_WEEK, auditor());
  await call('rate limited: the fourth', 'export_orders', LAST_WEEK, auditor());
  await call('not found', 'drop_tables', {}, agent());
  await app.close();
}

const REFUND = {
  order_id: 'A-1003',
  amount: 2_500,
  reason: 'damaged',
  note: 'Sorry about the scratch',
};

const LAST_WEEK = { from: '2026-10-06T00:00:00Z' };

/** A context as the host's web edge would make it for the person behind a token. */
function caller(token: string): (options?: ToolContextOptions) => ToolContext {
  const person = PEOPLE.get(token)!;
  return (options = {}) =>
    ToolContext.web({ ...options, principal: person.id, scopes: person.scopes });
}

/** The demo shows the shape of a result, not every row of it. */
function shorten(result: ToolResult): ToolResult {
  if (!Array.isArray(result.data) || result.data.length <= 2) return result;
  return result.withData([...result.data.slice(0, 2), `… ${result.data.length - 2} more`]);
}
