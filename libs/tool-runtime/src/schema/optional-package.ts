import { createRequire } from 'node:module';

/**
 * Loads a package that a host may or may not have. Synchronous, so that it can wait until a tool needs the package: loading costs
 * more than all the tools of most applications together.
 *
 * @returns undefined when the package is not there; a package that is there and fails to load is an error
 */
export function requireOptional<T>(specifier: string): T | undefined {
  try {
    return createRequire(import.meta.url)(specifier) as T;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'MODULE_NOT_FOUND' || code === 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
    throw error;
  }
}
