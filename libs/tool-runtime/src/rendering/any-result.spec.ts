import fc from 'fast-check';
import { ToolResult } from '../result/tool-result.js';
import { CliRenderer } from './cli.renderer.js';
import { DefaultRenderer } from './default.renderer.js';
import { RendererRegistry } from './renderer.registry.js';

const BOUND = 2_000;
const limits = { maxLength: BOUND, maxItems: 20 };
const RENDERERS = [new DefaultRenderer(limits), new CliRenderer(limits)];

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withTypedArray: true,
  withSparseArray: true,
  withBoxedValues: true,
  withObjectString: true,
});
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({
    unit: fc.constantFrom('\u001b', '\u009b', '\n', '\r', '\u202e', '\u2028', 'a'),
    maxLength: 400,
  }),
);
const meta = fc.record(
  {
    type: fc.oneof(
      fc.constantFrom('list', 'detail', 'confirmation', 'blocked', 'plan', 'content'),
      anything,
    ),
    pagination: fc.oneof(
      fc.record({
        page: anything,
        total_pages: fc.integer(),
        total_items: fc.integer(),
        limit: anything,
      }),
      anything,
    ),
    actions: fc.oneof(fc.array(anything), fc.array(fc.record({ label: text, action: text }))),
    entity: text,
    suggestion: fc.oneof(text, anything),
    requires_confirmation: fc.boolean(),
    tool: text,
    retry_after_seconds: fc.oneof(fc.integer(), anything),
  },
  { requiredKeys: [] },
);
const data = fc.oneof(
  anything,
  text,
  fc.array(fc.record({ id: anything, name: text, note: text, available: fc.boolean() })),
  fc.dictionary(text, anything),
);
const anyResult = fc
  .record({
    success: fc.boolean(),
    data,
    message: fc.option(text),
    error: fc.option(text),
    meta,
    content: fc.option(
      fc.array(
        fc.record({
          type: fc.constantFrom('text', 'image', 'resource'),
          text,
          data: text,
          resource: anything,
        }),
      ),
      { nil: undefined },
    ),
  })
  .map((fields) => ToolResult.of(fields as never));

/** What a terminal obeys, except the end of a line. */
const DANGEROUS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

describe('the text of any result whatever', () => {
  it('is there, is bounded, and contains no control character but the end of a line', () => {
    fc.assert(
      fc.property(anyResult, (result) => {
        for (const renderer of RENDERERS) {
          const rendered = renderer.render(result);
          expect(rendered.length).toBeLessThanOrEqual(BOUND);
          expect(rendered).not.toMatch(DANGEROUS);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('contains no control character as JSON either', () => {
    const registry = new RendererRegistry([]).setDefault(undefined);
    fc.assert(
      fc.property(anyResult, (result) => {
        expect(registry.render(result)).not.toMatch(DANGEROUS);
      }),
    );
  });

  it('shows an identifier and a name of up to sixty plain characters unchanged', () => {
    const plain = fc.stringMatching(/^[A-Za-z0-9-]{1,60}$/);
    fc.assert(
      fc.property(plain, plain, (id, name) => {
        for (const renderer of RENDERERS) {
          const rendered = renderer.render(ToolResult.success([{ id, name }]));
          expect(rendered).toContain(`#${id}`);
          expect(rendered).toContain(name);
        }
      }),
    );
  });

  it.each<[string, () => unknown]>([
    [
      'a getter that throws',
      () => ({
        get total() {
          throw new Error('no');
        },
        id: 1,
      }),
    ],
    [
      'a proxy that is gone',
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return proxy;
      },
    ],
    [
      'a toJSON that throws',
      () => ({
        toJSON() {
          throw new Error('no');
        },
      }),
    ],
    [
      'a toJSON without end',
      () => {
        const make = (): object => ({ toJSON: make });
        return make();
      },
    ],
    [
      'a cycle',
      () => {
        const list: unknown[] = [];
        list.push(list);
        return list;
      },
    ],
    [
      'great depth',
      () => {
        let value: unknown = 'deep';
        for (let i = 0; i < 50_000; i++) value = { value };
        return value;
      },
    ],
    [
      'great width',
      () => Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])),
    ],
    [
      'a list without end',
      () =>
        new (class extends Set {
          override *[Symbol.iterator](): Generator<number> {
            for (;;) yield 1;
          }
        })(),
    ],
    [
      'an absurd sparse array',
      () => {
        const list: unknown[] = [];
        list[4_000_000_000] = 1;
        return list;
      },
    ],
    ['functions and symbols', () => ({ run() {}, mark: Symbol('mark') })],
  ])('is there for %s', (_name, make) => {
    for (const renderer of RENDERERS)
      for (const type of ['generic', 'list', 'detail', 'confirmation', 'plan']) {
        const rendered = renderer.render(ToolResult.success(make(), null, { type }));
        expect(rendered.length).toBeGreaterThan(0);
        expect(rendered.length).toBeLessThanOrEqual(BOUND);
      }
  });
});
