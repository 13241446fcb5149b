import type { DataClass, DataType } from './data-type.js';

/** The classes, among those a type uses, that contain themselves at some depth. */
export function recursiveClasses(root: DataType): ReadonlySet<DataClass> {
  const uses = new Map<DataClass, ReadonlySet<DataClass>>();
  const open = [...directClasses(root)];
  for (let type = open.pop(); type; type = open.pop()) {
    if (uses.has(type)) continue;
    const direct = new Set(type.properties.flatMap((property) => directClasses(property.type)));
    uses.set(type, direct);
    open.push(...direct);
  }
  return new Set([...uses.keys()].filter((type) => reaches(type, type, uses)));
}

function reaches(
  from: DataClass,
  target: DataClass,
  uses: ReadonlyMap<DataClass, ReadonlySet<DataClass>>,
): boolean {
  const seen = new Set<DataClass>();
  const open = [from];
  for (let type = open.pop(); type; type = open.pop())
    for (const next of uses.get(type) ?? []) {
      if (next === target) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      open.push(next);
    }
  return false;
}

/** Classes a type mentions without going through another class. */
function directClasses(type: DataType): readonly DataClass[] {
  switch (type.kind) {
    case 'class':
      return [type.type];
    case 'array':
    case 'set':
      return directClasses(type.items);
    case 'map':
    case 'record':
      return directClasses(type.values);
    case 'object':
      return type.properties.flatMap((property) => directClasses(property.type));
    default:
      return [];
  }
}
