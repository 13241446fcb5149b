import type { ServerResponse } from 'node:http';
import { JSON_TYPE } from './accept.js';

type Headers = Readonly<Record<string, string>>;

/** Writes a whole JSON answer at once. */
export function writeJson(
  response: ServerResponse,
  status: number,
  json: string,
  headers?: Headers,
): void {
  const length = Buffer.byteLength(json);
  writeHead(response, status, length, headers);
  // A text of as many bytes as characters is ASCII, which is written without being encoded.
  response.write(json, length === json.length ? 'latin1' : 'utf8');
  // What has been written is one string, head and body, and leaves as it is. Left to `end`, an empty piece would come to it and make a vectored write of two.
  response.socket?.uncork();
  response.end();
}

/**
 * Writes a JSON answer whose end is ready.
 * @param start short JSON text
 * @param tail the bytes behind it, which are not copied
 */
export function writeJsonInParts(
  response: ServerResponse,
  status: number,
  start: string,
  tail: Buffer,
  headers?: Headers,
): void {
  writeHead(response, status, Buffer.byteLength(start) + tail.length, headers);
  // Held back by Node.js until the end of the tick, so that both leave together.
  response.write(start);
  response.end(tail);
}

function writeHead(
  response: ServerResponse,
  status: number,
  length: number,
  headers: Headers | undefined,
): void {
  const own = { 'Content-Type': JSON_TYPE, 'Content-Length': length };
  response.writeHead(status, headers ? { ...own, ...headers } : own);
}
