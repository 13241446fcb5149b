import type {
  Awaitable,
  KindRegistry,
  Redactor,
  ToolContext,
  ToolDefinition,
} from '@toolgate/tool-runtime';
import { ResourceDetails } from '../../declaration/resource.method.js';
import type { McpToolView } from '../../mcp.options.js';
import { isAbsoluteUri } from '../../uri/absolute-uri.js';
import type { UriTemplate, UriVariables } from '../../uri/uri-template.js';
import type { ListedItem } from '../listing/served-lists.js';
import { publishedMeta } from '../served/published-meta.js';
import { ServedDefinitions } from '../served/served-definitions.js';
import type { Prepared } from '../served/served-definitions.js';

/** A resource or a template as this server serves it. */
export interface ServedResource extends ListedItem {
  readonly details: ResourceDetails;
}

/** What a URI leads to. */
export interface LocatedResource {
  readonly resource: ServedResource;
  /** Arguments that the URI brings. */
  readonly variables: UriVariables;
}

interface ServedTemplate {
  readonly resource: ServedResource;
  readonly template: UriTemplate;
}

const NO_VARIABLES: UriVariables = Object.freeze({});

/** The resources and templates that this server serves, and the way from a URI to one of them. */
export class ServedResources extends ServedDefinitions<ServedResource> {
  /** The templates, the one that says most first; until some come or go. */
  private templates: readonly ServedTemplate[] | undefined;

  constructor(
    private readonly registry: Pick<KindRegistry, 'at' | 'all' | 'mayCall'>,
    redactor: Pick<Redactor, 'describeError'>,
    view: McpToolView | undefined,
  ) {
    super({ all: () => registry.all(), view, section: 'resources', redactor, prepare });
  }

  /**
   * The resource at a URI: one of exactly this URI, else the most literal template that fits. Takes time in proportion to the length of the URI.
   * @returns undefined when nothing this server serves is there, and for what is no absolute URI
   */
  locate(uri: string): LocatedResource | undefined {
    if (!isAbsoluteUri(uri)) return undefined;
    const exact = this.registry.at(uri);
    const resource = exact && this.of(exact);
    if (resource && !resource.details.template) return { resource, variables: NO_VARIABLES };
    for (const { resource: candidate, template } of (this.templates ??= this.sortedTemplates())) {
      const variables = template.match(uri);
      if (variables) return { resource: candidate, variables };
    }
    return undefined;
  }

  /** Whether a caller may read what is at a URI, as far as policy can say without reading it. Never throws; what is not there cannot be read. */
  canRead(uri: string, context: ToolContext): Awaitable<boolean> {
    const located = this.locate(uri);
    return located ? this.registry.mayCall(context, located.resource.definition.localName) : false;
  }

  /** The template that is written exactly so. */
  template(uriTemplate: string): ServedResource | undefined {
    const definition = this.registry.at(uriTemplate);
    const resource = definition && this.of(definition);
    return resource?.details.template && resource;
  }

  /** Some came or went. */
  forget(): void {
    this.templates = undefined;
  }

  private sortedTemplates(): readonly ServedTemplate[] {
    return this.all()
      .flatMap((resource): readonly ServedTemplate[] => {
        const { template } = resource.details;
        return template ? [{ resource, template }] : [];
      })
      .toSorted((a, b) => b.template.literalLength - a.template.literalLength);
  }
}

function prepare(definition: ToolDefinition): Prepared<ServedResource> {
  const { details } = definition;
  if (!(details instanceof ResourceDetails))
    return {
      served: undefined,
      problems: ['It was not declared by @Resource or @ResourceTemplate.'],
    };
  const json = entryJson(definition, details);
  return {
    served: { definition, details, json: { modern: json, legacy: json } },
    problems: [],
  };
}

function entryJson(definition: ToolDefinition, details: ResourceDetails): string {
  const { localName, title, description, icons, address } = definition;
  const { template, mimeType, size, annotations } = details;
  return JSON.stringify({
    ...(template ? { uriTemplate: address } : { uri: address }),
    name: localName,
    title,
    description,
    icons,
    mimeType,
    size,
    annotations,
    _meta: publishedMeta(definition),
  });
}
