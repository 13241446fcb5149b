const path = require('node:path');
const { BRIDGED } = require('./esm-bridge.cjs');

module.exports = (request, options) => {
  // A CommonJS dependency asks for a Nest package that exists as ES module only.
  if (options.conditions?.includes('require') && BRIDGED.includes(request)) {
    return path.join(__dirname, 'esm-bridge', `${request.replaceAll('/', '+')}.cjs`);
  }
  // Sources import each other as `./x.js`; under test the file is `./x.ts`.
  if (
    request.startsWith('.') &&
    request.endsWith('.js') &&
    !options.basedir.includes('node_modules')
  ) {
    try {
      return options.defaultResolver(request.replace(/\.js$/, '.ts'), options);
    } catch {
      // A real .js file: resolved below.
    }
  }
  return options.defaultResolver(request, options);
};
