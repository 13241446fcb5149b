import { normaliseKey } from './sensitive-keys.js';

/** Paths of secret values below one place of a tree; `*` stands for every element of an array. */
export type SensitivePaths = readonly (readonly string[])[];

/** Nothing below is secret by declaration. */
export const NO_PATHS: SensitivePaths = Object.freeze([]);

/** True when the place itself is secret. */
export function endsHere(paths: SensitivePaths): boolean {
  return paths.some((path) => path.length === 0);
}

/** What is secret below a property. Names are compared like keys, because arguments that were refused may spell them differently. */
export function belowProperty(paths: SensitivePaths, name: string): SensitivePaths {
  if (paths.length === 0) return paths;
  const normalised = normaliseKey(name);
  return paths
    .filter(([head]) => head === '*' || head === name || normaliseKey(head ?? '') === normalised)
    .map((path) => path.slice(1));
}

/** What is secret below an element. An array where an object is declared is that object wrapped by mistake. */
export function belowElement(paths: SensitivePaths, index: number): SensitivePaths {
  if (paths.length === 0) return paths;
  return paths.map((path) => (path[0] === '*' || path[0] === String(index) ? path.slice(1) : path));
}
