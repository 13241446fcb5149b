import fc from 'fast-check';
import { EventLog } from './event-log.js';
import type { EventStream } from './event-stream.js';

/** A connection that remembers what was written to it. */
class Reader {
  readonly events: { readonly id: string | undefined; readonly json: string }[] = [];
  isEnded = false;
  /** Takes so many events, then it is too far behind. */
  capacity = Number.POSITIVE_INFINITY;

  prime(id: string): void {
    this.events.push({ id, json: '' });
  }

  send(json: string, id?: string): boolean {
    if (this.events.length >= this.capacity) return false;
    this.events.push({ id, json });
    return true;
  }

  end(json?: string, id?: string): void {
    if (json !== undefined) this.events.push({ id, json });
    this.isEnded = true;
  }

  get stream(): EventStream {
    return this as unknown as EventStream;
  }

  get said(): string[] {
    return this.events.filter(({ json }) => json !== '').map(({ json }) => json);
  }

  /** Number of the last event it has an id of. */
  get last(): number {
    return Number(this.events.at(-1)?.id?.split('.')[1] ?? 0);
  }
}

function newLog() {
  let kept = 0;
  const log = new EventLog({
    id: 'log',
    retryMs: 1,
    carries: 'answer',
    onGrow: (characters) => (kept += characters),
  });
  return { log, kept: () => kept };
}

describe('what has been said on a stream', () => {
  it('reaches a client that comes back, whole, once and in order, wherever it was cut off', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant('cut'), fc.string({ minLength: 1 })), { maxLength: 60 }),
        (script) => {
          const { log } = newLog();
          const heard: string[] = [];
          let reader: Reader | undefined = new Reader();
          log.open(reader.stream);
          let last = 0;
          const cut = () => {
            if (!reader) return;
            heard.push(...reader.said);
            last = reader.events.length > 0 ? reader.last : last;
            log.leave(reader.stream);
            reader = undefined;
          };
          const comeBack = () => {
            if (reader) return;
            reader = new Reader();
            expect(log.canResume(last)).toBe(true);
            log.resume(reader.stream, last);
          };
          for (const step of script) {
            if (step !== 'cut') log.say(step);
            else if (reader) cut();
            else comeBack();
          }
          cut();
          comeBack();
          log.finish('"answer"');
          expect([...heard, ...reader!.said]).toEqual([
            ...script.filter((step) => step !== 'cut'),
            '"answer"',
          ]);
          expect(reader!.isEnded).toBe(true);
        },
      ),
    );
  });

  it('is kept up to a bound; from before it nobody can go on, and the answer always stays', () => {
    const { log, kept } = newLog();
    for (let index = 0; index < 5_000; index++) log.say(`"${'x'.repeat(200)}"`);
    expect(kept()).toBeLessThanOrEqual(256 * 1024);
    expect(log.canResume(0)).toBe(false);
    expect(log.canResume(log.lastNumber)).toBe(true);
    expect(log.canResume(log.lastNumber + 1)).toBe(false);
    const answer = `"${'y'.repeat(600_000)}"`;
    log.finish(answer);
    const reader = new Reader();
    log.resume(reader.stream, log.lastNumber - 1);
    expect(reader.said).toEqual([answer]);
    log.forget();
    expect(kept()).toBe(0);
  });

  it('sends a reader away that is too far behind, who can come back for the rest', () => {
    const { log } = newLog();
    const slow = new Reader();
    slow.capacity = 2;
    log.open(slow.stream);
    for (const json of ['"a"', '"b"', '"c"']) log.say(json);
    expect([slow.said, slow.isEnded, log.isRead]).toEqual([['"a"'], true, false]);
    const again = new Reader();
    log.resume(again.stream, slow.last);
    expect(again.said).toEqual(['"b"', '"c"']);
  });

  it('goes to whoever came back last, and not to what is left of the old connection', () => {
    const { log } = newLog();
    const [old, young] = [new Reader(), new Reader()];
    log.open(old.stream);
    log.resume(young.stream, 0);
    log.say('"a"');
    log.leave(old.stream);
    log.say('"b"');
    expect([old.said, old.isEnded, young.said]).toEqual([[], true, ['"a"', '"b"']]);
  });
});
