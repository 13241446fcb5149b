import type { GovernedFacts, GovernedMethod, JsonSchema } from '@toolgate/tool-runtime';
import { isAbsoluteUri } from '../uri/absolute-uri.js';
import { UriTemplate } from '../uri/uri-template.js';
import * as messages from './declaration.messages.js';
import type { CompletionSource } from './completion.options.js';
import { completionProblems } from './completion-problems.js';
import type { CacheOptions, ResourceAnnotations } from './governance.options.js';
import { RESOURCE_KIND, RESOURCE_NAME } from './kinds.js';
import { publishedProblems } from './option-problems.js';
import type { ResourceOptions, ResourceTemplateOptions } from './resource.options.js';
import { resourceShape } from './resource.shape.js';
import { propertiesOf, requiredOf } from './schema-properties.js';

/** What only this module knows of a resource or a template. */
export class ResourceDetails {
  constructor(
    readonly mimeType: string | undefined,
    readonly size: number | undefined,
    readonly annotations: ResourceAnnotations | undefined,
    readonly cache: CacheOptions,
    /** Absent for a resource with one URI. */
    readonly template: UriTemplate | undefined,
    readonly complete: Readonly<Record<string, CompletionSource>>,
  ) {}
}

/** A resource with one URI, as the runtime takes it. */
export function resourceMethod(options: ResourceOptions): GovernedMethod {
  const { uri, mimeType, size, annotations, cache = {}, ...governance } = options;
  return {
    kind: RESOURCE_KIND,
    decorator: '@Resource',
    options: { ...governance, readOnly: true },
    namePattern: RESOURCE_NAME,
    address: uri,
    details: new ResourceDetails(mimeType, size, annotations, cache, undefined, {}),
    shape: resourceShape(mimeType),
    check: ({ inputSchema }) => {
      const names = [...propertiesOf(inputSchema).keys()];
      return [
        ...(isAbsoluteUri(uri) ? [] : [messages.badUri(uri)]),
        ...(names.length > 0 ? [messages.resourceTakesNothing(names)] : []),
        ...publishedProblems(options),
      ];
    },
  };
}

/** A template whose variables are the arguments of the method, as the runtime takes it. */
export function resourceTemplateMethod(options: ResourceTemplateOptions): GovernedMethod {
  const { uriTemplate, mimeType, annotations, cache = {}, complete = {}, ...governance } = options;
  const { template, problem } = UriTemplate.of(uriTemplate);
  return {
    kind: RESOURCE_KIND,
    decorator: '@ResourceTemplate',
    options: { ...governance, readOnly: true },
    namePattern: RESOURCE_NAME,
    address: uriTemplate,
    details: new ResourceDetails(mimeType, undefined, annotations, cache, template, complete),
    shape: resourceShape(mimeType),
    ...(template && { impliedInput: variablesSchema(template) }),
    check: (facts) => [
      ...(template
        ? variableProblems(template, facts)
        : [messages.badTemplate(uriTemplate, problem)]),
      ...completionProblems(complete, facts),
      ...publishedProblems(options),
    ],
  };
}

/** Every variable a text, as it stands in a URI. */
function variablesSchema({ variables, required }: UriTemplate): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(variables.map((name) => [name, { type: 'string' }])),
    required: [...required],
    additionalProperties: false,
  };
}

function variableProblems(template: UriTemplate, { inputSchema }: GovernedFacts): string[] {
  const properties = propertiesOf(inputSchema);
  const required = requiredOf(inputSchema);
  return [
    ...template.variables.filter((name) => !properties.has(name)).map(messages.variableNotDeclared),
    ...[...properties.keys()]
      .filter((name) => !template.variables.includes(name))
      .map(messages.notAVariable),
    ...template.variables
      .filter((name) => required.has(name) && !template.required.includes(name))
      .map(messages.mayBeMissing),
  ];
}
