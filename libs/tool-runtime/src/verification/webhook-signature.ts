import { createHmac, timingSafeEqual } from 'node:crypto';

const FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/**
 * Signs a body with the time: `t=<seconds since the Unix epoch>,v1=<HMAC-SHA-256 of "<t>.<body>" in hexadecimal>`.
 * @param now milliseconds since the Unix epoch
 */
export function signBody(body: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000);
  return `t=${seconds},v1=${digest(body, secret, seconds)}`;
}

/**
 * True when the signature is of this body, made with the secret, and not older or newer than the tolerance. Compares in constant time.
 * @param now milliseconds since the Unix epoch
 */
export function isSignedBody(
  body: string,
  signature: unknown,
  secret: string,
  now: number,
  toleranceMs: number,
): boolean {
  const [, time, given] = FORM.exec(typeof signature === 'string' ? signature : '') ?? [];
  if (time === undefined || given === undefined) return false;
  const seconds = Number(time);
  if (Math.abs(now - seconds * 1000) > toleranceMs) return false;
  return timingSafeEqual(
    Buffer.from(given, 'hex'),
    Buffer.from(digest(body, secret, seconds), 'hex'),
  );
}

function digest(body: string, secret: string, seconds: number): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
}
