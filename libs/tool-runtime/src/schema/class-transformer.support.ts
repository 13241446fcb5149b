import { requireOptional } from './optional-package.js';

/** What class-transformer's decorators say about one property, as far as it concerns input. */
export interface TransformerProperty {
  /** `@Type(() => X)`. */
  readonly type: unknown;
  /** `@Type` with a discriminator: the class depends on the data. */
  readonly polymorphic: boolean;
  /** `@Expose({ name })`: another name on the wire. */
  readonly exposedAs: string | undefined;
  /** `@Transform()` functions, in the order they run. */
  readonly transform:
    | ((value: unknown, key: string, source: Readonly<Record<string, unknown>>) => unknown)
    | undefined;
}

/** What the runtime needs of class-transformer, which is an optional peer. */
export interface ClassTransformerSupport {
  /** Names of the properties that have a decorator, base classes included. */
  propertiesOf(type: object): readonly string[];
  /** `@Exclude()`: never taken from a caller. */
  isExcluded(type: object, property: string): boolean;
  /** @throws whatever the arrow function in `@Type` throws */
  describe(type: object, property: string): TransformerProperty;
}

interface DirectionOptions {
  readonly name?: string;
  readonly toClassOnly?: boolean;
  readonly toPlainOnly?: boolean;
}
interface PropertyMetadata {
  readonly propertyName: string | undefined;
  readonly options?: DirectionOptions;
}
interface TypeMetadata {
  readonly reflectedType: unknown;
  readonly typeFunction: () => unknown;
  readonly options?: { readonly discriminator?: unknown };
}
interface TransformMetadata {
  readonly transformFn: (params: object) => unknown;
}
interface Storage {
  findTypeMetadata(target: object, property: string): TypeMetadata | undefined;
  findTransformMetadatas(target: object, property: string, type: number): TransformMetadata[];
  findExposeMetadata(target: object, property: string): PropertyMetadata | undefined;
  findExcludeMetadata(target: object, property: string): PropertyMetadata | undefined;
  getExposedMetadatas(target: object): readonly PropertyMetadata[];
}

/** `TransformationType.PLAIN_TO_CLASS`. */
const PLAIN_TO_CLASS = 0;

/**
 * Loads class-transformer if the host has it.
 *
 * Only its metadata is used: the schema already fixes the type of every value, and its own conversion would guess at dates, lose
 * sets and maps, and create nested objects from names in the data.
 */
export function loadClassTransformer(): ClassTransformerSupport | undefined {
  const module = requireOptional<{ readonly defaultMetadataStorage?: Storage }>(
    'class-transformer/cjs/storage.js',
  );
  return (
    module?.defaultMetadataStorage && new InstalledClassTransformer(module.defaultMetadataStorage)
  );
}

class InstalledClassTransformer implements ClassTransformerSupport {
  constructor(private readonly storage: Storage) {}

  propertiesOf(type: object): readonly string[] {
    return this.storage
      .getExposedMetadatas(type)
      .filter(({ options }) => !options?.toPlainOnly || options.toClassOnly)
      .map(({ propertyName }) => propertyName)
      .filter((name) => name !== undefined);
  }

  isExcluded(type: object, property: string): boolean {
    const exclude = this.storage.findExcludeMetadata(type, property);
    return exclude !== undefined && incoming(exclude.options);
  }

  describe(type: object, property: string): TransformerProperty {
    const reference = this.storage.findTypeMetadata(type, property);
    const transforms = this.storage.findTransformMetadatas(type, property, PLAIN_TO_CLASS);
    const expose = this.storage.findExposeMetadata(type, property);
    return {
      type: reference?.typeFunction(),
      polymorphic: reference?.options?.discriminator !== undefined,
      exposedAs: expose && incoming(expose.options) ? expose.options?.name : undefined,
      transform:
        transforms.length === 0
          ? undefined
          : (value, key, obj) =>
              transforms.reduce<unknown>(
                (current, { transformFn }) =>
                  transformFn({ value: current, key, obj, type: PLAIN_TO_CLASS, options: {} }),
                value,
              ),
    };
  }
}

function incoming(options: DirectionOptions | undefined): boolean {
  return options?.toPlainOnly !== true || options.toClassOnly === true;
}
