import bridge from './esm-bridge.cjs';

const namespaces = {};
for (const name of bridge.BRIDGED) namespaces[name] = await import(name);
globalThis[Symbol.for('jest.esm-bridge')] = namespaces;
