import type { Awaitable } from '@toolgate/tool-runtime';
import type { McpBusEvent, McpEventBus } from './mcp-event-bus.js';

/** A bus to test: two ends of it, which may be the same, as two instances of a host would have them. */
export interface McpEventBusUnderTest {
  readonly here: McpEventBus;
  readonly there: McpEventBus;
  readonly close?: () => Awaitable<void>;
}

const LIST: McpBusEvent = { server: 'default', type: 'list_changed', list: 'tools' };
const UPDATE: McpBusEvent = {
  server: 'a "b" 🙂',
  type: 'resource_updated',
  uri: 'test://x/\u2028?a=%00',
};
const SESSION: McpBusEvent = { server: 'default', type: 'session_changed', session: 's-1' };

/** What every {@link McpEventBus} keeps to, in memory or shared. */
export function describeMcpEventBus(
  name: string,
  create: () => Awaitable<McpEventBusUnderTest>,
): void {
  describe(`${name} as an event bus`, () => {
    let subject: McpEventBusUnderTest;
    beforeEach(async () => {
      subject = await create();
    });
    afterEach(async () => subject.close?.());

    it('brings every event once, unchanged and in order, to everybody who listens', async () => {
      const [first, second] = [recorder(3), recorder(3)];
      await subject.here.subscribe(first.listen);
      await subject.there.subscribe(second.listen);
      for (const event of [LIST, UPDATE, SESSION]) await subject.here.publish(event);
      expect(await first.heard).toEqual([LIST, UPDATE, SESSION]);
      expect(await second.heard).toEqual([LIST, UPDATE, SESSION]);
    });

    it('says nothing more to who has stopped, and goes on for the others', async () => {
      const [gone, staying] = [recorder(1), recorder(2)];
      const stop = await subject.there.subscribe(gone.listen);
      await subject.there.subscribe(staying.listen);
      await subject.here.publish(LIST);
      await gone.heard;
      await stop();
      await subject.here.publish(UPDATE);
      expect(await staying.heard).toEqual([LIST, UPDATE]);
      expect(gone.events).toEqual([LIST]);
    });

    it('counts the same function as two listeners when it subscribes twice', async () => {
      const twice = recorder(3);
      const stop = await subject.here.subscribe(twice.listen);
      await subject.here.subscribe(twice.listen);
      await subject.here.publish(LIST);
      await until(() => twice.events.length === 2);
      await stop();
      await subject.here.publish(UPDATE);
      expect(await twice.heard).toEqual([LIST, LIST, UPDATE]);
    });

    it('keeps the news of the others from one that throws', async () => {
      const calm = recorder(1);
      await subject.here.subscribe(() => {
        throw new Error('listener');
      });
      await subject.here.subscribe(calm.listen);
      await subject.here.publish(LIST);
      expect(await calm.heard).toEqual([LIST]);
    });

    it('takes news when nobody listens', async () => {
      await expect(Promise.resolve(subject.there.publish(LIST))).resolves.toBeUndefined();
    });
  });
}

function recorder(enough: number) {
  const events: McpBusEvent[] = [];
  let tell: (events: McpBusEvent[]) => void;
  const heard = new Promise<McpBusEvent[]>((resolve) => (tell = resolve));
  const listen = (event: McpBusEvent) => {
    events.push(event);
    if (events.length === enough) tell(events);
  };
  return { events, heard, listen };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
