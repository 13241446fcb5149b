import type { Awaitable } from '../common/awaitable.js';
import type { PathSegment } from '../common/value-path.js';
import { requireOptional } from './optional-package.js';

/** One decorator of class-validator on one property. */
export interface ValidationRule {
  readonly property: string;
  /** `min`, `isEmail`, … ; for a validator of the host's own, its name. */
  readonly name: string;
  /**
   * `check`: looks at the value. `nested`: looks into it. `optional`: a missing value is fine. `conditional`: the others only
   * count when a function says so. `other`: no rule about the value.
   */
  readonly kind: 'check' | 'nested' | 'optional' | 'conditional' | 'other';
  readonly constraints: readonly unknown[];
  /** About every element of a collection. */
  readonly each: boolean;
}

/** A rule an instance broke. */
export interface ValidationFailure {
  readonly path: readonly PathSegment[];
  readonly rule: string;
  /** Safe to show; absent when the validator's text could repeat the value. */
  readonly message: string | undefined;
}

/** What the runtime needs of class-validator, which is an optional peer. */
export interface ClassValidatorSupport {
  /** Rules of a class and its base classes. */
  rulesOf(type: object): readonly ValidationRule[];
  /** Runs every validator on an instance and on what it nests; synchronous when all of them are. */
  check(instance: object): Awaitable<readonly ValidationFailure[]>;
}

type Module = typeof import('class-validator');
type Metadata = ReturnType<
  ReturnType<Module['getMetadataStorage']>['getTargetValidationMetadatas']
>[number];
type Failure = InstanceType<Module['ValidationError']>;

/** The library's own engine, as `Validator.validate` drives it. */
interface Execution {
  readonly awaitingPromises: readonly Promise<unknown>[];
  execute(instance: object, schema: string, failures: Failure[]): void;
  stripEmptyErrors(failures: Failure[]): Failure[];
}
type ExecutionConstructor = new (validator: object, options: object) => Execution;

const OPTIONS = Object.freeze({
  // A DTO without validators is checked by its schema alone.
  forbidUnknownValues: false,
  validationError: Object.freeze({ target: false, value: false }),
});

/** Loads class-validator if the host has it. Rules are read from its metadata storage: a schema generator would lose which of them the schema cannot express. */
export function loadClassValidator(): ClassValidatorSupport | undefined {
  const module = requireOptional<Module>('class-validator');
  if (!module) return undefined;
  const internal = requireOptional<{ ValidationExecutor?: ExecutionConstructor }>(
    'class-validator/cjs/validation/ValidationExecutor.js',
  );
  return new InstalledClassValidator(module, internal?.ValidationExecutor);
}

class InstalledClassValidator implements ClassValidatorSupport {
  private readonly validator: InstanceType<Module['Validator']>;
  /** Names of the library's own rules, whose default texts never repeat a value. */
  private readonly ownRules: ReadonlySet<unknown>;

  constructor(
    private readonly library: Module,
    /** Absent when the library has been rearranged; then every check is a promise. */
    private readonly execution: ExecutionConstructor | undefined,
  ) {
    this.validator = new library.Validator();
    this.ownRules = new Set(
      Object.values(library).filter((exported: unknown) => typeof exported === 'string'),
    );
  }

  rulesOf(type: object): readonly ValidationRule[] {
    return this.metadataOf(type).map((metadata) => ({
      property: metadata.propertyName,
      name: this.nameOf(metadata),
      kind: kindOf(metadata),
      constraints: metadata.constraints ?? [],
      each: metadata.each ?? false,
    }));
  }

  check(instance: object): Awaitable<readonly ValidationFailure[]> {
    if (!this.execution)
      return this.validator
        .validate(instance, OPTIONS)
        .then((failures) => this.flatten(failures, instance));
    // Run as `validate` runs it, except that nothing is awaited when nothing is promised; `validateSync` would skip promises.
    const execution = new this.execution(this.validator, OPTIONS);
    const failures: Failure[] = [];
    execution.execute(instance, '', failures);
    const finish = () => this.flatten(execution.stripEmptyErrors(failures), instance);
    return execution.awaitingPromises.length === 0
      ? finish()
      : Promise.all(execution.awaitingPromises).then(finish);
  }

  private flatten(failures: readonly Failure[], instance: object): readonly ValidationFailure[] {
    const flat: ValidationFailure[] = [];
    this.collect(failures, instance, [], flat);
    return flat;
  }

  private collect(
    failures: readonly Failure[],
    owner: unknown,
    path: readonly PathSegment[],
    into: ValidationFailure[],
  ): void {
    for (const failure of failures) {
      const inCollection = Array.isArray(owner) || owner instanceof Set;
      const at = [...path, inCollection ? Number(failure.property) : failure.property];
      for (const [rule, text] of Object.entries(failure.constraints ?? {}))
        into.push({
          path: at,
          rule,
          message: this.isSafe(owner, failure.property, rule) ? text : undefined,
        });
      if (failure.children)
        this.collect(failure.children, memberOf(owner, failure.property), at, into);
    }
  }

  /** A text of the host's own may contain the value when it is computed or has the placeholder. */
  private isSafe(owner: unknown, property: string, rule: string): boolean {
    if (typeof owner !== 'object' || owner === null) return false;
    const rules = this.metadataOf(owner.constructor).filter(
      (metadata) => metadata.propertyName === property && this.nameOf(metadata) === rule,
    );
    return (
      rules.length > 0 &&
      rules.every(({ message }) =>
        // The library declares a message that may well be missing.
        (message as unknown) === undefined
          ? this.ownRules.has(rule)
          : typeof message === 'string' && !message.includes('$value'),
      )
    );
  }

  private nameOf(metadata: Metadata): string {
    if (metadata.type !== 'customValidation') return metadata.name ?? metadata.type;
    const [constraint] = this.library
      .getMetadataStorage()
      .getTargetValidatorConstraints(metadata.constraintCls);
    return constraint?.name ?? metadata.name ?? metadata.type;
  }

  private metadataOf(type: object): readonly Metadata[] {
    return this.library
      .getMetadataStorage()
      .getTargetValidationMetadatas(type as DtoFunction, '', false, false);
  }
}

// The library types a class as the global `Function`.
type DtoFunction = Parameters<
  ReturnType<Module['getMetadataStorage']>['getTargetValidationMetadatas']
>[0];

function kindOf(metadata: Metadata): ValidationRule['kind'] {
  switch (metadata.type) {
    case 'customValidation':
      return metadata.validateIf ? 'other' : 'check';
    case 'nestedValidation':
      return 'nested';
    case 'conditionalValidation':
      return metadata.name === 'isOptional' ? 'optional' : 'conditional';
    default:
      return 'other';
  }
}

function memberOf(owner: unknown, property: string): unknown {
  if (owner instanceof Set) return [...owner][Number(property)];
  if (owner instanceof Map) return owner.get(property);
  return (owner as Record<string, unknown> | null | undefined)?.[property];
}
