import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema } from '../common/json.js';
import { nearestName } from '../common/nearest-name.js';
import * as messages from './argument.messages.js';
import { toIssues } from './argument-issues.js';
import { SchemaCompileError } from './schema-compile.error.js';
import { stringFormats } from './string-formats.js';
import { mapSubschemas } from './subschemas.js';
import type { ArgumentIssue } from './tool-input.js';
import { uniqueItemsKeyword } from './unique-items.keyword.js';

/** A schema ready to judge values. Judging changes nothing and is meant for JSON trees of bounded depth. */
export interface CompiledSchema {
  /** The verdict alone; stops at the first violation. */
  accepts(data: unknown): boolean;
  /** @returns every violation, at most 20; empty when `data` conforms */
  check(data: unknown): readonly ArgumentIssue[];
  /** What {@link check} tells of data that {@link accepts} has just refused, without asking again. */
  explain(data: unknown): readonly ArgumentIssue[];
}

/**
 * How many references one verdict may follow. A recursive schema with alternatives can otherwise be made to try every
 * combination of them, which doubles with each level of the caller's data.
 */
const MAX_REFERENCES_IN_VERDICT = 100_000;
/** The same for a full report, which goes on after an error and keeps what it finds. */
const MAX_REFERENCES_IN_REPORT = 10_000;
/** Internal keyword beside every `$ref` that counts them. The name cannot be written by a host: `x-` keywords are taken out first. */
const COUNT_REFERENCE = 'x-toolgate-reference';

const TOO_COMPLEX: readonly ArgumentIssue[] = Object.freeze([
  Object.freeze({ path: '', rule: 'complexity', message: messages.tooComplex() }),
]);

const NO_ERRORS: readonly ErrorObject[] = Object.freeze([]);

class TooManyReferences extends Error {}

/** Which errors a validator looks for, and whether it must tell own members from those every object inherits. */
interface ValidatorKind {
  readonly allErrors: boolean;
  readonly ownProperties: boolean;
}

/** Keywords that say something to a reader and nothing about a value. Schemas that differ only in them share one validator. */
const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
] as const;
/** Compiled schemas kept for tools of the same shape: compiling is what a boot with many tools spends its time on. */
const MOST_SHARED = 1_000;

/**
 * Compiles JSON Schema 2020-12. Nothing is coerced and no default is filled in: what is advertised is what is enforced.
 * One instance serves one runtime. What it keeps of the schemas it has compiled is bounded, and holds no value it has judged.
 */
export class SchemaValidator {
  private readonly compilers = new Map<string, Ajv2020>();
  private readonly shared = new Map<string, CompiledSchema>();
  private referencesLeft = 0;

  /**
   * Checks a schema and prepares its validator, which is built when the first value is judged: with a thousand tools, building
   * all of them would be most of the boot. Whatever can be wrong with a schema that the runtime has written shows here;
   * {@link verify} is for schemas that others have written.
   *
   * Keywords that start with `x-` are annotations. Any other unknown keyword or format is refused: it would be
   * advertised and never enforced.
   *
   * @throws SchemaCompileError when the schema is invalid or names an unknown keyword
   */
  compile(schema: JsonSchema): CompiledSchema {
    const known = this.prepare(schema);
    this.requireValid(known);
    const prepared = withoutAnnotations(known);
    const shape = JSON.stringify(prepared);
    const compiled = this.shared.get(shape) ?? this.judge(prepared);
    if (this.shared.size >= MOST_SHARED) this.shared.clear();
    this.shared.set(shape, compiled);
    return compiled;
  }

  /**
   * The same, with the validator built at once.
   * @throws SchemaCompileError also when the schema names an unknown format or refers to something outside itself
   */
  verify(schema: JsonSchema): CompiledSchema {
    const compiled = this.compile(schema);
    compiled.accepts(null);
    return compiled;
  }

  private judge(prepared: JsonSchema): CompiledSchema {
    const ownProperties = declaresInheritedName(prepared);
    let verdict: ValidateFunction | undefined;
    // A refused call is not the fast path, and most tools never refuse one.
    let report: ValidateFunction | undefined;
    const ask = (data: unknown) => {
      verdict ??= this.build(prepared, { allErrors: false, ownProperties });
      return this.errorsOf(verdict, data, MAX_REFERENCES_IN_VERDICT);
    };
    const accepts = (data: unknown) => ask(data) === NO_ERRORS;
    const explain = (data: unknown) => {
      report ??= this.build(prepared, { allErrors: true, ownProperties });
      const errors = this.errorsOf(report, data, MAX_REFERENCES_IN_REPORT) ?? ask(data);
      return errors === undefined ? TOO_COMPLEX : toIssues(errors, data);
    };
    return { accepts, explain, check: (data) => (accepts(data) ? [] : explain(data)) };
  }

  /** @returns undefined when the check was given up */
  private errorsOf(
    validate: ValidateFunction,
    data: unknown,
    references: number,
  ): readonly ErrorObject[] | undefined {
    this.referencesLeft = references;
    try {
      return validate(data) ? NO_ERRORS : (validate.errors ?? NO_ERRORS);
    } catch (error) {
      // A reference that leads back to itself for the same value exhausts the stack before the count.
      if (!(error instanceof TooManyReferences || error instanceof RangeError)) throw error;
      return undefined;
    } finally {
      // They hold the caller's data, and the validator lives as long as the tool.
      validate.errors = null;
    }
  }

  private prepare(schema: JsonSchema): JsonSchema {
    const known = this.compiler({ allErrors: false, ownProperties: false });
    return mapSubschemas(schema, (own, pointer) => {
      for (const keyword of Object.keys(own)) {
        if (keyword.startsWith('x-')) delete own[keyword];
        else requireKnown(keyword, pointer, known);
      }
      if (pointer === '') requireDialect(own['$schema']);
      if ('$ref' in own || '$dynamicRef' in own) own[COUNT_REFERENCE] = true;
      return own;
    });
  }

  private requireValid(schema: JsonSchema): void {
    const compiler = this.compiler({ allErrors: false, ownProperties: false });
    if (compiler.validateSchema(schema) === true) return;
    const [issue] = toIssues(compiler.errors ?? [], schema);
    throw new SchemaCompileError('', issue?.message ?? 'not a valid JSON Schema 2020-12');
  }

  private build(schema: JsonSchema, kind: ValidatorKind): ValidateFunction {
    const compiler = this.compiler(kind);
    try {
      return compiler.compile(schema);
    } catch (error) {
      throw new SchemaCompileError('', (error as Error).message, { cause: error });
    } finally {
      // The compiler would keep every schema of every tool that was ever registered.
      compiler.removeSchema(schema);
    }
  }

  private compiler(kind: ValidatorKind): Ajv2020 {
    const key = `${kind.allErrors}/${kind.ownProperties}`;
    let compiler = this.compilers.get(key);
    if (compiler === undefined) {
      compiler = new Ajv2020({
        allErrors: kind.allErrors,
        ownProperties: kind.ownProperties,
        strict: true,
        strictTypes: false,
        strictTuples: false,
        strictRequired: false,
        allowMatchingProperties: true,
        validateSchema: false,
        verbose: true,
        messages: false,
        // Two tools may carry the same $id.
        addUsedSchema: false,
        logger: false,
        // The optimiser costs a third of a compilation; what it removes, the engine removes as well.
        code: { optimize: false },
        formats: stringFormats(),
      });
      compiler.addVocabulary(['$anchor']);
      compiler.removeKeyword('uniqueItems');
      compiler.addKeyword(uniqueItemsKeyword);
      compiler.addKeyword({
        keyword: COUNT_REFERENCE,
        // After it, a reference that fails would not be counted.
        before: '$ref',
        schemaType: 'boolean',
        errors: false,
        validate: () => {
          if (--this.referencesLeft < 0) throw new TooManyReferences();
          return true;
        },
      });
      this.compilers.set(key, compiler);
    }
    return compiler;
  }
}

function withoutAnnotations(schema: JsonSchema): JsonSchema {
  return mapSubschemas(schema, (own) => {
    for (const annotation of ANNOTATIONS) delete own[annotation];
    return own;
  });
}

const DIALECT = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/** What the compiler would take although JSON Schema 2020-12 has no such keyword, and what to write instead. */
const FOREIGN: ReadonlyMap<string, string> = new Map([
  ['nullable', 'write "type": ["string", "null"]'],
  ['id', 'write "$id"'],
  ['dependencies', 'write "dependentRequired" or "dependentSchemas"'],
  ['$recursiveRef', 'write "$dynamicRef"'],
  ['$recursiveAnchor', 'write "$dynamicAnchor"'],
  ['$async', 'validation is synchronous'],
]);

function requireDialect(dialect: unknown): void {
  if (dialect === undefined || (typeof dialect === 'string' && DIALECT.test(dialect))) return;
  throw new SchemaCompileError(
    '/$schema',
    `the dialect ${JSON.stringify(dialect)} is not supported; write the schema in JSON Schema 2020-12.`,
  );
}

function requireKnown(keyword: string, pointer: string, compiler: Ajv2020): void {
  const advice = FOREIGN.get(keyword);
  if (advice !== undefined)
    throw new SchemaCompileError(
      pointer,
      `"${keyword}" is not a keyword of JSON Schema 2020-12, so clients ignore it; ${advice}.`,
    );
  const { keywords } = compiler.RULES;
  if (Object.hasOwn(keywords, keyword)) return;
  const meant = nearestName(keyword, Object.keys(keywords));
  throw new SchemaCompileError(
    pointer,
    `unknown keyword "${keyword}"${meant === undefined ? '' : ` (did you mean "${meant}"?)`}; start the names of your own annotations with "x-".`,
  );
}

/** Whether a property is named like something every object inherits (`toString`), which an absent property would be taken for. */
function declaresInheritedName(schema: JsonSchema): boolean {
  let found = false;
  mapSubschemas(schema, (own) => {
    const named = Object.keys((own['properties'] as object | undefined) ?? {});
    const required = Array.isArray(own['required']) ? (own['required'] as unknown[]) : [];
    found ||= [...named, ...required].some((name) => String(name) in Object.prototype);
    return own;
  });
  return found;
}
