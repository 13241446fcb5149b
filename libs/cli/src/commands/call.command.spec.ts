import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCli } from '../../../../test/support/cli-run.js';
import { notesApp } from '../host.fixture.js';

const Notes = notesApp();
const json = (text: string) =>
  JSON.parse(text) as { success: boolean; data: unknown; error: string; meta: { code: string } };

describe('calling a tool', () => {
  it('runs as the host itself unless told otherwise', async () => {
    const { code, stdout } = await runCli(Notes, ['call', 'who_am_i', '--json']);
    expect(code).toBe(0);
    expect(json(stdout).data).toEqual({
      principal: 'local-shell',
      channel: 'cli',
      scopes: ['*'],
      mode: 'execute',
    });
  });

  it('runs as exactly the caller that is named', async () => {
    const argv = ['call', 'who_am_i', '--json', '--channel', 'web', '--actor', 'ann'];
    const { stdout } = await runCli(Notes, [...argv, '--scope', 'a', '--scope', 'b']);
    expect(json(stdout).data).toEqual({
      principal: 'ann',
      channel: 'web',
      scopes: ['a', 'b'],
      mode: 'execute',
    });
  });

  it('is governed: nobody is nobody', async () => {
    const { code, stdout } = await runCli(Notes, ['call', 'who_am_i', '--channel', 'web']);
    expect(code).toBe(1);
    expect(stdout).toContain('requires an authenticated principal');
  });

  it('takes arguments from the command line, from a file and from standard input', async () => {
    const expected = { id: '7', text: 'Buy \u001b[31mmilk' };
    const inline = await runCli(Notes, ['call', 'read_note', '--json', '--args', '{"id":"7"}']);
    expect(json(inline.stdout).data).toEqual(expected);
    const piped = await runCli(Notes, ['call', 'read_note', '--json', '--args-file', '-'], {
      input: '{"id":"7"}',
    });
    expect(json(piped.stdout).data).toEqual(expected);

    const cwd = await mkdtemp(path.join(tmpdir(), 'toolgate-call-'));
    try {
      await writeFile(path.join(cwd, 'args.json'), '{"id":"7"}');
      const argv = ['call', 'read_note', '--json', '--args-file', 'args.json'];
      expect(json((await runCli(Notes, argv, { cwd })).stdout).data).toEqual(expected);
    } finally {
      await rm(cwd, { recursive: true });
    }
  });

  it('prints nothing that a terminal would obey', async () => {
    for (const flags of [[], ['--json']]) {
      const argv = ['call', 'read_note', '--args', '{"id":"7"}', ...flags];
      const { stdout } = await runCli(Notes, argv);
      expect(stdout).toContain('milk');
      expect(stdout).not.toContain('\u001b');
    }
  });

  it('ends with 1 when the call fails, and prints why as the answer', async () => {
    const { code, stdout } = await runCli(Notes, ['call', 'fail_note']);
    expect(code).toBe(1);
    expect(stdout).toContain('There is no paper left.');
    const invalid = await runCli(Notes, ['call', 'read_note', '--json']);
    expect(invalid.code).toBe(1);
    expect(json(invalid.stdout).meta.code).toBe('VALIDATION_ERROR');
  });

  it('leaves its audit record beside the answer', async () => {
    const { stderr } = await runCli(Notes, ['call', 'who_am_i']);
    expect(stderr).toMatch(/^log \[ToolAudit\] .* who_am_i .*outcome=executed/);
  });

  it('only plans with --plan', async () => {
    const argv = ['call', 'delete_note', '--plan', '--json', '--args', '{"id":"7"}'];
    const { code, stdout } = await runCli(Notes, argv);
    expect(code).toBe(0);
    expect(json(stdout).data).toMatchObject({ plan: { tool: 'delete_note' } });
  });
});

describe('a tool that asks for confirmation', () => {
  const remove = (flags: readonly string[], options = {}) =>
    runCli(Notes, ['call', 'delete_note', '--args', '{"id":"7"}', ...flags], options);

  it('runs after a person has said yes', async () => {
    const { code, stdout, stderr } = await remove(['--json'], { tty: true, input: 'yes\n' });
    expect(code).toBe(0);
    expect(json(stdout).data).toEqual({ deleted: '7' });
    expect(stderr).toContain('delete_note(id=7)');
    expect(stderr).toContain('Go on? [y/N]');
  });

  it.each([['n\n'], ['\n'], ['yesterday\n'], ['']])('does not run after %j', async (input) => {
    const { code, stdout, stderr } = await remove([], { tty: true, input });
    expect({ code, stdout }).toEqual({ code: 5, stdout: '' });
    expect(stderr).toContain('Not confirmed; the tool was not run.');
  });

  it('runs with --yes without asking', async () => {
    const { code, stdout } = await remove(['--yes', '--json']);
    expect(code).toBe(0);
    expect(json(stdout).data).toEqual({ deleted: '7' });
  });

  it('says how to go on where nobody can be asked', async () => {
    const { code, stdout, stderr } = await remove([]);
    expect(code).toBe(5);
    expect(stdout).toContain('delete_note(id=7)');
    expect(stderr).toContain('Run the same command with --yes to confirm.');
  });

  it('does not take its arguments for an answer', async () => {
    const argv = ['call', 'delete_note', '--args-file', '-'];
    const { code } = await runCli(Notes, argv, { tty: true, input: '{"id":"7"}' });
    expect(code).toBe(5);
  });
});

describe('a call that takes long', () => {
  it('shows its progress beside the answer and is cancelled from outside', async () => {
    const cancel = new AbortController();
    const run = runCli(Notes, ['call', 'count_slowly', '--json'], { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 40);
    const { code, stdout, stderr } = await run;
    expect(code).toBe(1);
    expect(json(stdout).meta.code).toBe('CANCELLED');
    expect(stderr).toContain('1 of 3 one');
  });
});
