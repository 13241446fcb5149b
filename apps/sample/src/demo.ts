import { Logger } from '@nestjs/common';
import { LEGACY_ERA, MODERN_ERA, walkOverMcp } from './demo/mcp.walk.js';
import { walkThroughPipeline } from './demo/pipeline.walk.js';

async function main(): Promise<void> {
  await walkThroughPipeline();
  await walkOverMcp(MODERN_ERA);
  await walkOverMcp(LEGACY_ERA);
}

main().catch((error: unknown) => {
  new Logger('Demo').error(error);
  process.exitCode = 1;
});
