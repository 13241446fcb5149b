import { McpStdio } from '@toolgate/mcp';
import { stdioCaller } from './identity/stdio-caller.js';

await McpStdio.serve(
  import('./app.module.js').then(({ AppModule }) => AppModule),
  { context: stdioCaller },
);
