import type { KindRegistry, Redactor, ToolDefinition } from '@toolgate/tool-runtime';
import { propertiesOf, requiredOf } from '../../declaration/schema-properties.js';
import type { McpToolView } from '../../mcp.options.js';
import type { ListedItem } from '../listing/served-lists.js';
import { publishedMeta } from '../served/published-meta.js';
import { ServedDefinitions } from '../served/served-definitions.js';

/** The prompts that this server serves. */
export class ServedPrompts extends ServedDefinitions<ListedItem> {
  constructor(
    private readonly registry: Pick<KindRegistry, 'get' | 'all'>,
    redactor: Pick<Redactor, 'describeError'>,
    view: McpToolView | undefined,
  ) {
    super({
      all: () => registry.all(),
      view,
      section: 'prompts',
      redactor,
      prepare: (definition) => ({
        served: { definition, json: bothEras(entryJson(definition)) },
        problems: [],
      }),
    });
  }

  /** The prompt of exactly this name; undefined when there is none or this server does not serve it. */
  find(name: string): ListedItem | undefined {
    const definition = this.registry.get(name);
    return definition && this.of(definition);
  }
}

function bothEras(json: string): ListedItem['json'] {
  return { modern: json, legacy: json };
}

function entryJson(definition: ToolDefinition): string {
  const { localName, title, description, icons, input } = definition;
  const required = requiredOf(input.schema);
  const argumentList = [...propertiesOf(input.schema)].map(([name, property]) => ({
    name,
    title: property['title'],
    description: property['description'],
    required: required.has(name),
  }));
  return JSON.stringify({
    name: localName,
    title,
    description,
    arguments: argumentList.length > 0 ? argumentList : undefined,
    icons,
    _meta: publishedMeta(definition),
  });
}
