import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { JsonRpcService, McpModule, Prompt, Resource } from '@toolgate/mcp';
import type { McpHttpOptions } from '@toolgate/mcp';
import { ToolContext, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { Test } from '@nestjs/testing';
import { ROOT } from '../support/repository.js';
import { WorkshopTools } from './workshop.fixture.js';
import { ADAPTERS, legacy, modern, modernHeaders, startServer } from './mcp-server.fixture.js';

@Injectable()
class Shelf {
  @Resource({ uri: 'shelf://top', name: 'top', description: 'The top' })
  top() {
    return 'top';
  }

  @Prompt({
    name: 'tidy',
    description: 'Tidies',
    input: {
      type: 'object',
      properties: { what: { type: 'string', enum: ['books', 'cups'] } },
      required: ['what'],
      additionalProperties: false,
    },
  })
  tidy({ what }: { what: string }) {
    return `Tidy the ${what}`;
  }
}

const INITIALIZE = legacy('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'client', version: '1' },
});

/** `tools`, `tools.listChanged`, …: everything that is announced. */
function announced(capabilities: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(capabilities).flatMap(([name, details]) => [
    name,
    ...Object.keys(details as object).map((detail) => `${name}.${detail}`),
  ]);
}

/** A column of the table: the capabilities with a yes. */
async function columns(): Promise<ReadonlyMap<string, readonly string[]>> {
  const page = await readFile(join(ROOT, 'libs/mcp/README.md'), 'utf8');
  const section = /^## What is served$([\s\S]*?)^## /m.exec(page)![1]!;
  const [head, , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return new Map(
    head!
      .slice(1)
      .map((title, index) => [
        title,
        rows.filter((row) => row[index + 1] === 'yes').map(([name]) => name!.replaceAll('`', '')),
      ]),
  );
}

async function overHttp(
  platform: (typeof ADAPTERS)[number],
  sessions: McpHttpOptions['sessions'],
  era: 'modern' | 'legacy',
): Promise<string[]> {
  const server = await startServer(platform, {
    providers: [Shelf],
    ...(sessions !== undefined && { http: { sessions } }),
  });
  try {
    const answer =
      era === 'legacy'
        ? await server.client.post(INITIALIZE)
        : await server.client.post(modern('server/discover'), modernHeaders('server/discover'));
    return announced(answer.json().result!['capabilities'] as Record<string, unknown>);
  } finally {
    await server.app.close();
  }
}

/** As the dispatcher answers over standard input and output. */
async function overStdio(message: object): Promise<string[]> {
  const module = await Test.createTestingModule({
    imports: [
      ToolRuntimeModule.forRoot(),
      McpModule.forRoot({ serverInfo: { name: 'shelf', version: '1.0.0' } }),
    ],
    providers: [WorkshopTools, Shelf],
  }).compile();
  const app = await module.init();
  try {
    const response = await app.get(JsonRpcService).handle(message, ToolContext.stdio(), {
      transport: 'stdio',
      pushes: true,
      signal: undefined,
      notify: () => undefined,
    });
    const { result } = response as unknown as { result: { capabilities: Record<string, unknown> } };
    return announced(result.capabilities);
  } finally {
    await app.close();
  }
}

describe('the table of what is served', () => {
  it.each(ADAPTERS)('says what is announced over HTTP on $platform', async (adapter) => {
    const table = await columns();
    expect(await overHttp(adapter, undefined, 'modern')).toEqual(table.get('modern'));
    expect(await overHttp(adapter, {}, 'legacy')).toEqual(table.get('legacy, HTTP with sessions'));
    expect(await overHttp(adapter, false, 'legacy')).toEqual(table.get('legacy, HTTP without'));
  });

  it('says what is announced over standard input and output', async () => {
    const table = await columns();
    expect(await overStdio(modern('server/discover'))).toEqual(table.get('modern'));
    expect(await overStdio(INITIALIZE)).toEqual(table.get('legacy, stdio'));
  });
});
