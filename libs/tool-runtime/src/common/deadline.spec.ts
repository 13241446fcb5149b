import { hostileThenable } from '../../../../test/support/hostile-thenable.js';
import { DeadlineExceededError, withinDeadline } from './deadline.js';

describe('waiting for a promise until a deadline', () => {
  it('gives what the promise gives', async () => {
    await expect(withinDeadline(Promise.resolve(1), 1_000)).resolves.toBe(1);
    const fault = new Error('no');
    await expect(withinDeadline(Promise.reject(fault), 1_000)).rejects.toBe(fault);
  });

  it('rejects when time is up, and is deaf to what comes later', async () => {
    let fail: (reason: Error) => void = () => undefined;
    const slow = new Promise((_, reject) => (fail = reject));
    await expect(withinDeadline(slow, 5)).rejects.toThrow(DeadlineExceededError);
    fail(new Error('late'));
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('contains a thenable that throws', async () => {
    const hostile = hostileThenable(new Error('hostile'));
    await expect(withinDeadline(hostile, 1_000)).rejects.toThrow('hostile');
  });
});
