import { randomBytes } from 'node:crypto';
import type { RandomSource } from '@toolgate/tool-runtime';
import { FakeClock } from '@toolgate/testing';
import { EventLogs } from './event-logs.js';

const random = { hex: (bytes: number) => randomBytes(bytes).toString('hex') } as RandomSource;

function logsOf(resumeForMs = 1_000) {
  const clock = new FakeClock();
  const sessions = { resumeForMs, retryMs: 1 } as never;
  return { clock, logs: new EventLogs({ http: { sessions } } as never, clock, random) };
}

describe('the logs of streams', () => {
  it('are found by the events of their own session, as long as they are kept', () => {
    const { clock, logs } = logsOf();
    const log = logs.begin('a', 'answer');
    log.say('"x"');
    const id = `${log.id}.1`;
    expect(logs.find('a', id)).toEqual({ log, after: 1 });
    for (const [session, event] of [
      ['b', id],
      ['a', log.id],
      ['a', `${log.id}.01`],
      ['a', `${log.id}.-1`],
      ['a', `${log.id}.1e3`],
      ['a', '__proto__'],
      ['__proto__', id],
    ] as const)
      expect(logs.find(session, event)).toBeUndefined();
    clock.advance(1_001);
    expect(logs.find('a', id)).toBeUndefined();
    expect(logs.size).toBe(0);
  });

  it('do not grow without end, whatever one session does', () => {
    const { logs } = logsOf();
    const first = logs.begin('a', 'answer');
    for (let count = 0; count < 10_000; count++)
      logs.begin('a', 'answer').say(`"${'x'.repeat(1_000)}"`);
    expect(logs.size).toBeLessThanOrEqual(64 * 1_002);
    expect(logs.find('a', `${first.id}.0`)).toBeUndefined();
  });

  it('do not grow without end, whatever all sessions do', () => {
    const { logs } = logsOf();
    const large = `"${'x'.repeat(200_000)}"`;
    for (let session = 0; session < 1_000; session++)
      logs.begin(`session-${session}`, 'news').say(large);
    expect(logs.size).toBeLessThanOrEqual(32 * 1024 * 1024);
    expect(logs.size).toBeGreaterThan(16 * 1024 * 1024);
  });

  it('go with their session', () => {
    const { logs } = logsOf();
    const log = logs.begin('a', 'news');
    log.say('"x"');
    logs.forgetAll('a');
    logs.forgetAll('never');
    expect([logs.find('a', `${log.id}.0`), logs.size]).toEqual([undefined, 0]);
  });
});
