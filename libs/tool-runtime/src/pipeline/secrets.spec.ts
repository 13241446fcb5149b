import fc from 'fast-check';
import { Injectable } from '@nestjs/common';
import { IsString, MinLength } from 'class-validator';
import {
  LoggerAuditSink,
  AuditSinks,
  Sensitive,
  Tool,
  ToolContext,
  ToolInput,
  ToolProperty,
} from '@toolgate/tool-runtime';
import { bootRuntime } from '../../../../test/support/boot-runtime.js';
import type { RunningRuntime } from '../../../../test/support/boot-runtime.js';
import { LogRecorder } from '../../../../test/support/log-recorder.js';

const SENTINEL = 'S3NT1NEL';

class VaultInput {
  @ToolProperty({ description: 'Where' })
  @IsString()
  label: string;

  @Sensitive()
  @IsString()
  @MinLength(20)
  phrase: string;
}

@Injectable()
class Vault {
  @Tool({
    name: 'open_input',
    description: 'Takes anything and fails with it',
    input: { type: 'object', properties: { v: {} }, additionalProperties: true },
  })
  open(input: { v: unknown }) {
    const cause = new Error(`password=${SENTINEL}`);
    throw Object.assign(new Error(`cannot store ${JSON.stringify(input)}`, { cause }), {
      config: { headers: { Authorization: `Bearer ${SENTINEL}-abcdefghijkl` } },
    });
  }

  @Tool({ name: 'keep', description: 'Keeps a phrase', mutating: true, confirm: true })
  keep(@ToolInput() input: VaultInput) {
    return input.label;
  }
}

const SECRET_NAMES = [
  'password',
  'Password',
  'apiKey',
  'api_key',
  'x-api-key',
  'accessToken',
  'GITHUB_PERSONAL_ACCESS_TOKEN',
  'Authorization',
  'Cookie',
  'Mcp-Session-Id',
  'client_secret',
  'private_key',
  'requestState',
];

describe('a secret', () => {
  const ann = ToolContext.web({ principal: 'ann' });
  let runtime: RunningRuntime;
  let log: LogRecorder;
  const told: unknown[] = [];

  beforeAll(async () => {
    runtime = await bootRuntime({
      providers: [Vault],
      options: { rateLimit: false },
      collaborators: [{ provide: AuditSinks, useFactory: () => [new LoggerAuditSink()] }],
      logger: ['error', 'warn', 'log'],
    });
    log = LogRecorder.start();
  });
  beforeEach(() => {
    log.lines.length = 0;
    told.length = 0;
  });
  afterAll(async () => {
    log.stop();
    await runtime.app.close();
  });

  const call = async (tool: string, args: unknown) => {
    const result = await runtime.registry.call(tool, args, ann);
    told.push(result);
    return result;
  };
  const logged = () => log.lines.map(({ text }) => text).join('\n');
  const expectNothingTold = () => {
    expect(log.lines.length).toBeGreaterThan(0);
    expect(logged()).not.toContain(SENTINEL);
    expect(JSON.stringify(told)).not.toContain(SENTINEL);
  };

  it.each(SECRET_NAMES)('under the name %s reaches no log line and no error', async (name) => {
    await call('open_input', { v: { deep: [{ [name]: `${SENTINEL}-1` }] } });
    expectNothingTold();
  });

  it.each([
    ['an address with a password', `postgres://admin:${SENTINEL}@db.internal/app`],
    ['a query', `https://api.example.com/x?access_token=${SENTINEL}&page=1`],
    ['JSON in a text', `{"password":"${SENTINEL}"}`],
    ['a header', `Authorization: Bearer ${SENTINEL}abcdefghijklmnop`],
  ])('inside %s reaches no log line and no error', async (_, text) => {
    await call('open_input', { v: text });
    expectNothingTold();
  });

  it('by declaration reaches neither record, nor summary, nor a message about what is wrong with it', async () => {
    await call('keep', { label: 'x', phrase: SENTINEL });
    const asked = await call('keep', { label: 'x', phrase: `${SENTINEL}-${SENTINEL}-${SENTINEL}` });
    expect(asked.requiresConfirmation).toBe(true);
    await call('keep', { label: 'x', phrase: `${SENTINEL}-${SENTINEL}-${SENTINEL}` });
    await runtime.registry.call('keep', { confirm_token: asked.confirmToken }, ann);
    expectNothingTold();
    expect(logged()).not.toContain(asked.confirmToken);
  });

  it('that fails to validate is told by path and rule only', async () => {
    const result = await call('keep', {
      label: 7,
      phrase: [SENTINEL],
      [`${SENTINEL}x`.slice(8)]: 1,
    });
    expect(result.code).toBe('VALIDATION_ERROR');
    expectNothingTold();
  });

  it('somewhere in any arguments reaches no log line and no error', async () => {
    const key = fc.constantFrom(...SECRET_NAMES);
    const secret = fc.oneof(
      fc.constant(SENTINEL),
      fc.constant([SENTINEL, { a: SENTINEL }]),
      fc.constant({ nested: { value: SENTINEL } }),
    );
    const tree = fc.letrec<{ node: object }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.tuple(key, secret).map(([name, value]) => ({ [name]: value })),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('node'), { maxKeys: 3 }),
      ),
    })).node;
    await fc.assert(
      fc.asyncProperty(tree, async (v) => {
        log.lines.length = 0;
        told.length = 0;
        await call('open_input', { v });
        expectNothingTold();
      }),
      { numRuns: 200 },
    );
  });
});
