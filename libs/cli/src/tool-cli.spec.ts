import { Injectable, Module } from '@nestjs/common';
import { ToolRuntimeModule } from '@toolgate/tool-runtime';
import { runCli } from '../../../test/support/cli-run.js';
import { NoteTools, notesApp } from './host.fixture.js';

/** Has the side effects that looking at tools must not have. */
@Injectable()
class Explosive {
  static fuse = 0;

  constructor() {
    Explosive.fuse++;
    throw new Error('constructed');
  }

  onModuleInit(): void {
    Explosive.fuse++;
  }
}

const Notes = notesApp();

describe('a command that only looks', () => {
  const Explosives = notesApp({}, [Explosive]);

  beforeEach(() => {
    Explosive.fuse = 0;
  });

  it.each([['list'], ['inspect', 'read_note'], ['matrix'], ['inspect', '--all', '--json']])(
    'constructs nothing of the application: %s',
    async (...argv) => {
      const { code, stdout } = await runCli(Explosives, argv);
      expect(code).toBe(0);
      expect(stdout).toContain('read_note');
      expect(Explosive.fuse).toBe(0);
    },
  );

  it('constructs it with --live, and says what went wrong', async () => {
    const { code, stdout, stderr } = await runCli(Explosives, ['list', '--live']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('The application could not be started: constructed\n');
    expect(Explosive.fuse).toBe(1);
  });

  it('sees with --live what it sees without', async () => {
    const preview = await runCli(Notes, ['list', '--json']);
    expect(await runCli(Notes, ['list', '--json', '--live'])).toEqual(preview);
  });
});

describe('the command line', () => {
  it.each([
    [['frobnicate'], "unknown command 'frobnicate'"],
    [['lst'], 'Did you mean list?'],
    [['list', '--jsn'], 'Did you mean --json?'],
    [['call'], "missing required argument 'tool'"],
    [['list', 'surplus'], 'too many arguments'],
    [['inspect', 'read_note', '--mode', 'dry'], 'Allowed choices are execute, plan'],
    [['inspect'], 'Say which tool to inspect, or --all'],
    [['inspect', 'read_note', '--all'], 'Say which tool to inspect, or --all'],
    [['inspect', '--all', '--mermaid'], '--mermaid draws one tool'],
    [
      ['inspect', 'read_note', '--channel', 'wep'],
      'There is no channel "wep". Did you mean "web"?',
    ],
    [['call', 'read_note', '--channel', 'fax'], 'The application has cli, mcp, web, telegram;'],
    [['call', 'read_note', '--args', '{id'], 'The arguments in --args are not JSON:'],
    [
      ['call', 'read_note', '--args', '[1]'],
      'must be a JSON object such as {"id": "A-1"}, got an array',
    ],
    [['call', 'read_note', '--args', 'null'], 'got null'],
    [['call', 'read_note', '--args', '{}', '--args-file', 'x'], 'given twice'],
    [
      ['call', 'read_note', '--args-file', '/nowhere/args.json'],
      'could not be read from "/nowhere/args.json"',
    ],
  ])('refuses %j with exit code 2 and a sentence', async (argv, sentence) => {
    const { code, stdout, stderr } = await runCli(Notes, argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(sentence);
  });

  it('shows how it is used when nothing is asked, which is no success', async () => {
    const { code, stdout, stderr } = await runCli(Notes, [], { name: 'npx notes' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Usage: npx notes');
  });

  it('explains itself and its exit codes on standard output', async () => {
    const { code, stdout } = await runCli(Notes, ['--help']);
    expect(code).toBe(0);
    for (const word of ['list', 'inspect', 'matrix', 'lock', 'call', '3 no such tool'])
      expect(stdout).toContain(word);
  });

  it.each([['inspect'], ['call']])('suggests names for an unknown tool: %s', async (command) => {
    const { code, stdout, stderr } = await runCli(Notes, [command, 'raed_note'], { name: 'notes' });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain(
      'There is no tool "raed_note". Did you mean read_note, delete_note, fail_note? "notes list" shows every tool.',
    );
  });

  it('shows nothing of a name that a terminal would obey', async () => {
    const { stderr } = await runCli(Notes, ['inspect', '\u001b]0;owned\u0007']);
    expect(stderr).toContain('"\\u001b]0;owned\\u0007"');
    expect(stderr).not.toContain('\u001b');
  });
});

describe('an application that cannot be opened', () => {
  it('lists everything that is wrong with its tools', async () => {
    const { code, stderr } = await runCli(notesApp({ timeout: 3 } as never), ['list']);
    expect(code).toBe(1);
    expect(stderr).toContain('The application could not be read:');
    expect(stderr).toContain('timeout');
  });

  it('is told to import the runtime when it does not', async () => {
    @Module({})
    class Empty {}
    const { code, stderr } = await runCli(Empty, ['list']);
    expect(code).toBe(1);
    expect(stderr).toContain('Import ToolRuntimeModule.forRoot() in its root module');
  });
});

describe('options that only exist in the running application', () => {
  class Settings {
    readonly limit: number = 7;
  }

  @Module({ providers: [Settings], exports: [Settings] })
  class SettingsModule {}

  @Module({
    imports: [
      ToolRuntimeModule.forRootAsync({
        imports: [SettingsModule],
        inject: [Settings],
        useFactory: ({ limit }: Settings) => ({ rateLimit: { limit: limit.valueOf() } }),
      }),
    ],
    providers: [NoteTools],
  })
  class Configured {}

  it('are not locked from a preview, which does not know them', async () => {
    const { code, stderr } = await runCli(Configured, ['lock', '--file', '/nowhere/lock.json']);
    expect(code).toBe(1);
    expect(stderr).toContain('Add --live to start the application for real.');
  });
});

describe('colours', () => {
  const list = (env: Record<string, string>, tty: boolean) => runCli(Notes, ['list'], { env, tty });
  const isColoured = async (env: Record<string, string>, tty: boolean) =>
    (await list(env, tty)).stdout.includes('\u001b[');

  it('are for terminals', async () => {
    expect(await isColoured({}, true)).toBe(true);
    expect(await isColoured({}, false)).toBe(false);
    expect(await isColoured({ TERM: 'dumb' }, true)).toBe(false);
  });

  it('obey NO_COLOR and FORCE_COLOR', async () => {
    expect(await isColoured({ NO_COLOR: '1' }, true)).toBe(false);
    expect(await isColoured({ FORCE_COLOR: '1' }, false)).toBe(true);
    expect(await isColoured({ FORCE_COLOR: '0' }, true)).toBe(false);
    expect(await isColoured({ NO_COLOR: '1', FORCE_COLOR: '1' }, true)).toBe(false);
  });

  it('are the only difference', async () => {
    const plain = await list({}, false);
    const coloured = await list({}, true);
    expect(coloured.stdout.replace(/\u001b\[\d+m/g, '')).toBe(plain.stdout);
  });
});

describe('the log of the application', () => {
  it('never gets into the answer', async () => {
    const { stdout, stderr } = await runCli(Notes, ['list', '--json', '--verbose']);
    expect(JSON.parse(stdout)).toHaveLength(6);
    expect(stderr).toContain('6 tools from 1 provider');
  });

  it('is silent unless asked for', async () => {
    const { stderr } = await runCli(Notes, ['list']);
    expect(stderr).toBe('');
  });
});
