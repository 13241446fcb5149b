/** Makes a value when it is first asked for, and only once. What fails to be made is tried again the next time. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
