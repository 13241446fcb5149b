import { fileURLToPath } from 'node:url';

const rootDir = fileURLToPath(new URL('..', import.meta.url));

const shared = {
  rootDir,
  testEnvironment: 'node',
  // Libraries are loaded from their sources, through the private export condition.
  testEnvironmentOptions: { customExportConditions: ['@toolgate/source', 'node', 'node-addons'] },
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json'],
  resolver: '<rootDir>/test/jest/resolver.cjs',
  setupFiles: ['<rootDir>/test/jest/setup-esm-bridge.mjs'],
  transform: {
    '^.+\\.ts$': ['ts-jest', { useESM: true, tsconfig: '<rootDir>/test/tsconfig.spec.json' }],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/libs/.*/dist/'],
};

export default {
  rootDir,
  // Generous, because machines that build many projects at once are slow; no test asserts a time.
  testTimeout: 60_000,
  workerIdleMemoryLimit: '1GB',
  projects: [
    { ...shared, displayName: 'unit', testMatch: ['<rootDir>/{libs,apps}/**/*.spec.ts'] },
    { ...shared, displayName: 'e2e', testMatch: ['<rootDir>/{libs,apps,test}/**/*.e2e-spec.ts'] },
  ],
  collectCoverageFrom: ['libs/*/src/**/*.ts', '!**/*.spec.ts', '!**/index.ts'],
};
