import { readFile } from 'node:fs/promises';
import { runCli } from '../../../test/support/cli-run.js';
import type { CliRunOptions } from '../../../test/support/cli-run.js';
import { ROOT } from '../../../test/support/repository.js';
import { AppModule } from '../src/app.module.js';

const desk = (argv: readonly string[], options: CliRunOptions = {}) =>
  runCli(AppModule, argv, { cwd: ROOT, ...options });
const REFUND = '{"order_id":"A-1003","amount":2500,"reason":"damaged"}';
const LOCK = ['--file', 'apps/sample/toolgate.lock.json'];

describe('the commands of the support desk', () => {
  it('list its tools', async () => {
    const { code, stdout } = await desk(['list', '--tag', 'refunds']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^refund_order +orders:refund +mutating, confirm +with scopes \+ask$/m);
    expect(stdout).toMatch(/^2 tools$/m);
  });

  it('show what a call would pass through, and refuse a caller in advance', async () => {
    const inspect = ['inspect', 'refund_order', '--channel', 'mcp'];
    const nobody = await desk([...inspect, '--check']);
    expect(nobody.code).toBe(4);
    expect(nobody.stdout).toContain('denied (unauthenticated)');

    const manager = [...inspect, '--actor', 'user:grace', '--scope', 'orders:refund'];
    const { code, stdout } = await desk([...manager, '--check', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: '1.0',
      operation: 'refund_order',
      verdict: { outcome: 'confirmation_requested' },
      wiring: { rateLimiter: 'present', dispatcher: 'present', ruleProvider: 'present' },
    });
  });

  it('show who may call what', async () => {
    const { code, stdout } = await desk(['matrix']);
    expect(code).toBe(0);
    expect(stdout).toContain('The rules of the host were not asked');
    const live = await desk(['matrix', '--live']);
    expect(live.stdout).toContain('The rules of the host were asked without arguments');
  });

  it('find the governance as it is locked', async () => {
    const { code, stdout, stderr } = await desk(['lock', '--check', ...LOCK]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('is up to date: 16 tools.');
  });

  it('call a tool', async () => {
    const { code, stdout } = await desk(['call', 'get_order', '--args', '{"order_id":"A-1001"}']);
    expect(code).toBe(0);
    expect(stdout).toContain('A-1001');
  });

  it('ask before money moves', async () => {
    const call = ['call', 'refund_order', '--args', REFUND];
    const unattended = await desk(call);
    expect(unattended.code).toBe(5);
    const confirmed = await desk([...call, '--yes', '--json']);
    expect(confirmed.code).toBe(0);
    expect(JSON.parse(confirmed.stdout)).toMatchObject({ data: { id: 'R-1', by: 'local-shell' } });
  });

  it('are held by the same rules as everybody', async () => {
    const large = REFUND.replace('2500', '90000');
    const { code, stdout } = await desk(['call', 'refund_order', '--args', large]);
    expect(code).toBe(1);
    expect(stdout).toContain('Refunds over 50000 cents are made by the finance team.');
  });

  it('suggest a name', async () => {
    const { code, stderr } = await desk(['inspect', 'refund_oder']);
    expect(code).toBe(3);
    expect(stderr).toContain('Did you mean refund_order');
  });

  it('refuse what they do not understand', async () => {
    expect((await desk(['inspect', 'refund_order', '--chanel', 'mcp'])).code).toBe(2);
  });
});

describe('the file that makes the commands', () => {
  it('has three lines', async () => {
    const file = await readFile(`${ROOT}/apps/sample/src/toolgate.ts`, 'utf8');
    expect(file.trim().split('\n').filter(Boolean)).toHaveLength(3);
  });
});
