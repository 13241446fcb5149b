export * from 'node:fs';
export { default } from 'node:fs';

export function globSync() {
  throw new Error('This command of the conformance suite needs Node.js 22 or later.');
}
