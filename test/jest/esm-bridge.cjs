/** ES-module-only packages that CommonJS dependencies require; Jest cannot require(esm) before Node 24.9. */
exports.BRIDGED = ['@nestjs/common', '@nestjs/core'];
exports.get = (name) => globalThis[Symbol.for('jest.esm-bridge')][name];
