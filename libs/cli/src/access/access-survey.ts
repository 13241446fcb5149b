import type { ToolDefinition } from '@toolgate/tool-runtime';
import type { Foretell } from './access-foretelling.js';
import { callersOf } from './tool-access.js';
import type { AccessByChannel } from './tool-access.js';

/** A tool with what the three callers get from it on every channel. */
export interface SurveyedTool {
  readonly tool: ToolDefinition;
  readonly access: AccessByChannel;
}

/** Foretells the access to tools on channels. */
export function surveyAccess(
  tools: readonly ToolDefinition[],
  channels: readonly string[],
  foretell: Foretell,
): Promise<readonly SurveyedTool[]> {
  return Promise.all(
    tools.map(async (tool) => {
      const found = channels.map(async (channel) => {
        const { nobody, somebody, scoped } = callersOf(tool, channel);
        const access = {
          nobody: await foretell(tool, nobody),
          somebody: await foretell(tool, somebody),
          scoped: await foretell(tool, scoped),
        };
        return [channel, access] as const;
      });
      return { tool, access: Object.fromEntries(await Promise.all(found)) };
    }),
  );
}
