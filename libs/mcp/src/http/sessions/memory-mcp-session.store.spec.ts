import { FakeClock } from '../../../../../test/support/fake-clock.js';
import { resolveMcpOptions } from '../../mcp.options.resolver.js';
import { describeMcpSessionStore } from './mcp-session-store.contract.js';
import { MemoryMcpSessionStore } from './memory-mcp-session.store.js';

const LIMITS = { idleMs: 60_000, maxSessions: 6, maxPerPrincipal: 3 };
const OPTIONS = resolveMcpOptions({
  serverInfo: { name: 'test', version: '1' },
  http: { sessions: LIMITS },
});

describeMcpSessionStore('MemoryMcpSessionStore', () => {
  const clock = new FakeClock();
  return {
    store: new MemoryMcpSessionStore(OPTIONS, clock),
    advance: (ms) => clock.advance(ms),
    ...LIMITS,
  };
});

describe('MemoryMcpSessionStore', () => {
  it('does not keep what has gone idle once something else is kept', () => {
    const clock = new FakeClock();
    const store = new MemoryMcpSessionStore(OPTIONS, clock);
    const keep = (id: string) =>
      store.create({
        id,
        owner: 'ann',
        protocolVersion: '2025-11-25',
        clientCapabilities: {},
        clientInfo: undefined,
        subscriptions: [],
        logLevel: undefined,
      });
    keep('a');
    keep('b');
    clock.advance(LIMITS.idleMs);
    keep('c');
    expect(store.size).toBe(1);
  });
});
