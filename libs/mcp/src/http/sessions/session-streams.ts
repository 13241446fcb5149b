import { Injectable } from '@nestjs/common';
import type { SessionStream } from './session-stream.js';

/** Streams one session may have open at a time. */
const MOST_STREAMS = 4;

/** The streams that clients have opened for what is not an answer to anything, by session. A later one does not displace an earlier one. */
@Injectable()
export class SessionStreams {
  private readonly streams = new Map<string, Set<SessionStream>>();

  /** @returns false when the session has as many streams as it may have */
  add(sessionId: string, stream: SessionStream): boolean {
    const ofSession = this.streams.get(sessionId) ?? new Set();
    if (ofSession.size >= MOST_STREAMS) return false;
    this.streams.set(sessionId, ofSession.add(stream));
    return true;
  }

  remove(sessionId: string, stream: SessionStream): void {
    const ofSession = this.streams.get(sessionId);
    ofSession?.delete(stream);
    if (ofSession?.size === 0) this.streams.delete(sessionId);
  }

  endAll(sessionId: string): void {
    for (const stream of this.streams.get(sessionId) ?? []) stream.cut();
  }
}
