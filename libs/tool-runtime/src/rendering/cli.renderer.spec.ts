import { ToolResult } from '../result/tool-result.js';
import { CliRenderer } from './cli.renderer.js';
import { ansiPainter } from './painter.js';
import { RESULTS } from './results.fixture.js';

const render = (result: ToolResult, options = {}) => new CliRenderer(options).render(result);

describe('a result in a terminal', () => {
  it('is for the channel cli, or for those it is told', () => {
    expect(new CliRenderer().supports('cli')).toBe(true);
    expect(new CliRenderer().supports('telegram')).toBe(false);
    expect(new CliRenderer({ channels: ['tui'] }).supports('tui')).toBe(true);
  });

  it('shows a list in aligned columns', () => {
    expect(render(RESULTS.list)).toBe(
      [
        'Orders',
        '-'.repeat(50),
        '  [OK]  #A-1001  Keyboard  status: open     total: 4500',
        '  [--]  #A-1002  Maus      status: shipped  total: 900',
        '-'.repeat(50),
        'Page 2/6 (12 total items)',
      ].join('\n'),
    );
    expect(render(ToolResult.success([]))).toBe(`Results\n${'-'.repeat(50)}\nNo results found.`);
  });

  it('aligns wide characters, and keeps identifiers as they are', () => {
    const id = '0b5e1f7c-4a58-4c0e-9a0f-6a2d7cf4f9d1';
    const lines = render(
      ToolResult.success([
        { id, name: '日本', size: 1 },
        { id: 7, name: 'abcd', size: 2 },
      ]),
    ).split('\n');
    expect(lines[2]).toBe(`  #${id}  日本  size: 1`);
    expect(lines[3]).toBe(`  #7${' '.repeat(35)}  abcd  size: 2`);
  });

  it('shows one thing member by member, and what can be done with it', () => {
    expect(render(RESULTS.detail)).toBe(
      [
        'Customer - everything about her',
        '='.repeat(40),
        '  Full name:      Ana',
        '  Active:         Yes',
        '  Blocked:        No',
        '  Phone:          N/A',
        '  Tags:           ["a"]',
        '  Address:        {"city":"Köln","zip":"50667"}',
        '  Since:          2026-07-01T06:00:00.000Z',
        '',
        'Available actions:',
        '  - Edit: edit_customer',
        '  - delete_customer',
      ].join('\n'),
    );
  });

  it('stops the reader at a confirmation without printing its token', () => {
    const text = render(RESULTS.confirmation);
    expect(text).toMatch(
      /^⚠ CONFIRMATION REQUIRED\n-{40}\nrefund_order\(id=A-1\)\n\nNothing has been done yet\. To go ahead, call refund_order again/,
    );
    expect(text).not.toContain('secret-token');
    expect(render(RESULTS.confirmation, { showConfirmToken: true })).toContain('secret-token');
  });

  it('shows what a tool of the host asks about', () => {
    expect(render(RESULTS.ownConfirmation)).toBe(
      [
        '⚠ CONFIRMATION REQUIRED',
        '-'.repeat(40),
        'Delete the customer?',
        '',
        '  Customer:       Ana',
        '  Invoices:       3',
        '',
        'Nothing has been done yet.',
      ].join('\n'),
    );
  });

  it('says what was blocked, what failed and what is planned', () => {
    expect(render(RESULTS.blocked)).toBe(
      `OPERATION BLOCKED\n${'-'.repeat(40)}\nThe month is closed\n\nSuggestion: Use the correction form`,
    );
    expect(render(RESULTS.error)).toBe('✗ Error: Too many calls\n\nTry again in 12 s.');
    expect(render(ToolResult.error('Broken'))).toBe('✗ Error: Broken');
    expect(render(RESULTS.plan)).toMatch(/^PLAN\n-{40}\nThis is what would happen/);
  });

  it('ticks off everything else', () => {
    expect(render(ToolResult.success())).toBe('✓ Operation completed successfully.');
    expect(render(ToolResult.success('Hello'))).toBe('✓ Hello');
    expect(render(ToolResult.success({ id: 7 }, 'Created'))).toBe('✓ Created\n  Id:             7');
    expect(render(RESULTS.content)).toMatch(/^✓ First line\n {2}second line\n\[image: image\/png/);
  });
});

describe('colours in a terminal', () => {
  it('come only from the painter', () => {
    const painted = render(RESULTS.list, { painter: ansiPainter });
    expect(painted).toContain('\u001b[1mOrders\u001b[22m');
    expect(painted).toContain('\u001b[32m[OK]\u001b[39m');
    // eslint-disable-next-line no-control-regex
    expect(painted.replace(/\u001b\[\d+m/g, '')).toBe(render(RESULTS.list));
    expect(render(RESULTS.list)).not.toContain('\u001b');
  });

  it('cannot be switched by data', () => {
    const result = ToolResult.success([{ id: '\u001b[0m', name: '\u001b[5mBlink' }]);
    expect(render(result, { painter: ansiPainter })).toContain(
      String.raw`#\u001b[0m  \u001b[5mBlink`,
    );
  });
});
