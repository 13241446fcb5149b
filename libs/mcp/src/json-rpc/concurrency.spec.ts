import { ToolContext } from '@toolgate/tool-runtime';
import {
  DeskTools,
  bootServer,
  legacy,
  listening,
  modern,
  resultOf,
} from './mcp-server.fixture.js';

describe('many callers at once, all with the id 1', () => {
  it('each get their own answer', async () => {
    const server = await bootServer([DeskTools]);
    const callers = Array.from({ length: 100 }, (_, index) =>
      ToolContext.mcp({ principal: `p${index}`, scopes: ['*'] }),
    );
    const ask = async (context: ToolContext, round: number) => {
      const message = round % 2 === 0 ? legacy : modern;
      const params = {
        name: round % 3 === 0 ? 'who' : 'wait',
        ...(round % 3 === 0 ? {} : { arguments: { gate: 'open' } }),
      };
      const exchange = listening();
      const response = await server.mcp.handle(message('tools/call', params), context, exchange);
      const { content } = resultOf(response) as { content: { text: string }[] };
      expect(JSON.parse(content[0]!.text)).toMatchObject({ principal: context.principal });
    };
    await Promise.all(
      callers.flatMap((context) => Array.from({ length: 20 }, (_, round) => ask(context, round))),
    );
    const served = server.records().map(({ principal }) => principal);
    expect(served).toHaveLength(2000);
    for (const { principal } of callers)
      expect(served.filter((name) => name === principal)).toHaveLength(20);
    await server.app.close();
  });
});
