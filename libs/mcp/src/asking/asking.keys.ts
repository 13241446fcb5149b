import { hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
/** Tells these keys from whatever else a host derives from the same secret. */
const PURPOSE = 'toolgate request state 1';

/** A key of its own for the seal, from a secret that the host may use for other things as well. */
export function sealKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
}
