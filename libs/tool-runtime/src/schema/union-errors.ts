import type { ErrorObject } from 'ajv';

/**
 * A validator reports, for a value that fits no branch of a union, the errors of every branch. This keeps those of the branch
 * that was meant where the value tells (by its type, or by a property with a constant per branch), and else one error for the
 * whole union. `contains` and `propertyNames` speak for the elements and names they tried; `if` only announces other errors.
 */
export function withoutUnionNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf')
      kept.push(...closestBranch(error, takeWithin(kept, error)));
    else if (error.keyword === 'propertyNames') {
      takeWhile(kept, ({ propertyName }) => propertyName === error.params['propertyName']);
      kept.push(error);
    } else if (error.keyword === 'contains') {
      takeWhile(kept, ({ instancePath }) => instancePath.startsWith(`${error.instancePath}/`));
      kept.push(error);
    } else if (error.keyword !== 'if') kept.push(error);
  }
  return kept;
}

/** Branch errors are reported right before the error of their union, at its place or below. */
function takeWithin(kept: ErrorObject[], union: ErrorObject): ErrorObject[] {
  const { instancePath } = union;
  return takeWhile(
    kept,
    (error) =>
      error.instancePath === instancePath || error.instancePath.startsWith(`${instancePath}/`),
  );
}

function takeWhile(kept: ErrorObject[], matches: (error: ErrorObject) => boolean): ErrorObject[] {
  let start = kept.length;
  while (start > 0 && matches(kept[start - 1])) start--;
  return kept.splice(start);
}

function closestBranch(union: ErrorObject, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  if (errors.length === 0) return [union];
  const branches = byBranch(union, errors);
  const fitting = branches.filter((branch) => !branch.some((error) => rulesOut(error, union)));
  if (fitting.length === 1) return fitting[0];
  return [sameTypeError(union, branches) ?? sameConstantError(union, branches) ?? union];
}

function byBranch(union: ErrorObject, errors: readonly ErrorObject[]): ErrorObject[][] {
  const prefixes = (union.schema as readonly unknown[]).map((branch, index) => {
    const reference = (branch as { $ref?: unknown } | null)?.$ref;
    return typeof reference === 'string' ? `${reference}/` : `${union.schemaPath}/${index}/`;
  });
  const branches = new Map<number, ErrorObject[]>();
  let current = 0;
  for (const error of errors) {
    const named = prefixes.findIndex((prefix) => error.schemaPath.startsWith(prefix));
    // An error of a schema that the branch refers to belongs to the branch that is being reported.
    if (named >= 0) current = named;
    const branch = branches.get(current);
    if (branch === undefined) branches.set(current, [error]);
    else branch.push(error);
  }
  return [...branches.values()];
}

/** Whether an error says that the value was never meant for its branch: another type, or another constant in a direct property. */
function rulesOut(error: ErrorObject, union: ErrorObject): boolean {
  if (error.instancePath === union.instancePath)
    return error.keyword === 'type' || error.keyword === 'const' || error.keyword === 'enum';
  return isConstant(error) && isDirectlyBelow(error, union);
}

const isConstant = ({ keyword }: ErrorObject) => keyword === 'const' || keyword === 'enum';

const isDirectlyBelow = ({ instancePath }: ErrorObject, union: ErrorObject) =>
  instancePath.lastIndexOf('/') === union.instancePath.length;

/** One `type` error for a union whose every branch wanted another type. */
function sameTypeError(
  union: ErrorObject,
  branches: readonly (readonly ErrorObject[])[],
): ErrorObject | undefined {
  const types = new Set<string>();
  for (const branch of branches) {
    const error = branch.find(
      ({ keyword, instancePath }) => keyword === 'type' && instancePath === union.instancePath,
    );
    if (error === undefined) return undefined;
    for (const type of [error.params['type'] as string | string[]].flat()) types.add(type);
  }
  return { ...union, keyword: 'type', params: { type: [...types] } };
}

/** One `enum` error for a union whose every branch wanted another constant at the same place. */
function sameConstantError(
  union: ErrorObject,
  branches: readonly (readonly ErrorObject[])[],
): ErrorObject | undefined {
  let first: ErrorObject | undefined;
  const allowedValues: unknown[] = [];
  for (const branch of branches) {
    const error = branch.find(
      (candidate) =>
        isConstant(candidate) &&
        (first === undefined
          ? candidate.instancePath === union.instancePath || isDirectlyBelow(candidate, union)
          : candidate.instancePath === first.instancePath),
    );
    if (error === undefined) return undefined;
    first ??= error;
    if (error.keyword === 'const') allowedValues.push(error.params['allowedValue']);
    else allowedValues.push(...(error.params['allowedValues'] as readonly unknown[]));
  }
  return first && { ...first, keyword: 'enum', params: { allowedValues } };
}
