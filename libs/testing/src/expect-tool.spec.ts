import { ToolRegistry } from '@toolgate/tool-runtime';
import type { InvocationStepKind } from '@toolgate/tool-runtime';
import { LogRecorder } from '../../../test/support/log-recorder.js';
import { Shelf, library } from './library.fixture.js';
import { createToolTestingModule } from './tool-testing.module.js';
import { expectTool } from './expect-tool.js';
import type { DenialCheck } from './denial-check.js';
import type { ToolExpectation } from './tool-expectation.js';
import type { ToolTesting } from './tool-testing.js';

const READ = ['books:read'];
const LEND = ['books:lend'];

let tools: ToolTesting;
let log: LogRecorder;
beforeAll(async () => {
  tools = await createToolTestingModule({
    ...library,
    options: { ...library.options, rateLimit: false },
  });
  log = LogRecorder.start();
});
afterAll(async () => {
  log.stop();
  await tools.close();
});

const find = () => tools.expectTool('find_book');
const lend = () => tools.expectTool('lend_book');
const read = () => tools.expectTool('read_book');

/** Every end a call can be decided to, and the one expectation about its denial that holds. */
const DECISIONS: readonly [string, () => ToolExpectation, DenialCheck | 'allowed' | 'broken'][] = [
  ['a caller with the scope', () => find().as('ann', READ), 'allowed'],
  [
    'a caller with the scope and arguments',
    () => find().as('ann', READ).with({ id: 'B' }),
    'allowed',
  ],
  ['a caller who has to confirm', () => lend().as('ann', LEND), 'allowed'],
  [
    'a caller who has to confirm, with arguments',
    () => lend().as('ann', LEND).with({ id: 'B' }),
    'allowed',
  ],
  [
    'a caller whom the guard lets through',
    () => read().as('ann', READ).with({ id: 'B' }),
    'allowed',
  ],
  ['the host itself', () => lend().asHost(), 'allowed'],
  ['nobody', () => find().on('mcp').asNobody(), 'authentication'],
  ['nobody, with arguments', () => find().on('mcp').asNobody().with({ id: 'B' }), 'authentication'],
  ['a caller without scopes', () => find().as('ann'), 'scope'],
  ['a caller without scopes, with arguments', () => find().as('ann').with({ id: 'B' }), 'scope'],
  ['a caller whom a rule refuses', () => lend().as('auditor', LEND), 'rule'],
  [
    'a caller whose arguments a rule refuses',
    () => lend().as('ann', LEND).with({ id: 'X-1' }),
    'rule',
  ],
  [
    'a caller on a channel that changes nothing',
    () => lend().on('kiosk').as('ann', LEND),
    'channel',
  ],
  ['a caller whom the guard refuses', () => read().as('ann', READ).with({ id: 'R-1' }), 'guard'],
  ['a caller about whom the rules break down', () => lend().as('broken', LEND), 'broken'],
];
const CHECKS: readonly DenialCheck[] = ['authentication', 'scope', 'rule', 'channel', 'guard'];

describe.each(DECISIONS)('for %s', (_who, expectation, decision) => {
  const holds = async (claim: Promise<void>) =>
    claim.then(
      () => true,
      () => false,
    );

  it('only what is so can be expected', async () => {
    expect(await holds(expectation().toBeAllowed())).toBe(decision === 'allowed');
    expect(await holds(expectation().toBeDenied())).toBe(decision !== 'allowed');
    for (const check of CHECKS)
      expect([check, await holds(expectation().toBeDeniedBy(check))]).toEqual([
        check,
        decision === check,
      ]);
  });
});

describe('an expectation about a tool', () => {
  it('never runs it', async () => {
    await lend().as('ann', LEND).with({ id: 'B' }).toBeAllowed();
    await lend().asHost().with({ id: 'B' }).toNeedConfirmation();
    expect(tools.app.get(Shelf).lent).toEqual([]);
  });

  it('sees who has to confirm, and says so when nobody has', async () => {
    await lend().as('ann', LEND).toNeedConfirmation();
    await lend().as('ann', LEND).with({ id: 'B' }).toNeedConfirmation();
    await expect(find().as('ann', READ).toNeedConfirmation()).rejects.toThrow(
      "Expected tool 'find_book', called by ann on 'web' with the scopes books:read, to need confirmation, but it would run.",
    );
  });

  it('sees which calls wait for an approval, and says so when none does', async () => {
    const registry = tools.app.get(ToolRegistry);
    const input = { type: 'object', properties: { amount: { type: 'integer' } } };
    const approval = { when: ({ amount }: { amount: number }) => amount > 500 };
    registry.register({ name: 'refund', description: 'Refunds', approval: {} }, () => null);
    registry.register({ name: 'pay', description: 'Pays', input, approval }, () => null);
    const pay = tools.expectTool('pay').as('ann');
    await tools.expectTool('refund').as('ann').toNeedApproval();
    await tools.expectTool('refund').as('ann').toBeAllowed();
    await tools.expectTool('refund').as('ann').toBePlannedAs('verification_requested');
    await pay.with({ amount: 501 }).toNeedApproval();
    await expect(pay.with({ amount: 500 }).toNeedApproval()).rejects.toThrow(
      /to need an approval, but it would run/,
    );
    await expect(
      tools.expectTool('refund').as('ann').with({}).toNeedConfirmation(),
    ).rejects.toThrow(/it would wait for an approval first/);
    for (const name of ['refund', 'pay']) registry.unregister(name);
  });

  it('tells which check refused instead, in the words of the caller', async () => {
    await expect(lend().on('mcp').as('ann', READ).toBeDeniedBy('rule')).rejects.toThrow(
      "Expected tool 'lend_book', called by ann on 'mcp' with the scopes books:read, to be denied by a rule of the host, but it would be denied by its scopes (missing_scope).\n" +
        "  It says: Missing required scope for tool 'lend_book'. Need one of: books:lend — context has: books:read.\n" +
        '  Foretold without arguments; validate may still end the call differently.',
    );
  });

  it('tells that a check broke down', async () => {
    await expect(lend().as('broken', LEND).toBeDeniedBy('rule')).rejects.toThrow(
      'would be denied for another reason (policy_error)',
    );
  });

  it('tells that arguments are needed to ask the guards', async () => {
    const hint =
      'Its guards were not asked: RareBooksGuard. Give arguments, with({ … }), so that they are.';
    await expect(read().as('ann', READ).toBeDeniedBy('guard')).rejects.toThrow(hint);
    await expect(read().as('ann', READ).toBeAllowed()).rejects.toThrow(hint);
  });

  it('tells that arguments are needed for rules that look at them', async () => {
    await expect(lend().as('ann', LEND).toBeDeniedBy('rule')).rejects.toThrow(
      'Rules and guards that look at arguments are asked with arguments only',
    );
  });

  it('tells what is wrong with the arguments', async () => {
    await expect(find().as('ann', READ).with({ idd: 'B' }).toBeAllowed()).rejects.toThrow(
      /to be allowed, but it ends as VALIDATION_ERROR before it would run\.\n {2}It says: .*idd.*\n {2}Tried in plan mode/,
    );
  });

  it('tells that the budget is used up', async () => {
    const limited = await createToolTestingModule(library);
    for (let use = 0; use < 10; use++)
      await limited.expectTool('find_book').as('ann', READ).with({ id: 'B' }).toBeAllowed();
    await expect(
      limited.expectTool('find_book').as('ann', READ).with({ id: 'B' }).toBeAllowed(),
    ).rejects.toThrow('ends as RATE_LIMITED');
    await limited.close();
  });

  it('says that there is no such tool, and which one was meant', async () => {
    const expected =
      "There is no tool 'find_bok'. Did you mean 'find_book'? The application has: find_book, lend_book, read_book, burn_book.";
    const typo = () => tools.expectTool('find_bok').as('ann');
    await expect(typo().toBeDenied()).rejects.toThrow(expected);
    await expect(typo().toBeHidden()).rejects.toThrow(expected);
    await expect(typo().with({}).toBeDenied()).rejects.toThrow(expected);
    await expect(typo().toBePlannedAs('denied')).rejects.toThrow(expected);
  });

  it('shows no control character of a caller', async () => {
    await expect(find().as('a\u001b[2Jnn', READ).toBeDenied()).rejects.toThrow('a\\u001b[2Jnn');
  });
});

describe('who sees a tool', () => {
  it('is whoever could call it', async () => {
    await find().as('ann', READ).toBeVisible();
    await find().as('ann').toBeHidden();
    await find().asNobody().toBeHidden();
    await tools.expectTool('burn_book').asHost().toBeHidden();
  });

  it('is told with the reason when it is somebody else', async () => {
    await expect(find().as('ann').toBeVisible()).rejects.toThrow(
      "Expected tool 'find_book' to be visible to ann on 'web' without scopes, but it is not in their listing.\n" +
        "  Missing required scope for tool 'find_book'.",
    );
    await expect(tools.expectTool('burn_book').asHost().toBeVisible()).rejects.toThrow(
      'It is declared with hidden: true',
    );
    await expect(find().as('ann', READ).toBeHidden()).rejects.toThrow(
      'The policy lets this caller call it.',
    );
  });

  it('is everybody when the runtime lists everything', async () => {
    const open = await createToolTestingModule({
      ...library,
      options: { ...library.options, visibility: 'all' },
    });
    await open.expectTool('find_book').asNobody().toBeVisible();
    await expect(open.expectTool('find_book').asNobody().toBeHidden()).rejects.toThrow(
      "visibility: 'all'",
    );
    await open.close();
  });
});

describe('the plan of a call', () => {
  it('can be expected by its end and by its steps', async () => {
    await find().as('ann', READ).toBePlannedAs('executed', { confirm: 'dormant' });
    await lend().as('ann', LEND).toBePlannedAs('confirmation_requested', {
      confirm: 'conditional',
      rate_limit: 'skipped',
      execute: 'active',
    });
    await lend().asNobody().toBePlannedAs('denied');
  });

  it('is shown where it is different', async () => {
    const expectation = find()
      .as('ann', READ)
      .toBePlannedAs('denied', {
        confirm: 'active',
        execute: 'active',
        ['cook' as InvocationStepKind]: 'active',
      });
    await expect(expectation).rejects.toThrow(
      "The plan of tool 'find_book', called by ann on 'web' with the scopes books:read, is not as expected.\n" +
        "  verdict: expected denied, is executed: Tool 'find_book' would run.\n" +
        '  confirm: expected active, is dormant: Neither the tool nor the channel asks for confirmation.\n' +
        '  cook: there is no such step; the steps are resolve, validate, clamp,',
    );
  });

  it('has no arguments', async () => {
    await expect(find().as('ann').with({ id: 'B' }).toBePlannedAs('denied')).rejects.toThrow(
      'made without arguments',
    );
  });
});

describe('a registry alone', () => {
  const alone = () => expectTool(tools.app.get(ToolRegistry), 'find_book');

  it('is enough to try arguments and to look at listings', async () => {
    await alone().as('ann', READ).with({ id: 'B' }).toBeAllowed();
    await alone().as('ann').with({ id: 'B' }).toBeDeniedBy('scope');
    await alone().as('ann').toBeHidden();
    await expect(alone().as('ann').toBeVisible()).rejects.toThrow('Pass the application');
  });

  it('cannot foretell, and says what can', async () => {
    await expect(alone().as('ann').toBeDenied()).rejects.toThrow('Pass the application');
    await expect(alone().as('ann').toBePlannedAs('denied')).rejects.toThrow('Pass the application');
  });
});
