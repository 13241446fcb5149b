import { namesOf, parseUriTemplate } from './uri-template.parser.js';
import type { UriTemplatePart } from './uri-template.parser.js';
import { decodeVariable } from './uri-variable.js';

/** The values of the variables of a template, by name; those that are missing are left out. */
export type UriVariables = Readonly<Record<string, string>>;

/** A template that can be used, or why not; the reason completes "…, because". */
export type UriTemplateOutcome =
  | { readonly template: UriTemplate; readonly problem?: undefined }
  | { readonly template?: undefined; readonly problem: string };

/**
 * A URI template of RFC 6570, levels 1 to 3, for matching URIs back. Templates that a URI could fit in more than one way are refused, so
 * matching goes through the URI once, whatever it is.
 */
export class UriTemplate {
  /** In the order they stand. */
  readonly variables: readonly string[];
  /** Those without which no URI fits. */
  readonly required: readonly string[];
  /** Number of literal characters: of two templates that fit, the one with more says more about the resource. */
  readonly literalLength: number;

  private constructor(
    readonly source: string,
    private readonly parts: readonly UriTemplatePart[],
  ) {
    this.variables = parts.flatMap(namesOf);
    this.required = parts.flatMap((part) =>
      part.kind === 'value' || part.kind === 'rest' ? [part.name] : [],
    );
    this.literalLength = parts.reduce(
      (length, part) => length + (part.kind === 'text' ? part.text.length : 0),
      0,
    );
  }

  static of(source: unknown): UriTemplateOutcome {
    const { parts, problem } = parseUriTemplate(source);
    return parts ? { template: new UriTemplate(String(source), parts) } : { problem };
  }

  /**
   * @param uri not longer than `LONGEST_URI`
   * @returns undefined when the URI does not fit, or would put something unsafe into a variable
   */
  match(uri: string): UriVariables | undefined {
    const match = new Match(uri);
    for (let index = 0; index < this.parts.length; index++)
      if (!match.take(this.parts[index]!, this.parts[index + 1])) return undefined;
    return match.isAtEnd ? Object.fromEntries(match.found) : undefined;
  }
}

/** Where a value ends, a parameter of a query, a parameter of a path segment. */
const AFTER_VALUE = /[^A-Za-z0-9\-._~%]/;
const AFTER_PAIR = /[&#]/;
const AFTER_MATRIX = /[;/?#]/;

/** One way through a URI. */
class Match {
  readonly found = new Map<string, string>();
  private at = 0;

  constructor(private readonly uri: string) {}

  get isAtEnd(): boolean {
    return this.at === this.uri.length;
  }

  /** @returns false when the part does not fit here */
  take(part: UriTemplatePart, next: UriTemplatePart | undefined): boolean {
    switch (part.kind) {
      case 'text':
        return this.text(part.text);
      case 'value':
        return this.value(part.name, next);
      case 'rest':
        return this.rest(part.name, next?.kind === 'text' ? next.text : '');
      case 'pairs':
        return part.opener === ';' ? this.matrix(part.names) : this.query(part);
      case 'fragment':
        return this.fragment(part.name);
    }
  }

  private text(text: string): boolean {
    if (!this.uri.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  /** Up to the first character it cannot hold, less what the text behind it wants of the same characters. */
  private value(name: string, next: UriTemplatePart | undefined): boolean {
    const stretch = this.ahead(AFTER_VALUE);
    const tail = next?.kind === 'text' ? upTo(AFTER_VALUE, next.text) : '';
    if (!stretch.endsWith(tail)) return false;
    return this.keep(name, stretch.slice(0, stretch.length - tail.length), 'value');
  }

  private rest(name: string, tail: string): boolean {
    const remaining = this.uri.slice(this.at);
    if (!remaining.endsWith(tail)) return false;
    return this.keep(name, remaining.slice(0, remaining.length - tail.length), 'rest');
  }

  private query({ opener, names }: UriTemplatePart & { readonly kind: 'pairs' }): boolean {
    for (let separator: string = opener; this.uri.startsWith(separator, this.at); separator = '&') {
      this.at += 1;
      if (!this.pair(names, AFTER_PAIR)) return false;
    }
    return true;
  }

  private matrix(names: readonly string[]): boolean {
    while (this.uri.startsWith(';', this.at)) {
      this.at += 1;
      if (!this.pair(names, AFTER_MATRIX)) return false;
    }
    return true;
  }

  private pair(names: readonly string[], end: RegExp): boolean {
    const text = this.ahead(end);
    const equals = text.indexOf('=');
    const name = equals === -1 ? text : text.slice(0, equals);
    if (!names.includes(name) || this.found.has(name)) return false;
    const value = decodeVariable(equals === -1 ? '' : text.slice(equals + 1), 'parameter');
    if (value === undefined) return false;
    this.found.set(name, value);
    this.at += text.length;
    return true;
  }

  private fragment(name: string): boolean {
    if (!this.uri.startsWith('#', this.at)) return true;
    this.at += 1;
    return this.keep(name, this.uri.slice(this.at), 'rest');
  }

  private keep(name: string, encoded: string, place: 'value' | 'rest'): boolean {
    const value = decodeVariable(encoded, place);
    if (value === undefined) return false;
    this.found.set(name, value);
    this.at += encoded.length;
    return true;
  }

  private ahead(end: RegExp): string {
    return upTo(end, this.uri.slice(this.at));
  }
}

function upTo(end: RegExp, text: string): string {
  const length = text.search(end);
  return length === -1 ? text : text.slice(0, length);
}
