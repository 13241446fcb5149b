import { McpStdio } from '@toolgate/mcp';

const { TIMEOUT_MS } = process.env;

await McpStdio.serve(
  import('./desk.module.js').then(({ DeskModule }) => DeskModule),
  TIMEOUT_MS === undefined ? {} : { shutdownTimeoutMs: Number(TIMEOUT_MS) },
);
