import { jest } from '@jest/globals';
import { Redactor } from '@toolgate/tool-runtime';
import { FakeClock } from '../../../../../test/support/fake-clock.js';
import { someOptions } from '../../../../../test/support/fixtures.js';
import { listening } from '../../json-rpc/mcp-server.fixture.js';
import { CallExchange } from './call-exchange.js';
import type { CallWishes } from './call-exchange.js';

const redactor = new Redactor(someOptions());

function aCall(wishes: Partial<CallWishes> = { progressToken: 't' }) {
  const clock = new FakeClock();
  const exchange = listening();
  const call = new CallExchange(
    exchange,
    { progressToken: undefined, logLevel: undefined, ...wishes },
    clock,
    redactor,
  );
  const progress = () => exchange.heard.map(({ params }) => params?.['progress']);
  /** Time passes for clock and timers alike. */
  const pass = (ms: number) => {
    clock.advance(ms);
    jest.advanceTimersByTime(ms);
  };
  return { call, exchange, progress, pass };
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('progress of a call', () => {
  it('comes under the client’s own token', () => {
    for (const progressToken of ['t', 0, '']) {
      const { call, exchange } = aCall({ progressToken });
      call.progress({ progress: 1, total: 2, message: 'half' });
      expect(exchange.heard).toEqual([
        {
          jsonrpc: '2.0',
          method: 'notifications/progress',
          params: { progressToken, progress: 1, total: 2, message: 'half' },
        },
      ]);
    }
  });

  it('is not sent to a client that did not ask', () => {
    const { call, exchange } = aCall({ logLevel: 'debug' });
    call.progress({ progress: 1 });
    call.close();
    expect(exchange.heard).toEqual([]);
  });

  it('comes at most once in 50 ms, and the last of it always', () => {
    const { call, progress, pass } = aCall();
    for (let done = 0; done < 75; done++) {
      call.progress({ progress: done });
      pass(1);
    }
    expect(progress()).toEqual([0, 49]);
    call.close();
    expect(progress()).toEqual([0, 49, 74]);
    pass(1000);
    expect(progress()).toEqual([0, 49, 74]);
  });

  it('that waits is sent when its time comes', () => {
    const { call, progress, pass } = aCall();
    call.progress({ progress: 1 });
    call.progress({ progress: 2 });
    call.progress({ progress: 3 });
    expect(progress()).toEqual([1]);
    pass(50);
    expect(progress()).toEqual([1, 3]);
  });

  it('only grows', () => {
    const { call, progress, pass } = aCall();
    for (const value of [2, 1, 2, Number.NaN, Number.POSITIVE_INFINITY, '3', undefined, 2.5, 2.5]) {
      call.progress({ progress: value as number });
      pass(50);
    }
    expect(progress()).toEqual([2, 2.5]);
  });

  it('holds nothing that is not progress', () => {
    const { call, exchange } = aCall();
    call.progress(null as never);
    call.progress({ progress: 1, total: Number.NaN, message: {} as string, more: 1 } as never);
    expect(exchange.heard[0]!.params).toEqual({ progressToken: 't', progress: 1 });
  });

  it('ends with the call', () => {
    const { call, progress, pass } = aCall();
    call.progress({ progress: 1 });
    call.close();
    call.progress({ progress: 2 });
    pass(1000);
    expect(progress()).toEqual([1]);
  });

  it('that cannot be delivered is lost, and nothing else', () => {
    const { call, exchange, pass } = aCall();
    exchange.notify = () => {
      throw new Error('broken pipe');
    };
    call.progress({ progress: 1 });
    call.progress({ progress: 2 });
    expect(() => pass(50)).not.toThrow();
    call.progress({ progress: 3 });
    expect(() => call.close()).not.toThrow();
  });

  it('that waits is forgotten when nobody wants the answer', () => {
    const { call, progress, pass } = aCall();
    call.progress({ progress: 1 });
    call.progress({ progress: 2 });
    call.abandon();
    pass(1000);
    expect(progress()).toEqual([1]);
    expect(jest.getTimerCount()).toBe(0);
  });
});

describe('log messages of a call', () => {
  it('reach a client at the level it wants and above', () => {
    const { call, exchange } = aCall({ logLevel: 'warning' });
    call.log('info', 'no');
    call.log('warning', 'yes', 'desk');
    call.log('loud' as 'info', 'no');
    call.close();
    call.log('error', 'too late');
    expect(exchange.heard).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: { level: 'warning', logger: 'desk', data: 'yes' },
      },
    ]);
  });

  it('hold no secrets and nothing that has no JSON form', () => {
    const { call, exchange } = aCall({ logLevel: 'debug' });
    const data: Record<string, unknown> = { password: 'hunter2', count: 1n };
    data['self'] = data;
    call.log('info', data);
    const text = JSON.stringify(exchange.heard);
    expect(text).not.toContain('hunter2');
    expect(text).toContain('password');
  });
});
