import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = '1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Longest state that is looked at, characters. */
export const LONGEST_STATE = 256 * 1024;
const STATE = /^1\.([A-Za-z0-9_-]+)$/;

/**
 * Seals what a call has to know when it runs again, so that it can travel through its client: unreadable, and of no use when a bit of it is changed
 * (AES-256-GCM). What it is for is bound to it: opened for anything else it is as good as changed.
 */
export class RequestStateSeal {
  /** @param keys of 32 bytes; the first one seals, every one opens, so that keys can be exchanged one after the other */
  constructor(private readonly keys: readonly Buffer[]) {}

  /** @param boundTo what it is for: who calls what, with which arguments. An injective text */
  seal(content: string, boundTo: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.keys[0]!, iv).setAAD(Buffer.from(boundTo));
    const sealed = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()]);
    const whole = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    return `${VERSION}.${whole.toString('base64url')}`;
  }

  /** @returns undefined for whatever this seal has not made for the same purpose */
  open(state: string, boundTo: string): string | undefined {
    if (state.length > LONGEST_STATE) return undefined;
    const [, text = ''] = STATE.exec(state) ?? [];
    const whole = Buffer.from(text, 'base64url');
    // Of a text that does not end on a whole byte several spellings mean the same; only one of them is ours.
    if (whole.length < IV_BYTES + TAG_BYTES || whole.toString('base64url') !== text)
      return undefined;
    for (const key of this.keys) {
      const content = openWith(key, whole, boundTo);
      if (content !== undefined) return content;
    }
    return undefined;
  }
}

function openWith(key: Buffer, whole: Buffer, boundTo: string): string | undefined {
  const decipher = createDecipheriv(CIPHER, key, whole.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(whole.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const content = decipher.update(whole.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([content, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
