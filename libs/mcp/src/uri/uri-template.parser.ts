import * as messages from './uri-template.messages.js';

/** A piece of a template, as the matcher goes through it. */
export type UriTemplatePart =
  /** Stands in the URI as it is. */
  | { readonly kind: 'text'; readonly text: string }
  /** One value without reserved characters: `{id}`. */
  | { readonly kind: 'value'; readonly name: string }
  /** Everything up to what follows: `{+path}`. */
  | { readonly kind: 'rest'; readonly name: string }
  /** Named parameters, each of which may be missing: `{?page,size}`, `{&page}`, `{;page}`. */
  | { readonly kind: 'pairs'; readonly opener: '?' | '&' | ';'; readonly names: readonly string[] }
  /** `{#section}`; may be missing. */
  | { readonly kind: 'fragment'; readonly name: string };

/** A template that has been understood, or why it cannot be used; the reason completes "…, because". */
export type ParsedUriTemplate =
  | { readonly parts: readonly UriTemplatePart[]; readonly problem?: undefined }
  | { readonly parts?: undefined; readonly problem: string };

const MOST_VARIABLES = 32;
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const LITERAL = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*$/;
const VARIABLE = /^[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*$/;
const RESERVED_OPERATORS = '=,!@|';

/** Reads a template of RFC 6570, levels 1 to 3. */
export function parseUriTemplate(template: unknown): ParsedUriTemplate {
  try {
    return { parts: read(template) };
  } catch (error) {
    if (error instanceof Unusable) return { problem: error.message };
    throw error;
  }
}

class Unusable extends Error {}

function read(template: unknown): readonly UriTemplatePart[] {
  if (typeof template !== 'string' || template === '') throw new Unusable(messages.noText());
  if (!SCHEME.test(template)) throw new Unusable(messages.noScheme());
  const parts: UriTemplatePart[] = [];
  // Odd pieces are what stands in braces.
  const pieces = template.split(/\{([^{}]*)\}/);
  pieces.forEach((piece, index) => {
    if (index % 2 === 1) parts.push(...expression(piece));
    else if (piece !== '') parts.push(literal(piece));
  });
  requireDistinctVariables(parts);
  return merged(parts);
}

function literal(text: string): UriTemplatePart {
  if (/[{}]/.test(text)) throw new Unusable(messages.unbalanced());
  if (!LITERAL.test(text)) throw new Unusable(messages.strangeLiteral(text));
  return { kind: 'text', text };
}

function expression(body: string): readonly UriTemplatePart[] {
  if (body === '') throw new Unusable(messages.emptyExpression());
  const first = body.charAt(0);
  if (RESERVED_OPERATORS.includes(first)) throw new Unusable(messages.unknownOperator(first));
  const operator = '+#./;?&'.includes(first) ? first : '';
  const names = body.slice(operator.length).split(',').map(variable);
  switch (operator) {
    case '?':
    case '&':
    case ';':
      return [{ kind: 'pairs', opener: operator, names }];
    case '#':
      return fragment(names);
    case '+':
      return interspersed(names, ',', 'rest');
    case '.':
    case '/':
      return [{ kind: 'text', text: operator }, ...interspersed(names, operator, 'value')];
    default:
      return interspersed(names, ',', 'value');
  }
}

function variable(name: string): string {
  if (/[*:]/.test(name)) throw new Unusable(messages.modifier(name));
  if (!VARIABLE.test(name)) throw new Unusable(messages.strangeVariable(name));
  return name;
}

function fragment(names: readonly string[]): readonly UriTemplatePart[] {
  const [name = '', second] = names;
  if (second !== undefined) throw new Unusable(messages.adjacent(name, second));
  return [{ kind: 'fragment', name }];
}

function interspersed(
  names: readonly string[],
  separator: string,
  kind: 'value' | 'rest',
): readonly UriTemplatePart[] {
  return names.flatMap((name, index): UriTemplatePart[] => [
    ...(index === 0 ? [] : [{ kind: 'text' as const, text: separator }]),
    { kind, name },
  ]);
}

function requireDistinctVariables(parts: readonly UriTemplatePart[]): void {
  const seen = new Set<string>();
  for (const name of parts.flatMap(namesOf)) {
    if (seen.has(name)) throw new Unusable(messages.repeatedVariable(name));
    seen.add(name);
  }
  if (seen.size > MOST_VARIABLES) throw new Unusable(messages.tooMany(MOST_VARIABLES));
}

/** The variables of a part. */
export function namesOf(part: UriTemplatePart): readonly string[] {
  if (part.kind === 'text') return [];
  return part.kind === 'pairs' ? part.names : [part.name];
}

/** Neighbouring texts, and parameters that continue a query, as one part each. */
function merged(parts: readonly UriTemplatePart[]): readonly UriTemplatePart[] {
  const result: UriTemplatePart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part.kind === 'text' && last?.kind === 'text')
      result[result.length - 1] = { kind: 'text', text: last.text + part.text };
    else if (part.kind === 'pairs' && part.opener === '&' && last?.kind === 'pairs')
      result[result.length - 1] = { ...last, names: [...last.names, ...part.names] };
    else result.push(part);
  }
  requireOneReading(result);
  return result;
}

/** What could be read in several ways would have to be tried in all of them, which takes time that grows with the square of the URI or worse. */
function requireOneReading(parts: readonly UriTemplatePart[]): void {
  parts.forEach((part, index) => {
    const following = parts.slice(index + 1);
    if (part.kind === 'value') requireBoundary(part.name, following);
    if (
      part.kind === 'rest' &&
      (following.length > 1 || (following[0] && following[0].kind !== 'text'))
    )
      throw new Unusable(messages.notLast(`{+${part.name}}`));
    if (part.kind === 'fragment' && following.length > 0)
      throw new Unusable(messages.notLast(`{#${part.name}}`));
    if (
      part.kind === 'pairs' &&
      part.opener !== ';' &&
      following.some(({ kind }) => kind !== 'fragment')
    )
      throw new Unusable(messages.queryNotLast());
    if (part.kind === 'pairs' && part.opener === ';' && !endsMatrix(following[0]))
      throw new Unusable(messages.matrixNotEnded());
  });
}

function endsMatrix(next: UriTemplatePart | undefined): boolean {
  if (next?.kind === 'text') return /^[/?#]/.test(next.text);
  return next === undefined || next.kind === 'fragment' || next.kind === 'pairs';
}

/** A value ends at the first character it cannot hold: before another value begins there must be one. */
function requireBoundary(name: string, following: readonly UriTemplatePart[]): void {
  for (const part of following) {
    if (part.kind === 'text' && HAS_BOUNDARY.test(part.text)) return;
    if (part.kind === 'value' || part.kind === 'rest')
      throw new Unusable(messages.adjacent(name, part.name));
    if (part.kind !== 'text') return;
  }
}

const HAS_BOUNDARY = /[^A-Za-z0-9\-._~%]/;
