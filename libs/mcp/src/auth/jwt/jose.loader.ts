import { joseMissing } from '../auth.messages.js';

/** The package jose, an optional peer: only hosts that check JWTs install it. */
export type Jose = typeof import('jose');

/**
 * @param load how the package is imported
 * @throws Error naming the package to install when it is not there; whatever else goes wrong while it loads
 */
export async function loadJose(load: () => Promise<Jose> = () => import('jose')): Promise<Jose> {
  try {
    return await load();
  } catch (error) {
    if (isNotFound(error)) throw new Error(joseMissing(), { cause: error });
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
