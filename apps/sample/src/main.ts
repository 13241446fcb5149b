import { NestFactory } from '@nestjs/core';
import { Logger } from '@nestjs/common';
import { ToolContext, ToolRegistry } from '@toolgate/tool-runtime';
import { AppModule } from './app.module.js';
import { howToConnect } from './console/connect.js';
import { print, printResult, printTools } from './console/print.js';

const PORT = Number(process.env['PORT'] ?? 3000);

async function main(): Promise<void> {
  const app = await NestFactory.create(AppModule, {
    // Clients keep connections in reserve. Those that no call runs over must not hold up the end; MCP calls have been waited for by then.
    forceCloseConnections: true,
  });
  app.enableShutdownHooks();
  // Only from this machine: everybody knows the tokens of the demo.
  await app.listen(PORT, '127.0.0.1');

  const registry = app.get(ToolRegistry);
  print('\nTools of the support desk\n');
  printTools(registry.getDefinitions());
  print('\nOne call, made by the host itself: list_orders { limit: 3 }\n');
  printResult(await registry.call('list_orders', { limit: 3 }, ToolContext.cli()));

  print(`
The same policy guards an ordinary route:

  curl -i http://localhost:${PORT}/refunds/A-1001                                          (403: nobody)
  curl -i http://localhost:${PORT}/refunds/A-1001 -H 'Authorization: Bearer demo-agent'    (403: no scope)
  curl -i http://localhost:${PORT}/refunds/A-1001 -H 'Authorization: Bearer demo-manager'  (200)

${howToConnect(PORT)}

Press Ctrl-C to stop; \`npm run demo\` walks through every way a call can end.
`);
}

main().catch((error: unknown) => {
  new Logger('Sample').error(error);
  process.exitCode = 1;
});
