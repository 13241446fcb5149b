import { setTimeout as sleep } from 'node:timers/promises';
import { calmSignal } from './calm-signal.js';

function calm() {
  const controller = new AbortController();
  const reported: unknown[] = [];
  const signal = calmSignal(controller.signal, (error) => reported.push(error));
  return { signal, reported, abort: () => controller.abort(new Error('gone')) };
}

describe('a signal whose listeners are harmless', () => {
  it('reports what they throw, in every way to listen, and tells the others', async () => {
    const { signal, reported, abort } = calm();
    const heard: string[] = [];
    const fail = (what: string) => () => {
      throw new Error(what);
    };
    signal.addEventListener('abort', fail('function'));
    signal.addEventListener('abort', { handleEvent: fail('object') });
    signal.addEventListener('abort', async () => fail('async')());
    signal.onabort = fail('onabort');
    signal.addEventListener('abort', () => heard.push('last'), { once: true });
    abort();
    await sleep(0);
    expect(reported.map((error) => (error as Error).message).toSorted()).toEqual([
      'async',
      'function',
      'object',
      'onabort',
    ]);
    expect(heard).toEqual(['last']);
  });

  it('lets listeners go, and calls one that is added twice once', () => {
    const { signal, abort } = calm();
    let count = 0;
    const listener = () => count++;
    signal.addEventListener('abort', listener);
    signal.addEventListener('abort', listener);
    signal.addEventListener('abort', () => (count += 10));
    const gone = () => (count += 100);
    signal.addEventListener('abort', gone);
    signal.removeEventListener('abort', gone);
    const never = () => undefined;
    signal.removeEventListener('abort', never);
    signal.onabort = gone;
    signal.onabort = null;
    abort();
    expect([count, signal.onabort]).toEqual([11, null]);
  });

  it('is a real one for the platform', async () => {
    const { signal, abort } = calm();
    const waiting = sleep(60_000, undefined, { signal });
    const either = AbortSignal.any([signal]);
    abort();
    await expect(waiting).rejects.toThrow();
    expect([signal instanceof AbortSignal, either.aborted]).toEqual([true, true]);
    expect(() => signal.throwIfAborted()).toThrow('gone');
  });
});
