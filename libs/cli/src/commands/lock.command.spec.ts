import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Injectable, Module } from '@nestjs/common';
import { Tool, ToolRuntimeModule } from '@toolgate/tool-runtime';
import { runCli } from '../../../../test/support/cli-run.js';
import { notesApp } from '../host.fixture.js';

const Notes = notesApp();
/** The same application after somebody has opened the web channel. */
const Opened = notesApp({ channels: { web: {} } });

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), 'toolgate-lock-'));
});

afterEach(() => rm(cwd, { recursive: true, force: true }));

const lock = (module: typeof Notes, ...flags: string[]) =>
  runCli(module, ['lock', ...flags], { cwd, name: 'notes' });
const written = () => readFile(path.join(cwd, 'toolgate.lock.json'), 'utf8');

describe('lock', () => {
  it('writes the same file again and again, and nothing beside it', async () => {
    expect(await lock(Notes)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Wrote toolgate.lock.json: 6 tools.\n',
    });
    const first = await written();
    expect((await lock(Notes)).stderr).toBe('toolgate.lock.json is up to date: 6 tools.\n');
    await rm(path.join(cwd, 'toolgate.lock.json'));
    await lock(Notes, '--live');
    expect(await written()).toBe(first);
    expect(await readdir(cwd)).toEqual(['toolgate.lock.json']);
  });

  it('says who has to approve the calls of a tool', async () => {
    @Injectable()
    class Desk {
      @Tool({
        name: 'refund',
        description: 'Refunds',
        approval: { policy: 'dual', expiresInMs: 60_000, when: () => true },
      })
      refund() {
        return 'refunded';
      }
    }
    @Module({
      imports: [ToolRuntimeModule.forRoot({ verification: { tools: true, useWithinMs: 5_000 } })],
      providers: [Desk],
    })
    class DeskApp {}
    await lock(DeskApp);
    const { tools } = JSON.parse(await written()) as { tools: Record<string, object> };
    expect(tools['refund']).toMatchObject({
      approval: {
        policy: 'dual',
        needed: 2,
        scopes: ['verification:resolve'],
        excludeRequester: true,
        conditional: true,
        expiresInMs: 60_000,
        useWithinMs: 5_000,
      },
    });
    expect(Object.keys(tools)).toEqual([
      'list_verifications',
      'refund',
      'request_verification',
      'resolve_verification',
    ]);
    const { stdout } = await runCli(DeskApp, ['list'], { cwd, name: 'desk' });
    expect(stdout).toContain('approval');
  });

  it('shows what the new file accepts', async () => {
    await lock(Notes);
    const { code, stdout } = await lock(Opened);
    expect(code).toBe(0);
    expect(stdout).toBe(
      'LOOSENS  channel web  requireAuth removed; callers without an identity are let through\n',
    );
  });

  it('says why it cannot write', async () => {
    const { code, stderr } = await lock(Notes, '--file', 'no/such/folder.json');
    expect(code).toBe(1);
    expect(stderr).toContain('The lock file "no/such/folder.json" could not be written:');
  });
});

describe('lock --check', () => {
  it('is content with what is locked', async () => {
    await lock(Notes);
    expect(await lock(Notes, '--check')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'toolgate.lock.json is up to date: 6 tools.\n',
    });
  });

  it('fails with one line for each difference, and says how to accept them', async () => {
    await lock(Notes);
    const before = await written();
    const { code, stdout, stderr } = await lock(Opened, '--check');
    expect(code).toBe(1);
    expect(stdout).toBe(
      'LOOSENS  channel web  requireAuth removed; callers without an identity are let through\n',
    );
    expect(stderr).toBe(
      'toolgate.lock.json does not match the application: 1 difference, 1 of them loosens or may loosen policy.\n' +
        'If they are intended, write the lock anew with "notes lock" and commit it.\n',
    );
    expect(await written()).toBe(before);
  });

  it('gives the differences to machines', async () => {
    await lock(Notes);
    const { code, stdout } = await lock(Opened, '--check', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      differences: [
        {
          effect: 'loosens',
          subject: 'channel web',
          message: 'requireAuth removed; callers without an identity are let through',
        },
      ],
    });
  });

  it('says what to do when there is no lock file', async () => {
    const { code, stderr } = await lock(Notes, '--check', '--file', 'other.json');
    expect(code).toBe(1);
    expect(stderr).toBe(
      'There is no lock file "other.json". Write it with "notes lock --file other.json" and commit it.\n',
    );
  });

  it('says what is wrong with a file that is no lock', async () => {
    await writeFile(path.join(cwd, 'toolgate.lock.json'), '<<<<<<< HEAD');
    const { code, stderr } = await lock(Notes, '--check');
    expect(code).toBe(1);
    expect(stderr).toContain('"toolgate.lock.json" is not a lock file: it is not JSON');
  });
});
