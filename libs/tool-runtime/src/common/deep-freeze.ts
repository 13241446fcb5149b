/** Freezes a JSON-like tree in place and returns it. The tree must be owned by the caller and of bounded depth. */
export function deepFreeze<T>(value: T): T {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return value;
  for (const key in value) deepFreeze(value[key]);
  return Object.freeze(value);
}
