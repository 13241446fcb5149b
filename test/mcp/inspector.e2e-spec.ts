import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../apps/sample/src/app.module.js';
import { PEOPLE } from '../../apps/sample/src/identity/people.js';
import { ROOT } from '../support/repository.js';
import { runCommand } from '../support/run-command.js';
import type { CommandEnd } from '../support/run-command.js';
import { buildSampleStdio } from '../support/sample-program.js';

// Builds the sample, unless that has been done, and starts a process per command.
jest.setTimeout(120_000);

const INSPECTOR = path.join(ROOT, 'node_modules', '.bin', 'mcp-inspector');

/** It writes its state below `HOME`. */
const home = await mkdtemp(path.join(tmpdir(), 'toolgate-inspector-'));

const inspect = (...args: readonly string[]): Promise<CommandEnd> =>
  runCommand(process.execPath, [INSPECTOR, '--cli', ...args], ROOT, { HOME: home });

/** Its authors promise a newer Node.js than this repository needs. */
const trial = await inspect('--help');
if (trial.code !== 0)
  process.stderr.write(
    `mcp-inspector does not run on Node.js ${process.version}: ${trial.stderr}\n`,
  );

afterAll(() => rm(home, { recursive: true, force: true }));

(trial.code === 0 ? describe : describe.skip)('the MCP Inspector', () => {
  let app: INestApplication;
  let program: string;

  beforeAll(async () => {
    program = await buildSampleStdio();
    app = await NestFactory.create(AppModule, { logger: false, forceCloseConnections: true });
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  /** Runs a command against the desk over HTTP as one person. */
  const overHttp = (token: string, ...args: readonly string[]) => {
    const { port } = (app.getHttpServer() as Server).address() as { port: number };
    const caller = ['--transport', 'http', '--header', `Authorization: Bearer ${token}`];
    return inspect(`http://localhost:${port}/mcp`, ...caller, '--format', 'json', ...args);
  };

  describe.each(['modern', 'legacy'])('on the %s era', (era) => {
    const desk = (token: string, ...args: readonly string[]) =>
      overHttp(token, '--protocol-era', era, ...args);

    it('finds nothing in any tool that a client might not understand', async () => {
      const seen = new Set<string>();
      for (const token of PEOPLE.keys()) {
        const { code, stdout, stderr } = await desk(token, '--method', 'tools/list', '--strict');
        expect([code, stderr]).toEqual([0, '']);
        for (const name of namesIn(stdout)) seen.add(name);
      }
      // Between them the three people may call every tool.
      expect(seen.size).toBe(12);
    });

    it('calls a tool', async () => {
      const call = ['--method', 'tools/call', '--tool-name', 'get_order'];
      const { code, stdout } = await desk('demo-agent', ...call, '--tool-arg', 'order_id=A-1001');
      expect(code).toBe(0);
      expect(stdout).toContain('Mechanical keyboard');
    });
  });

  it('is refused without a token', async () => {
    const { code, stdout } = await overHttp('made-up', '--method', 'tools/list');
    expect(code).not.toBe(0);
    expect(stdout).not.toContain('get_order');
  });

  it('starts the desk itself and lists the tools of the person it is told to be', async () => {
    const server = [process.execPath, program, '--transport', 'stdio'];
    const person = ['-e', 'DESK_TOKEN=demo-auditor'];
    const list = ['--method', 'tools/list', '--format', 'json'];
    const { code, stdout } = await inspect(...server, ...person, ...list);
    expect(code).toBe(0);
    expect(namesIn(stdout)).toEqual([
      'export_orders',
      'list_orders',
      'get_order',
      'request_verification',
    ]);
  });
});

function namesIn(stdout: string): string[] {
  const { result } = JSON.parse(stdout) as { result: { tools: { name: string }[] } };
  return result.tools.map(({ name }) => name);
}
