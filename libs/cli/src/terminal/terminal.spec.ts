import { Writable } from 'node:stream';
import { jsonText, manyLines, oneLine } from './safe-text.js';
import { drawTable } from './table.js';
import { Terminal } from './terminal.js';

class Stream extends Writable {
  text = '';

  constructor(
    readonly isTTY: boolean,
    private readonly fault?: NodeJS.ErrnoException,
  ) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    if (this.fault) return done(this.fault);
    this.text += chunk.toString();
    done();
  }
}

const fault = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

describe('a terminal', () => {
  it('keeps the answer and everything else apart', async () => {
    const [out, notes] = [new Stream(false), new Stream(false)];
    const terminal = new Terminal(out, notes, {});
    terminal.print('answer');
    terminal.note('by the way');
    terminal.status('1 of 2');
    await terminal.close();
    expect(out.text).toBe('answer\n');
    expect(notes.text).toBe('by the way\n1 of 2\n');
  });

  it('replaces a status line, and leaves none behind', async () => {
    const notes = new Stream(true);
    const terminal = new Terminal(new Stream(true), notes, {});
    terminal.status('1 of 2');
    terminal.status('2 of 2');
    terminal.note('done');
    await terminal.close();
    expect(notes.text).toBe('\r\u001b[2K1 of 2\r\u001b[2K2 of 2\r\u001b[2Kdone\n');
  });

  it('takes a reader who goes away for one who has read enough', async () => {
    const terminal = new Terminal(new Stream(false, fault('EPIPE')), new Stream(false), {});
    terminal.print('a');
    terminal.print('b');
    expect(await terminal.finish()).toBeUndefined();
    terminal.print('c');
    await terminal.close();
  });

  it('says that the answer is incomplete when the disk is full', async () => {
    const terminal = new Terminal(new Stream(false, fault('ENOSPC')), new Stream(false), {});
    terminal.print('a');
    expect(await terminal.finish()).toMatchObject({ code: 'ENOSPC' });
    await terminal.close();
  });
});

describe('text of others', () => {
  it('cannot move the cursor, whatever way it is shown', () => {
    const hostile = 'a\u001b[2J\u009b1m\u202eb\nc';
    expect(oneLine(hostile)).toBe('a\\u001b[2J\\u009b1m\\u202eb\\u000ac');
    expect(manyLines(hostile)).toBe('a\\u001b[2J\\u009b1m\\u202eb\nc');
    expect(jsonText(hostile)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    expect(JSON.parse(jsonText(hostile))).toBe(hostile);
  });
});

describe('a table', () => {
  it('lines columns up whatever their colour and width', () => {
    const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
    expect(
      drawTable([
        [{ text: '日本', paint: red }, { text: 'x' }, { text: 'end' }],
        [{ text: 'a' }, { text: '' }, { text: 'end' }],
        [{ text: 'b' }, { text: 'y' }, { text: '' }],
      ]),
    ).toEqual(['\u001b[31m日本\u001b[39m  x  end', 'a        end', 'b     y']);
  });

  it('can be empty', () => {
    expect(drawTable([])).toEqual([]);
    expect(drawTable([[]])).toEqual(['']);
  });
});
