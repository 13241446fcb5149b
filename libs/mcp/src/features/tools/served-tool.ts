import { summarize } from '@toolgate/tool-runtime';
import type { JsonSchema, ToolDefinition } from '@toolgate/tool-runtime';
import { isObject } from '../../protocol/message.reader.js';
import { scanParamHeaders } from '../../protocol/param-header.declarations.js';
import type { ParamHeader } from '../../protocol/param-header.declarations.js';
import type { McpEra } from '../../protocol/protocol-versions.js';
import type { ListedItem } from '../listing/served-lists.js';
import { publishedMeta } from '../served/published-meta.js';
import type { Prepared } from '../served/served-definitions.js';
import { legacyOutput } from './legacy-output.schema.js';
import type { LegacyOutput } from './legacy-output.schema.js';

/** A tool as this server serves it, everything that does not change from call to call made ready. */
export interface ServedTool extends ListedItem {
  /** Arguments that modern HTTP clients repeat in headers. */
  readonly paramHeaders: readonly ParamHeader[];
  /** How structured results fit the era: as they are, as `{ result: … }`, or not at all. */
  readonly structure: Readonly<Record<McpEra, LegacyOutput['fit']>>;
}

/** Makes a tool ready to be served. @param asksFirst whether calls of the tool have to be confirmed */
export function prepareTool(definition: ToolDefinition, asksFirst: boolean): Prepared<ServedTool> {
  const { input, output, approval } = definition;
  const { declarations, problems } = scanParamHeaders(input.schema, ownerOf(definition));
  const inputSchema = publishedInput(input.schema, asksFirst, approval !== undefined);
  if (problems.length > 0) return { served: undefined, problems };
  const legacy: LegacyOutput = output ? legacyOutput(output.schema) : { fit: 'none' };
  return {
    served: {
      definition,
      json: {
        modern: render(definition, inputSchema, output?.schema),
        legacy: render(definition, inputSchema, 'schema' in legacy ? legacy.schema : undefined),
      },
      paramHeaders: declarations,
      structure: { modern: output ? 'object' : 'none', legacy: legacy.fit },
    },
    problems,
  };
}

function ownerOf({ name, owner }: ToolDefinition): string {
  const place = owner.class ? ` (${owner.class}.${owner.method})` : '';
  return `Tool "${name}"${place}`;
}

/** Says what a second call brings that confirms the first: models are held to the schema they see. */
const CONFIRM_TOKEN = Object.freeze({
  type: 'string',
  description:
    'Leave out at first. To confirm, repeat the call with the token from its first answer.',
});

/** Says which approved call a repeat means. */
const VERIFICATION_ID = Object.freeze({
  type: 'string',
  description:
    'Leave out at first. When the answer is that an approval is needed, repeat the call later with the verification_id of that answer; all other arguments are ignored then.',
});

function publishedInput(schema: JsonSchema, asksFirst: boolean, canWait: boolean): JsonSchema {
  const { properties, ...rest } = schema;
  const declared = isObject(properties) ? properties : {};
  return {
    type: 'object',
    ...rest,
    // Some hosts refuse an object schema that does not say which properties it has, even when it has none.
    properties:
      asksFirst || canWait
        ? {
            ...declared,
            ...(asksFirst && { confirm_token: CONFIRM_TOKEN }),
            ...(canWait && { verification_id: VERIFICATION_ID }),
          }
        : declared,
  };
}

function render(
  definition: ToolDefinition,
  inputSchema: JsonSchema,
  outputSchema: JsonSchema | undefined,
): string {
  const { name, title, description, annotations, icons } = summarize(definition);
  return JSON.stringify({
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    icons,
    annotations,
    _meta: publishedMeta(definition),
  });
}
