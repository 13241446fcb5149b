/** A deep copy of plain data that nobody can change. @throws DataCloneError for what is no plain data */
export function frozenCopy<T extends object>(value: T): T {
  const copy = structuredClone(value);
  const left: object[] = [copy];
  for (let holder = left.pop(); holder; holder = left.pop()) {
    Object.freeze(holder);
    for (const member of Object.values(holder) as unknown[])
      if (typeof member === 'object' && member !== null) left.push(member);
  }
  return copy;
}
