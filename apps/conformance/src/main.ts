import { Logger } from '@nestjs/common';
import { createConformanceServer } from './conformance.server.js';
import { readSettings } from './settings.js';

async function main(): Promise<void> {
  const { port, ...settings } = readSettings(process.env);
  const app = await createConformanceServer(settings);
  app.enableShutdownHooks();
  // The suite only accepts loopback, and the server needs no authentication there.
  await app.listen(port, 'localhost');
  const { port: actual } = app.getHttpServer().address() as { port: number };
  new Logger('Conformance').log(`Listening at http://localhost:${actual}/mcp`);
}

main().catch((error: unknown) => {
  new Logger('Conformance').error(error);
  process.exitCode = 1;
});
