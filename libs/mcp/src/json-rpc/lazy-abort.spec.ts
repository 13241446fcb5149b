import { LazyAbortController } from './lazy-abort.js';

describe('a signal that waits for a listener', () => {
  it('tells everybody who listened before', () => {
    const controller = new LazyAbortController();
    const heard: string[] = [];
    controller.signal.addEventListener('abort', () => heard.push('function'), { once: true });
    controller.signal.addEventListener('abort', { handleEvent: () => heard.push('object') });
    controller.signal.onabort = () => heard.push('property');
    const removed = () => heard.push('removed');
    controller.signal.addEventListener('abort', removed);
    controller.signal.removeEventListener('abort', removed);
    controller.abort();
    controller.abort();
    expect(heard.toSorted()).toEqual(['function', 'object', 'property']);
  });

  it('says afterwards what a real one says', () => {
    const controller = new LazyAbortController();
    const { signal } = controller;
    signal.throwIfAborted();
    expect([signal.aborted, signal.reason, signal.onabort]).toEqual([false, undefined, null]);
    controller.abort();
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toMatchObject({ name: 'AbortError' });
    expect(() => signal.throwIfAborted()).toThrow(expect.objectContaining({ name: 'AbortError' }));
  });
});
