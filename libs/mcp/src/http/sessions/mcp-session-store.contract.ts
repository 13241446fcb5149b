import type { Awaitable } from '@toolgate/tool-runtime';
import type { McpSessionStore, StoredMcpSession } from './mcp-session.store.js';

/** A store to test, with time in the hands of the suite. */
export interface McpSessionStoreUnderTest {
  readonly store: McpSessionStore;
  /** Lets time pass for the store, milliseconds. */
  readonly advance: (ms: number) => Awaitable<void>;
  /** What the store was made with; the caps small, so that the suite can reach them. */
  readonly idleMs: number;
  readonly maxSessions: number;
  readonly maxPerPrincipal: number;
  readonly close?: () => Awaitable<void>;
}

/** What every {@link McpSessionStore} keeps to, in memory or shared. */
export function describeMcpSessionStore(
  name: string,
  create: () => Awaitable<McpSessionStoreUnderTest>,
): void {
  describe(`${name} as a session store`, () => {
    let subject: McpSessionStoreUnderTest;
    beforeEach(async () => {
      subject = await create();
    });
    afterEach(async () => subject.close?.());

    const keep = async (id: string, owner = 'ann') => subject.store.create(session(id, owner));
    const use = async (id: string, owner = 'ann') => subject.store.use(id, owner);
    const end = async (id: string, owner = 'ann') => subject.store.end(id, owner);

    it('gives back what was kept, as often as asked', async () => {
      expect(await keep('s')).toBeUndefined();
      for (let time = 0; time < 3; time++) expect(await use('s')).toEqual(session('s', 'ann'));
    });

    it('knows nothing of other ids', async () => {
      await keep('s');
      for (const id of ['', 'S', 's ', '__proto__', 'constructor']) {
        expect(await use(id)).toBeUndefined();
        expect(await end(id)).toBe(false);
      }
    });

    it('hides a session from everybody but its owner, who keeps it', async () => {
      await keep('s');
      for (const other of ['bob', '', 'Ann']) {
        expect(await use('s', other)).toBeUndefined();
        expect(await end('s', other)).toBe(false);
        await subject.store.setLogLevel('s', other, 'debug');
      }
      expect(await use('s')).toEqual(session('s', 'ann'));
    });

    it('ends a session once', async () => {
      await keep('s');
      expect(await end('s')).toBe(true);
      expect(await end('s')).toBe(false);
      expect(await use('s')).toBeUndefined();
    });

    it('remembers the level of log messages', async () => {
      await keep('s');
      await subject.store.setLogLevel('s', 'ann', 'warning');
      expect((await use('s'))?.logLevel).toBe('warning');
      await subject.store.setLogLevel('gone', 'ann', 'warning');
      expect(await use('gone')).toBeUndefined();
    });

    it('remembers what its client wants to hear of, up to a number', async () => {
      await keep('s');
      const subscribe = async (uri: string, owner = 'ann', id = 's') =>
        subject.store.subscribe(id, owner, uri, 2);
      expect(await subscribe('test://a')).toBe(true);
      expect(await subscribe('test://b')).toBe(true);
      expect(await subscribe('test://a')).toBe(true);
      expect(await subscribe('test://c')).toBe(false);
      expect((await use('s'))?.subscriptions).toEqual(['test://a', 'test://b']);
      await subject.store.unsubscribe('s', 'ann', 'test://a');
      await subject.store.unsubscribe('s', 'ann', 'test://never');
      expect((await use('s'))?.subscriptions).toEqual(['test://b']);
    });

    it('lets nobody else change what a client wants to hear of', async () => {
      await keep('s');
      await subject.store.subscribe('s', 'ann', 'test://a', 9);
      expect(await subject.store.subscribe('s', 'bob', 'test://b', 9)).toBe(false);
      await subject.store.unsubscribe('s', 'bob', 'test://a');
      expect((await use('s'))?.subscriptions).toEqual(['test://a']);
      expect(await subject.store.subscribe('gone', 'ann', 'test://a', 9)).toBe(false);
    });

    it('keeps both of two wishes that come at once', async () => {
      await keep('s');
      const uris = ['test://a', 'test://b', 'test://c'];
      await Promise.all(uris.map(async (uri) => subject.store.subscribe('s', 'ann', uri, 9)));
      expect([...((await use('s'))?.subscriptions ?? [])].sort()).toEqual(uris);
    });

    it('lets an idle session go, and keeps one that is used', async () => {
      await keep('idle');
      await keep('used');
      await subject.advance(subject.idleMs - 1);
      await use('used');
      await subject.advance(2);
      expect(await use('idle')).toBeUndefined();
      expect(await end('idle')).toBe(false);
      expect(await use('used')).toBeDefined();
    });

    it('refuses a principal who has too many, and nobody else', async () => {
      for (let index = 0; index < subject.maxPerPrincipal; index++)
        expect(await keep(`s${index}`)).toBeUndefined();
      expect(await keep('one-more')).toBe('owner_full');
      expect(await use('one-more')).toBeUndefined();
      expect(await keep('bobs', 'bob')).toBeUndefined();
      expect(await use('s0')).toBeDefined();
    });

    it('has room again when a session has ended or gone idle', async () => {
      for (let index = 0; index < subject.maxPerPrincipal; index++) await keep(`s${index}`);
      await end('s0');
      expect(await keep('s0')).toBeUndefined();
      expect(await keep('too-many')).toBe('owner_full');
      await subject.advance(subject.idleMs + 1);
      for (let index = 0; index < subject.maxPerPrincipal; index++)
        expect(await keep(`new${index}`)).toBeUndefined();
    });

    it('refuses everybody when it is full, and ends nothing', async () => {
      for (let index = 0; index < subject.maxSessions; index++)
        expect(await keep(`s${index}`, `owner-${index}`)).toBeUndefined();
      expect(await keep('one-more', 'somebody')).toBe('store_full');
      for (let index = 0; index < subject.maxSessions; index++)
        expect(await use(`s${index}`, `owner-${index}`)).toBeDefined();
    });

    it('counts anonymous callers only against the whole', async () => {
      for (let index = 0; index < subject.maxSessions; index++)
        expect(await keep(`s${index}`, '')).toBeUndefined();
      expect(await keep('one-more', '')).toBe('store_full');
    });
  });
}

function session(id: string, owner: string): StoredMcpSession {
  return {
    id,
    owner,
    protocolVersion: '2025-11-25',
    clientCapabilities: { elicitation: {} },
    clientInfo: { name: 'client', version: '1' },
    subscriptions: [],
    logLevel: undefined,
  };
}
