import { ToolResult } from './tool-result.js';

describe('a success', () => {
  it('carries data, message and meta, and no error', () => {
    const result = ToolResult.success({ id: 1 }, 'Created', { custom: 'meta' });
    expect(result).toMatchObject({
      success: true,
      data: { id: 1 },
      message: 'Created',
      error: null,
    });
    expect(result.meta).toEqual({ custom: 'meta' });
    expect(result.type).toBe('generic');
  });

  it('is written out with five members in this order, and an empty object for no meta', () => {
    expect(JSON.stringify(ToolResult.success())).toBe(
      '{"success":true,"data":null,"message":null,"error":null,"meta":{}}',
    );
  });

  it('has nothing to page, do, confirm or block', () => {
    const result = ToolResult.success();
    expect(result.pagination).toBeNull();
    expect(result.actions).toEqual([]);
    expect(result.requiresConfirmation).toBe(false);
    expect(result.isBlocked).toBe(false);
    expect(result.confirmToken).toBeNull();
  });
});

describe('an error', () => {
  it('keeps partial data and is of type error', () => {
    const result = ToolResult.error('Went wrong', { partial: 'data' }, { code: 'CONFLICT' });
    expect(result).toMatchObject({
      success: false,
      error: 'Went wrong',
      data: { partial: 'data' },
    });
    expect(result.type).toBe('error');
    expect(result.code).toBe('CONFLICT');
  });

  it('may be of a type of the tool’s own', () => {
    expect(ToolResult.error('x', null, { type: 'conflict' }).type).toBe('conflict');
  });
});

describe('a page', () => {
  it('knows how many there are and what lies before and after', () => {
    const page = ToolResult.paginated([1, 2, 3], { page: 2, totalItems: 50, limit: 10 });
    expect(page.type).toBe('list');
    expect(page.pagination).toEqual({
      page: 2,
      total_pages: 5,
      total_items: 50,
      limit: 10,
      has_prev: true,
      has_next: true,
    });
  });

  it('of nothing has no pages', () => {
    const page = ToolResult.paginated([], { page: 1, totalItems: 0, limit: 10 });
    expect(page.pagination).toMatchObject({ total_pages: 0, has_prev: false, has_next: false });
  });

  it('keeps further meta, but its own members win', () => {
    const page = ToolResult.paginated([1], {
      page: 1,
      totalItems: 1,
      limit: 10,
      meta: { filter: 'active', type: 'other' },
    });
    expect(page.meta).toMatchObject({ filter: 'active', type: 'list' });
  });

  it.each([
    ['limit', { page: 1, totalItems: 1, limit: 0 }],
    ['limit', { page: 1, totalItems: 1, limit: 2.5 }],
    ['page', { page: 0, totalItems: 1, limit: 1 }],
    ['totalItems', { page: 1, totalItems: -1, limit: 1 }],
    ['page', { page: Number.NaN, totalItems: 1, limit: 1 }],
  ])('is refused for a %s that makes no sense', (name, options) => {
    expect(() => ToolResult.paginated([1], options)).toThrow(
      new RegExp(`^ToolResult.paginated: ${name} `),
    );
  });
});

describe('a detail', () => {
  it('names the entity and what can be done with it', () => {
    const result = ToolResult.detail({ id: 1 }, 'Product', 'Product details', ['edit', 'delete']);
    expect(result.meta).toEqual({ type: 'detail', entity: 'Product', actions: ['edit', 'delete'] });
    expect(result.actions).toEqual(['edit', 'delete']);
  });
});

describe('a confirmation', () => {
  it('says what it asks about', () => {
    const result = ToolResult.confirmation(
      'Delete it?',
      { id: 123 },
      {
        action: 'delete',
        target: 'Item',
        targetId: 123,
      },
    );
    expect(result.requiresConfirmation).toBe(true);
    expect(result.meta).toMatchObject({
      type: 'confirmation',
      action: 'delete',
      target: 'Item',
      target_id: 123,
    });
  });

  it('gives away its token only as text', () => {
    expect(ToolResult.success({ confirm_token: 'abc' }).confirmToken).toBe('abc');
    expect(ToolResult.success({ confirm_token: 7 }).confirmToken).toBeNull();
  });
});

describe('a blocked result', () => {
  it('gives the reason and what would be accepted', () => {
    const result = ToolResult.blocked('No changes on holidays.', 'Try tomorrow.');
    expect(result).toMatchObject({ success: false, error: 'No changes on holidays.' });
    expect(result.isBlocked).toBe(true);
    expect(result.meta).toMatchObject({ code: 'BLOCKED', suggestion: 'Try tomorrow.' });
  });
});

describe('content', () => {
  it('travels beside the five members', () => {
    const result = ToolResult.content([{ type: 'text', text: 'hello' }]);
    expect(JSON.parse(JSON.stringify(result))).toMatchObject({
      success: true,
      content: [{ type: 'text', text: 'hello' }],
    });
    expect(ToolResult.success().content).toBeUndefined();
  });
});

describe('asking whether a payload wants a confirmation', () => {
  it.each([
    ['a flat payload', { requires_confirmation: true }],
    ['an envelope', { success: true, meta: { requires_confirmation: true } }],
    ['a text', '{"requires_confirmation":true}'],
    ['a result', ToolResult.success(null, null, { requires_confirmation: true })],
  ])('yes for %s', (_, payload) => {
    expect(ToolResult.asksForConfirmation(payload)).toBe(true);
  });

  it.each([
    ['an ordinary payload', { ok: true }],
    ['a truthy flag', { requires_confirmation: 1 }],
    ['a flag deeper down', { data: { plan: { requires_confirmation: true } } }],
    ['text that is no JSON', 'yes'],
    ['nothing', null],
    ['an empty text', ''],
    ['a list', [{ requires_confirmation: true }]],
  ])('no for %s', (_, payload) => {
    expect(ToolResult.asksForConfirmation(payload)).toBe(false);
  });
});

describe('any result', () => {
  it('cannot be changed, only copied with more meta', () => {
    const result = ToolResult.success(1, null, { a: 1 });
    expect(() => Object.assign(result, { success: false })).toThrow(TypeError);
    const more = result.withMeta({ a: 2, b: 3 });
    expect(more.meta).toEqual({ a: 2, b: 3 });
    expect(result.meta).toEqual({ a: 1 });
    expect(more.data).toBe(1);
  });

  it('is recognised, and nothing else is', () => {
    expect(ToolResult.is(ToolResult.success())).toBe(true);
    for (const other of [null, undefined, {}, { success: true, data: null }, 'x'])
      expect(ToolResult.is(other)).toBe(false);
  });
});
