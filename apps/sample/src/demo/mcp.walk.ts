import { setTimeout as sleep } from 'node:timers/promises';
import { NestFactory } from '@nestjs/core';
import { MODE_KEY } from '@toolgate/mcp';
import { AppModule } from '../app.module.js';
import { AuditOnlyLogger } from '../console/audit-only.logger.js';
import { print } from '../console/print.js';
import { DeskClient } from './desk.client.js';
import type { McpRevision } from './desk.client.js';

/** Stateless: every request says everything about itself. */
export const MODERN_ERA: McpRevision = { mode: { pin: '2026-07-28' } };
/** The revisions that begin with a handshake. */
export const LEGACY_ERA: McpRevision = { mode: 'legacy' };

const REFUND = { order_id: 'A-1003', amount: 2_500, reason: 'damaged' };
/** More than an agent pays out alone. */
const LARGE = { ...REFUND, order_id: 'A-1008', amount: 60_000 };
const EVERYTHING = { from: '2026-09-01T00:00:00Z' };

/** The same desk over HTTP, used by the official MCP client as three people: what each may see and do, and how the protocol says it. */
export async function walkOverMcp(revision: McpRevision): Promise<void> {
  const app = await NestFactory.create(AppModule, {
    logger: new AuditOnlyLogger(),
    forceCloseConnections: true,
  });
  await app.listen(0, '127.0.0.1');
  const endpoint = new URL('/mcp', await app.getUrl());
  const clients = await Promise.all(
    ['demo-agent', 'demo-manager', 'demo-auditor'].map((token) =>
      DeskClient.connect(endpoint, token, revision),
    ),
  );
  try {
    await walk(clients as [DeskClient, DeskClient, DeskClient]);
    await walkThroughQuestions(endpoint, revision);
    await walkThroughApprovals(clients as [DeskClient, DeskClient, DeskClient]);
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    await app.close();
  }
}

async function walk([agent, manager, auditor]: [
  DeskClient,
  DeskClient,
  DeskClient,
]): Promise<void> {
  print(`\n━━━━ The official MCP client over HTTP, revision ${agent.revision}`);
  for (const client of [agent, manager, auditor])
    print(`   ${client.token} sees ${(await client.toolNames()).join(', ')}`);

  await step('call', agent, 'get_order', { order_id: 'A-1001' });
  await step('arguments that do not fit', agent, 'list_orders', { statsu: 'open' });
  await step('denied: the token lacks a scope', agent, 'refund_order', REFUND);
  await step('denied by a rule: too large', manager, 'refund_order', { ...REFUND, amount: 90_000 });
  await step('plan', manager, 'refund_order', REFUND, { meta: { [MODE_KEY]: 'plan' } });

  const asked = await step('confirm: the first call asks', manager, 'refund_order', REFUND);
  const token = asked?.['confirm_token'];
  await step('redeem', manager, 'refund_order', { ...REFUND, confirm_token: token });

  await step('progress', auditor, 'export_orders', EVERYTHING, {
    onprogress: ({ progress, total }) => print(`   … ${progress} of ${total}`),
  });
  await step('a tool that does not exist', agent, 'drop_tables', {});

  await walkThroughPromptsAndResources(agent);

  const cancel = new AbortController();
  await step('cancelled at the first sign of progress', auditor, 'export_orders', EVERYTHING, {
    signal: cancel.signal,
    onprogress: () => cancel.abort(),
  });
  // The client does not wait until the server has heard of it.
  await sleep(100);
}

/** What one person asks for another one decides: first the manager says no, then yes, and only then is it paid. */
async function walkThroughApprovals([agent, manager]: [
  DeskClient,
  DeskClient,
  DeskClient,
]): Promise<void> {
  for (const approve of [false, true]) {
    const waits = await step('a large refund waits', agent, 'request_refund', LARGE);
    const id = waits?.['verification_id'];
    await step('the agent cannot approve', agent, 'resolve_verification', {
      request_id: id,
      decision: 'grant',
    });
    await step(`the manager ${approve ? 'approves' : 'rejects'}`, manager, 'resolve_verification', {
      request_id: id,
      decision: approve ? 'grant' : 'reject',
      reason: approve ? 'Seen the photos' : 'No photo of the damage',
    });
    await step('the agent repeats the call', agent, 'request_refund', {
      ...LARGE,
      verification_id: id,
    });
  }
}

/** At a client that shows forms the person is asked, and the model never sees a token. */
async function walkThroughQuestions(endpoint: URL, revision: McpRevision): Promise<void> {
  const said: boolean[] = [false, true];
  const client = await DeskClient.connect(endpoint, 'demo-manager', revision, (message) => {
    const answer = said.shift() === true;
    print(`   ? ${message}\n   > ${answer ? 'yes' : 'no'}`);
    return answer;
  });
  try {
    await step('a person says no', client, 'refund_order', REFUND);
    await step('a person says yes', client, 'refund_order', REFUND);
  } finally {
    await client.close();
  }
}

/** What people, and not the model, choose: an order to put into the conversation, a prompt to begin with. */
async function walkThroughPromptsAndResources(agent: DeskClient): Promise<void> {
  print(`\n━━ resources and prompts, as ${agent.token}`);
  print(`   may read ${(await agent.templates()).join(', ')}`);
  const { contents } = await agent.read('orders://A-1001');
  for (const content of contents)
    print(`   ✓ ${content.uri} ${shorten('text' in content ? content.text : content.blob)}`);
  await agent.read('orders://A-9999').catch((error: unknown) => print(`   ✗ ${messageOf(error)}`));

  print(`   may use ${(await agent.promptNames()).join(', ')}`);
  const ids = await agent.complete('handle_complaint', 'order_id', 'a-100');
  print(`   order_id "a-100" could be ${ids.join(', ')}`);
  const { messages } = await agent.prompt('handle_complaint', { order_id: 'A-1001' });
  for (const { role, content } of messages)
    print(`   ✓ ${role}: ${content.type === 'text' ? shorten(content.text) : content.type}`);
}

type CallOptions = NonNullable<Parameters<DeskClient['call']>[2]> & {
  readonly meta?: Parameters<DeskClient['call']>[3];
};

/** Calls and prints what the client was told. @returns the structured content, if there is any */
async function step(
  title: string,
  client: DeskClient,
  tool: string,
  args: Readonly<Record<string, unknown>>,
  { meta, ...options }: CallOptions = {},
): Promise<Readonly<Record<string, unknown>> | undefined> {
  print(`\n━━ ${title}\n   ${tool} ${JSON.stringify(args)} as ${client.token}`);
  try {
    const result = await client.call(tool, args, options, meta);
    for (const block of result.content)
      print(
        `   ${result.isError ? '✗' : '✓'} ${block.type === 'text' ? shorten(block.text) : block.type}`,
      );
    return result.structuredContent as Readonly<Record<string, unknown>> | undefined;
  } catch (error) {
    print(`   ✗ ${messageOf(error)}`);
    return undefined;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? shorten(error.message) : String(error);
}

/** The demo shows how an answer looks, not all of it. */
function shorten(text: string): string {
  const shown = text.length > 300 ? `${text.slice(0, 300)}…` : text;
  return shown.replaceAll('\n', '\n     ');
}
