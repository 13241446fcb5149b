import { Injectable, Module } from '@nestjs/common';
import {
  MemoryVerificationStore,
  systemClock,
  Tool,
  ToolContext,
  ToolParam,
  ToolRegistry,
  ToolRuntimeModule,
  VerificationStore,
} from '@toolgate/tool-runtime';
import { NestFactory } from '@nestjs/core';
import { runCli } from '../../../../test/support/cli-run.js';

@Injectable()
class Payments {
  @Tool({ name: 'pay', description: 'Pays', mutating: true, approval: { policy: 'dual' } })
  pay(
    @ToolParam('amount', { type: 'integer' }) amount: number,
    @ToolParam('pin', { sensitive: true }) _pin: string,
  ) {
    return `Paid ${amount}`;
  }
}

/** An application whose approvals outlive it, as in a store that instances share. */
function sharingApp() {
  const kept = new MemoryVerificationStore(
    { verification: { maxPerRequester: 10, maxTotal: 10 } },
    systemClock,
  );
  const store: VerificationStore = {
    open: (entry) => kept.open(entry),
    get: (id) => kept.get(id),
    list: (limit, after) => kept.list(limit, after),
    approve: (id, approval) => kept.approve(id, approval),
    reject: (id, rejection) => kept.reject(id, rejection),
    use: (id, binding, usedBy) => kept.use(id, binding, usedBy),
    takeExpired: (limit) => kept.takeExpired(limit),
  };
  @Module({
    imports: [
      ToolRuntimeModule.forRoot({ providers: [{ provide: VerificationStore, useValue: store }] }),
    ],
    providers: [Payments],
  })
  class SharingApp {}
  return SharingApp;
}

@Module({ imports: [ToolRuntimeModule.forRoot()], providers: [Payments] })
class ForgetfulApp {}

describe('approvals in the shell', () => {
  let App: ReturnType<typeof sharingApp>;
  let id: string;
  const ann = ToolContext.web({ principal: 'ann' });

  /** A call in another process of the application. */
  const call = async (args: object) => {
    const app = await NestFactory.createApplicationContext(App, { logger: false });
    try {
      return await app.get(ToolRegistry).call('pay', args, ann);
    } finally {
      await app.close();
    }
  };
  const approvals = (...argv: string[]) => runCli(App, ['approvals', ...argv]);

  beforeEach(async () => {
    App = sharingApp();
    id = (await call({ amount: 5, pin: '4711' })).verificationId!;
  });

  it('are listed without secrets', async () => {
    const { code, stdout } = await approvals('list');
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^${id} +ann +0/2 +\\S+ +pay\\(amount=5, pin=`, 'm'));
    expect(stdout).not.toContain('4711');
    expect(JSON.parse((await approvals('list', '--json')).stdout)).toEqual([
      expect.objectContaining({ id, stage: 'pending' }),
    ]);
  });

  it('are granted by people who say who they are, each once, and release the call', async () => {
    const first = await approvals('grant', id, '--as', 'bob', '--reason', 'Looks right');
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('pending, 1 of 2')]);
    const again = await approvals('grant', id, '--as', 'bob');
    expect([again.code, again.stdout]).toEqual([1, '']);
    const own = await approvals('grant', id, '--as', 'ann');
    expect(own.code).toBe(1);
    const second = await approvals('grant', id, '--as', 'eve', '--json');
    expect(JSON.parse(second.stdout)).toMatchObject({ stage: 'granted' });
    expect((await call({ verification_id: id })).data).toBe('Paid 5');
    const shown = await approvals('show', id);
    expect(shown.stdout).toContain('bob on cli');
    expect(shown.stdout).toContain('Looks right');
  });

  it('are rejected with a reason that the caller reads', async () => {
    expect((await approvals('reject', id, '--as', 'bob', '--reason', 'Too much')).code).toBe(0);
    expect((await call({ verification_id: id })).error).toContain('Too much');
    expect((await approvals('list')).stdout).toBe('Nothing waits for an approval.\n');
  });

  it.each(['nothing', '__proto__', ''])('are unknown under the id %j', async (unknown) => {
    const { code, stderr } = await approvals('show', unknown);
    expect(code).toBe(1);
    expect(stderr).not.toBe('');
  });

  it('cannot be seen in the memory of another process, which is said', async () => {
    const { code, stderr } = await runCli(ForgetfulApp, ['approvals', 'list']);
    expect(code).toBe(1);
    expect(stderr).toContain('VerificationStore');
  });
});
