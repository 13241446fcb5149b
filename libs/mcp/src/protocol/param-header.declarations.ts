import type { JsonSchema } from '@toolgate/tool-runtime';
import { isObject } from './message.reader.js';

/** An argument that clients repeat in an HTTP header, so that intermediaries can route by it. */
export interface ParamHeader {
  /** The whole header name in lower case: `mcp-param-region`. */
  readonly header: string;
  /** Names from the root of the arguments to the value. */
  readonly path: readonly string[];
  readonly type: 'string' | 'integer' | 'boolean';
}

/** The headers a schema declares, and in complete sentences what is wrong with declarations in it. */
export interface ParamHeaderScan {
  readonly declarations: readonly ParamHeader[];
  readonly problems: readonly string[];
}

const KEYWORD = 'x-mcp-header';
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples', 'required']);
/** Keywords that hold schemas by name. */
const NAMED: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
]);

/**
 * Finds the `x-mcp-header` declarations of an input schema (2026-07-28, Streamable HTTP, schema extension). Clients drop a tool with a bad
 * one, so every fault is reported: the name must be a header token, unique without regard to case, on a string, integer or boolean that is
 * reached through `properties` alone.
 *
 * @param where what the sentences start with, such as the owner of the tool
 */
export function scanParamHeaders(schema: JsonSchema, where: string): ParamHeaderScan {
  const declarations: ParamHeader[] = [];
  const problems: string[] = [];
  const places = new Map<string, string>();

  const declare = (node: Readonly<Record<string, unknown>>, path: readonly string[]): void => {
    const name = node[KEYWORD];
    const place = `${where}, ${path.join('.')}`;
    if (typeof name !== 'string' || !TOKEN.test(name)) {
      problems.push(`${place}: ${KEYWORD} must be a header name such as "Region".`);
      return;
    }
    const { type } = node;
    if (type !== 'string' && type !== 'integer' && type !== 'boolean') {
      problems.push(
        `${place}: ${KEYWORD} is only for properties of type string, integer or boolean; a header cannot carry anything else exactly.`,
      );
      return;
    }
    const header = `mcp-param-${name.toLowerCase()}`;
    const taken = places.get(header);
    if (taken !== undefined) {
      problems.push(`${place}: ${KEYWORD} "${name}" is taken by ${taken}; rename one of them.`);
      return;
    }
    places.set(header, path.join('.'));
    declarations.push({ header, path, type });
  };

  const visit = (node: unknown, path: readonly string[], reachable: boolean): void => {
    if (Array.isArray(node)) {
      for (const item of node) visit(item, path, false);
      return;
    }
    if (!isObject(node)) return;
    if (Object.hasOwn(node, KEYWORD)) {
      if (reachable && path.length > 0) declare(node, path);
      else
        problems.push(
          `${where}${path.length > 0 ? `, ${path.join('.')}` : ''}: ${KEYWORD} is only for properties that are reached through "properties" alone, not through items, combinations, conditions or references.`,
        );
    }
    for (const [keyword, held] of Object.entries(node)) {
      if (DATA.has(keyword)) continue;
      if (NAMED.has(keyword) && isObject(held))
        for (const [name, member] of Object.entries(held))
          visit(member, [...path, name], reachable && keyword === 'properties');
      else visit(held, path, false);
    }
  };

  visit(schema, [], true);
  return { declarations, problems };
}
