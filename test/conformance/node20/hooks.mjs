const SUITE = '/@modelcontextprotocol/conformance/dist/';
const FS_WITH_GLOB = new URL('fs-with-glob.mjs', import.meta.url).href;

/** Gives the suite another `fs`, and everybody else the one of Node.js. */
export function resolve(specifier, context, nextResolve) {
  return specifier === 'fs' && context.parentURL?.includes(SUITE)
    ? { url: FS_WITH_GLOB, shortCircuit: true }
    : nextResolve(specifier, context);
}
