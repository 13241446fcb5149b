import { Test } from '@nestjs/testing';
import { toolTesting, withToolTesting } from '@toolgate/testing';
import type { ToolTesting } from '@toolgate/testing';
import { AppModule } from '../src/app.module.js';
import { PEOPLE } from '../src/identity/people.js';

const REFUND = { order_id: 'A-1003', amount: 2_500, reason: 'damaged' };

describe('who may call the tools of the support desk', () => {
  let tools: ToolTesting;

  beforeAll(async () => {
    const builder = withToolTesting(Test.createTestingModule({ imports: [AppModule] }));
    const module = await builder.compile();
    await module.init();
    tools = toolTesting(module);
  });

  afterAll(() => tools.close());

  /** The tool as the person behind a demo token would call it. */
  const expectTool = (tool: string, token: string, channel = 'mcp') => {
    const { id, scopes } = PEOPLE.get(token)!;
    return tools.expectTool(tool).on(channel).as(id, scopes);
  };

  it('opens these tools and no others', () => {
    tools.expectTools([
      'get_customer',
      'export_orders',
      'list_orders',
      'get_order',
      'update_order_address',
      'check_stock',
      'search_articles',
      'refund_order',
      'request_refund',
      'request_verification',
      'resolve_verification',
      'list_verifications',
    ]);
  });

  it('shows nothing to somebody who is not signed in', async () => {
    for (const { name } of tools.registry.getDefinitions()) {
      await tools.expectTool(name).on('mcp').asNobody().toBeDeniedBy('authentication');
      await tools.expectTool(name).on('mcp').asNobody().toBeHidden();
    }
  });

  it('lets managers refund what they confirm, up to what the rules of the desk allow', async () => {
    const refund = expectTool('refund_order', 'demo-manager');
    await refund.toNeedConfirmation();
    await refund.with(REFUND).toBeAllowed();
    await refund.with({ ...REFUND, amount: 90_000 }).toBeDeniedBy('rule');
    await expectTool('refund_order', 'demo-agent').toBeDeniedBy('scope');
  });

  it('lets agents pay small refunds alone, and large ones once a manager has approved', async () => {
    const refund = expectTool('request_refund', 'demo-agent');
    await refund.with({ ...REFUND, amount: 50_000 }).toBeAllowed();
    await expectTool('resolve_verification', 'demo-agent').toBeDeniedBy('scope');
    await expectTool('resolve_verification', 'demo-manager').toBeAllowed();
  });

  it('shows customers of a region to those who work for it', async () => {
    const customer = expectTool('get_customer', 'demo-agent');
    await customer.with({ customer_id: 'C-1' }).toBeAllowed();
    await customer.with({ customer_id: 'C-4' }).toBeDeniedBy('guard');
  });

  it('asks in a chat before an address is changed, and nowhere else', async () => {
    await expectTool('update_order_address', 'demo-agent').toBePlannedAs('executed');
    await expectTool('update_order_address', 'demo-agent', 'telegram').toNeedConfirmation();
  });
});
