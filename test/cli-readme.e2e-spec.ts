import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppModule } from '../apps/sample/src/app.module.js';
import { runCli } from './support/cli-run.js';
import { ROOT } from './support/repository.js';

const RECORDING = /^```console\n\$ npm run --silent tools -- (.*)\n([\s\S]*?)^```$/gm;

async function recordings(): Promise<{ command: string; printed: string }[]> {
  const page = await readFile(path.join(ROOT, 'libs/cli/README.md'), 'utf8');
  return [...page.matchAll(RECORDING)].map(([, command = '', printed = '']) => ({
    command,
    printed,
  }));
}

describe('the page of the command line', () => {
  it('shows the three commands that look', async () => {
    expect((await recordings()).map(({ command }) => command)).toEqual([
      'list',
      'inspect refund_order --channel mcp',
      'matrix',
    ]);
  });

  it('shows what they print', async () => {
    for (const { command, printed } of await recordings()) {
      const { stdout } = await runCli(AppModule, command.split(' '));
      expect(stdout).toBe(printed);
    }
  });
});
