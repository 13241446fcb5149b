import { randomBytes } from 'node:crypto';

/** Where the runtime takes randomness for request ids and confirmation tokens. Must be cryptographically strong in production. */
export interface RandomSource {
  /** @returns `byteLength` random bytes as lower-case hexadecimal, twice as many characters */
  hex(byteLength: number): string;
}

/** Injection token of the {@link RandomSource}. */
export const RandomSource = Symbol('RandomSource');

const POOL_BYTES = 4096;

/**
 * The operating system's generator, read in blocks: one system call serves hundreds of request ids.
 * A block never serves the same bytes twice.
 */
export class SystemRandomSource implements RandomSource {
  private pool = '';
  private offset = 0;

  hex(byteLength: number): string {
    const length = byteLength * 2;
    if (this.offset + length > this.pool.length) {
      this.pool = randomBytes(Math.max(POOL_BYTES, byteLength)).toString('hex');
      this.offset = 0;
    }
    const taken = this.pool.slice(this.offset, this.offset + length);
    this.offset += length;
    return taken;
  }
}
