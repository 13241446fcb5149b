/** A mutable copy of a JSON tree of bounded depth that shares no container with it. */
export function copyJson<T>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  return (Array.isArray(value) ? value.map(copyJson) : copyObject(value)) as T;
}

function copyObject(source: object): object {
  const copy: Record<string, unknown> = { ...source };
  // The spread has already defined every key, `__proto__` included, as an own property; only containers are left to replace.
  for (const key of Object.keys(copy)) {
    const member = copy[key];
    if (member !== null && typeof member === 'object') defineOwn(copy, key, copyJson(member));
  }
  return copy;
}

/** Sets an own property whatever its name: assigning to `__proto__` would change the prototype instead. */
export function defineOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  else target[key] = value;
}
