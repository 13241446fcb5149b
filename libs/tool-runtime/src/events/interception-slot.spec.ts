import { InterceptionSlot } from './interception-slot.js';

describe('an interception slot', () => {
  it('is open and empty at first', () => {
    const slot = new InterceptionSlot();
    expect(slot.isStopped).toBe(false);
    expect(slot.hasResult).toBe(false);
    expect(slot.result).toBeNull();
    expect(slot.close()).toEqual({ kind: 'continue' });
  });

  it('can be stopped with a reason', () => {
    const slot = new InterceptionSlot();
    slot.stop('stock-taking');
    expect(slot.isStopped).toBe(true);
    expect(slot.hasResult).toBe(false);
    expect(slot.close()).toMatchObject({ kind: 'vetoed', reason: 'stock-taking' });
  });

  it.each([null, false, 0, '', undefined])('takes %p for an answer', (answer) => {
    const slot = new InterceptionSlot();
    slot.shortCircuit(answer);
    expect(slot.hasResult).toBe(true);
    expect(slot.isStopped).toBe(true);
    expect(slot.close()).toEqual({ kind: 'served', result: answer });
  });

  it('keeps the first decision', () => {
    const slot = new InterceptionSlot();
    slot.stop();
    slot.shortCircuit('late');
    slot.stop('again');
    expect(slot.close()).toMatchObject({ kind: 'vetoed', reason: undefined });
  });

  it('ignores what comes after it was closed', () => {
    const slot = new InterceptionSlot();
    slot.close();
    slot.shortCircuit('late');
    expect(slot.hasResult).toBe(false);
  });

  it('is vetoed by a failure, whatever was decided before it', () => {
    const slot = new InterceptionSlot();
    slot.shortCircuit('yes');
    const decision = slot.close({
      kind: 'vetoed',
      reason: 'a listener failed',
      reasonCode: 'listener_error',
    });
    expect(decision).toMatchObject({ kind: 'vetoed', reasonCode: 'listener_error' });
  });
});
