import type { ToolDefinition, ToolRegistry } from '@toolgate/tool-runtime';
import { PROMPT_KIND, RESOURCE_KIND } from '../../declaration/kinds.js';
import type { ServedPrompts } from '../prompts/served-prompt.js';
import type { ServedResource, ServedResources } from '../resources/served-resources.js';
import type { ServedTools } from '../tools/served-tools.js';
import { ServedLists } from './served-lists.js';
import type { ListOptions } from './served-lists.js';

/** The four lists of the protocol. */
export class McpLists {
  constructor(
    readonly tools: ServedLists,
    readonly prompts: ServedLists,
    readonly resources: ServedLists,
    readonly templates: ServedLists,
  ) {}
}

/** What is served, by kind. */
interface Served {
  readonly tools: ServedTools;
  readonly prompts: ServedPrompts;
  readonly resources: ServedResources;
}

/** @param options how all four are cut and kept */
export function mcpLists(
  registry: ToolRegistry,
  { tools, prompts, resources }: Served,
  options: Omit<ListOptions, 'member'>,
): McpLists {
  const prompt = registry.ofKind(PROMPT_KIND);
  const resource = registry.ofKind(RESOURCE_KIND);
  /** Resources and templates are of one kind; each list shows its own. */
  const resourceList = (member: string, belongs: (served: ServedResource) => boolean) =>
    new ServedLists(
      {
        listFor: (context) => resource.listFor(context),
        of: (definition: ToolDefinition) => {
          const served = resources.of(definition);
          return served && belongs(served) ? served : undefined;
        },
      },
      { ...options, member },
    );
  return new McpLists(
    new ServedLists(
      { listFor: (context) => registry.listFor(context), of: (tool) => tools.of(tool) },
      { ...options, member: 'tools' },
    ),
    new ServedLists(
      { listFor: (context) => prompt.listFor(context), of: (definition) => prompts.of(definition) },
      { ...options, member: 'prompts' },
    ),
    resourceList('resources', ({ details }) => details.template === undefined),
    resourceList('resourceTemplates', ({ details }) => details.template !== undefined),
  );
}
