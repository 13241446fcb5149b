import { ToolResult } from '../result/tool-result.js';
import { DefaultRenderer } from './default.renderer.js';
import { RESULTS } from './results.fixture.js';

const render = (result: ToolResult, options = {}) => new DefaultRenderer(options).render(result);

describe('a result as plain text', () => {
  it('says that something without anything to show is done', () => {
    expect(render(ToolResult.success())).toBe('Operation completed successfully.');
  });

  it('shows a list by identifier and name', () => {
    const people = [
      { id: 3, nombre: 'Ana' },
      { id: 4, name: 'Beto' },
      { id: 5, title: 'Caro' },
    ];
    const result = ToolResult.paginated(people, { page: 1, totalItems: 9, limit: 3 });
    expect(render(result, { nameFields: ['nombre', 'name', 'title'] })).toBe(
      'Operation completed successfully.\n\n#3: Ana\n#4: Beto\n#5: Caro\n\nPage 1/3 (9 total items)',
    );
    expect(render(ToolResult.success([{ size: [1] }]))).toContain('#1: N/A');
  });

  it('shows further members of list items, and counts those without an identifier through all pages', () => {
    expect(render(RESULTS.list)).toBe(
      'Orders\n\n#A-1001: Keyboard (status: open, total: 4500)\n#A-1002: Maus (status: shipped, total: 900)\n\nPage 2/6 (12 total items)',
    );
    const second = ToolResult.paginated(['c', 'd'], { page: 2, totalItems: 4, limit: 2 });
    expect(render(second)).toContain('#3: c\n#4: d');
  });

  it('shows one thing member by member', () => {
    expect(render(RESULTS.detail)).toBe(
      [
        'Customer - everything about her',
        '',
        '- Full name: Ana',
        '- Active: Yes',
        '- Blocked: No',
        '- Phone: N/A',
        '- Tags: ["a"]',
        '- Address: {"city":"Köln","zip":"50667"}',
        '- Since: 2026-07-01T06:00:00.000Z',
        '',
        'Available actions:',
        '- Edit: edit_customer',
        '- delete_customer',
      ].join('\n'),
    );
  });

  it.each([
    ['Hello', 'Hello'],
    [42, '42'],
    [false, 'No'],
    ['two\nlines', 'two\nlines'],
  ])('shows the single value %j as it is', (data, text) => {
    expect(render(ToolResult.success(data))).toBe(text);
  });

  it('says how to go ahead with a confirmation, and keeps its token to itself', () => {
    expect(render(RESULTS.confirmation)).toBe(
      'CONFIRMATION REQUIRED\nrefund_order(id=A-1)\n\nNothing has been done yet. To go ahead, call refund_order again with the confirm_token of this result, before 2026-07-01T06:01:00.000Z. To cancel, do nothing.',
    );
    expect(render(RESULTS.confirmation, { showConfirmToken: true })).toContain(
      '- Confirm token: secret-token',
    );
  });

  it('keeps the token to itself wherever it stands', () => {
    const result = ToolResult.success({ step: { confirm_token: 'secret-token', id: 1 } });
    expect(render(result)).toContain('- Step: {"id":1}');
  });

  it('says why something failed and what can be done', () => {
    expect(render(RESULTS.error)).toBe('Error: Too many calls\n\nTry again in 12 s.');
    expect(render(RESULTS.blocked)).toBe(
      'Error: The month is closed\n\nSuggestion: Use the correction form',
    );
    expect(render(ToolResult.of({ success: false }))).toBe('Error: Unknown error');
    expect(
      render(ToolResult.error('Too slow', null, { effect_may_have_happened: true })),
    ).toContain('It may have taken effect');
  });

  it('shows a plan as a plan', () => {
    expect(render(RESULTS.plan)).toBe(
      'This is what would happen. Nothing has been done.\n\n- Tool: refund_order\n- Mutating: Yes\n- Args: {"id":"A-1"}',
    );
  });

  it('shows text of media results, and of everything else what it is', () => {
    expect(render(RESULTS.content)).toBe(
      [
        'First line',
        '  second line',
        '[image: image/png, 3 bytes]',
        'a.csv: file:///a.csv',
        'note://1',
        'a note',
        'note://2 [resource: text/csv, 2 bytes]',
      ].join('\n'),
    );
  });

  it('says that a list is empty', () => {
    expect(render(ToolResult.success([]))).toContain('No results found.');
  });

  it('speaks another language when it is given one', () => {
    const texts = {
      done: 'Erledigt.',
      page: (page: number, of: number) => `Seite ${page} von ${of}`,
    };
    expect(render(ToolResult.success(), { texts })).toBe('Erledigt.');
    expect(render(RESULTS.list, { texts })).toContain('Seite 2 von 6');
  });
});

describe('plain text of a hostile result', () => {
  it('contains nothing that a terminal obeys or that reorders a line', () => {
    const text = render(
      ToolResult.success(
        {
          'a\u001b[2J': '\u001b]0;owned\u0007',
          note: 'safe\u202eevil',
          lines: 'one\ntwo\r\nthree',
        },
        'Done\u001b[31m',
      ),
    );
    expect(text).toBe(
      String.raw`Done\u001b[31m
${''}
- A\u001b[2J: \u001b]0;owned\u0007
- Note: safe\u202eevil
- Lines: one\u000atwo\u000d\u000athree`,
    );
  });

  it('is cut where it is long: values, lists, and the whole', () => {
    expect(render(ToolResult.success({ text: 'x'.repeat(1_000) }, 'ok'))).toBe(
      `ok\n\n- Text: ${'x'.repeat(200)}… (800 more)`,
    );
    const many = Array.from({ length: 250 }, (_, id) => ({ id, name: 'Somebody' }));
    expect(render(ToolResult.success(many))).toMatch(/#99: Somebody\n… 150 more$/);
    const short = render(ToolResult.success(many), { maxLength: 1_000 });
    expect(short).toMatch(/\n… \d+ more lines$/);
    expect(short.length).toBeLessThanOrEqual(1_000);
  });

  it.each([
    [{ maxLength: 100 }, /maxLength must be a whole number of at least 1000, got 100/],
    [{ maxItems: 0 }, /maxItems/],
    [{ maxValueLength: NaN }, /maxValueLength/],
    [{ maxValueLength: 30_000 }, /maxLength must be .* at least 30500/],
  ])('cannot be given limits without sense: %j', (options, message) => {
    expect(() => new DefaultRenderer(options)).toThrow(message);
  });
});
