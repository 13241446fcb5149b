import { PolicyGate, ToolRuntimeModule } from '@toolgate/tool-runtime';
import type { PolicyRequest } from '@toolgate/tool-runtime';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { Module } from '@nestjs/common';
import { runCli } from '../../../../test/support/cli-run.js';
import { NotePages, NoteTools, notesApp } from '../host.fixture.js';

const Notes = notesApp({
  channels: { kiosk: { requireAuth: true, blockMutating: true }, lobby: {} },
});

const Pages = notesApp({}, [NotePages]);

const names = async (...flags: string[]) => {
  const { stdout } = await runCli(Notes, ['list', '--json', ...flags]);
  return (JSON.parse(stdout) as { name: string }[]).map(({ name }) => name);
};

describe('list', () => {
  it('shows hidden tools too, marked', async () => {
    expect(await names()).toContain('who_am_i');
    expect((await runCli(Notes, ['list'])).stdout).toMatch(/^who_am_i .*hidden/m);
  });

  it('filters by tag, prefix and text, all of which must match', async () => {
    expect(await names('--tag', 'notes')).toEqual(['read_note']);
    expect(await names('--prefix', 'delete')).toEqual(['delete_note']);
    expect(await names('--text', 'NOTE')).toEqual(['read_note', 'delete_note', 'fail_note']);
    expect(await names('--text', 'note', '--tag', 'notes')).toEqual(['read_note']);
  });

  it('shows what is governed like a tool, under the name that rules and records know', async () => {
    const { stdout } = await runCli(Pages, ['list', '--prefix', 'page:']);
    expect(stdout).toMatch(/^page:shelf +notes:read /m);
    expect(stdout).toMatch(/^ {2}notes:\/\/shelf: Every note$/m);
    expect(stdout).toMatch(/\n1 page\n$/);
    expect((await runCli(Pages, ['list'])).stdout).toMatch(/\n6 tools, 1 page\n$/);
    expect(
      JSON.parse((await runCli(Pages, ['list', '--json', '--prefix', 'page:'])).stdout),
    ).toMatchObject([{ name: 'page:shelf', kind: 'page', address: 'notes://shelf' }]);
  });

  it('says when nothing matches', async () => {
    const { code, stdout } = await runCli(Notes, ['list', '--tag', 'none']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'No tool matches.\n' });
  });
});

describe('matrix', () => {
  it('says of every tool who may call it on every channel', async () => {
    const { stdout } = await runCli(Notes, ['matrix', '--prefix', 'delete']);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'TOOL         SCOPES        cli               mcp               web               telegram          kiosk   lobby',
      'delete_note  notes:delete  with scopes +ask  with scopes +ask  with scopes +ask  with scopes +ask  no one  with scopes +ask',
    ]);
  });

  it('explains exactly the words that occur', async () => {
    const { stdout } = await runCli(Notes, ['matrix', '--prefix', 'open']);
    expect(stdout).toMatch(/^open_vault \* .*anyone +signed in/m);
    expect(stdout).toMatch(/^\* +guards of its own/m);
    expect(stdout).not.toContain('+ask');
    expect(stdout).not.toContain('no one');
  });

  it('keeps the three callers apart for machines', async () => {
    const { stdout } = await runCli(Notes, ['matrix', '--json', '--prefix', 'delete']);
    expect(JSON.parse(stdout)).toMatchObject({
      rules: 'none',
      tools: [
        {
          name: 'delete_note',
          access: {
            web: { nobody: 'denied', somebody: 'denied', scoped: 'confirm' },
            kiosk: { nobody: 'denied', somebody: 'denied', scoped: 'denied' },
          },
        },
      ],
    });
  });

  it('does not guess what a gate says that needs the running application', async () => {
    class DatabaseGate extends PolicyGate {
      protected override checkChannel(_request: PolicyRequest): never {
        throw new Error('no database');
      }
    }
    @Module({
      imports: [
        EventEmitterModule.forRoot(),
        ToolRuntimeModule.forRoot({ providers: [{ provide: PolicyGate, useClass: DatabaseGate }] }),
      ],
      providers: [NoteTools],
    })
    class Gated {}
    const { code, stdout } = await runCli(Gated, ['matrix', '--prefix', 'read']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^read_note .*undecided/m);
  });
});

describe('inspect', () => {
  const plan = async (...flags: string[]) => {
    const { stdout } = await runCli(Notes, ['inspect', 'delete_note', '--json', ...flags]);
    return JSON.parse(stdout) as {
      context: object;
      assumptions: string[];
      wiring: object;
      verdict: { outcome: string };
    };
  };

  it('plans what is governed like a tool, and finds it by the name that rules and records know', async () => {
    const planned = await runCli(Pages, ['inspect', 'page:shelf', '--json', '--channel', 'web']);
    expect(JSON.parse(planned.stdout)).toMatchObject({
      operation: 'page:shelf',
      verdict: { outcome: 'denied' },
    });
    const misspelt = await runCli(Pages, ['inspect', 'page:self']);
    expect(misspelt.stderr).toContain('Did you mean page:shelf');
    // Only a tool can be called as one.
    expect((await runCli(Pages, ['call', 'page:shelf'])).stderr).toContain('There is no tool');
  });

  it('never invents a caller', async () => {
    const { context, verdict, assumptions } = await plan('--channel', 'web');
    expect(context).toEqual({ actor: null, scopes: [], mode: 'execute' });
    expect(verdict.outcome).toBe('denied');
    expect(assumptions.join()).toContain('anonymous');
  });

  it('plans for the caller that is named, with every scope that is', async () => {
    const caller = ['--actor', 'u', '--scope', 'a', '--scope', 'notes:delete'];
    const { context, verdict, assumptions } = await plan('--channel', 'web', ...caller);
    expect(context).toEqual({ actor: 'u', scopes: ['a', 'notes:delete'], mode: 'execute' });
    expect(verdict.outcome).toBe('confirmation_requested');
    expect(assumptions.join()).not.toContain('anonymous');
    expect((await plan('--mode', 'plan')).verdict.outcome).toBe('planned');
  });

  it('plans for this shell on its own channel, as a call would be made', async () => {
    const { context } = await plan();
    expect(context).toEqual({ actor: 'local-shell', scopes: ['*'], mode: 'execute' });
  });

  it('ends with 4 on --check when the caller would be refused, and with 0 without it', async () => {
    const end = async (...flags: string[]) =>
      (await runCli(Notes, ['inspect', 'delete_note', ...flags])).code;
    expect(await end('--channel', 'web')).toBe(0);
    expect(await end('--channel', 'web', '--check')).toBe(4);
    expect(await end('--check')).toBe(0);
    const all = await runCli(Notes, ['inspect', '--all', '--check']);
    expect(all.code).toBe(4);
  });

  it('plans every tool on every channel, or on one', async () => {
    const plans = async (...flags: string[]) =>
      JSON.parse(
        (await runCli(Notes, ['inspect', '--all', '--json', ...flags])).stdout,
      ) as unknown[];
    expect(await plans()).toHaveLength(6 * 6);
    expect(await plans('--channel', 'kiosk')).toHaveLength(6);
    const { stdout } = await runCli(Notes, [
      'inspect',
      '--all',
      '--channel',
      'kiosk',
      '--actor',
      'u',
    ]);
    expect(stdout).toMatch(/^delete_note +kiosk +u +denied \(missing_scope\)/m);
  });

  it('draws a flowchart', async () => {
    const { stdout } = await runCli(Notes, ['inspect', 'read_note', '--mermaid']);
    expect(stdout).toMatch(/^flowchart TD\n/);
  });
});
