import { ToolRuntimeConfigurationError } from './tool-runtime-configuration.error.js';
import type { ToolRuntimeOptions } from './tool-runtime.options.js';
import { resolveToolRuntimeOptions } from './tool-runtime.options.resolver.js';

const problemsOf = (options: unknown): readonly string[] => {
  try {
    resolveToolRuntimeOptions(options as ToolRuntimeOptions);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ToolRuntimeConfigurationError);
    return (error as ToolRuntimeConfigurationError).problems;
  }
};

describe('options of the runtime', () => {
  it('all have a default', () => {
    const { channels, ...rest } = resolveToolRuntimeOptions();
    expect([...channels.keys()]).toEqual(['cli', 'mcp', 'web', 'telegram']);
    expect(rest).toEqual({
      policy: { ruleTimeoutMs: 1000 },
      rateLimit: {
        limit: 100,
        windowMs: 60_000,
        readCost: 1,
        mutatingCost: 5,
        maxKeys: 100_000,
        storageTimeoutMs: 250,
      },
      confirmation: { ttlMs: 60_000, maxPerPrincipal: 100, maxTotal: 10_000, elicit: true },
      verification: {
        tools: false,
        resolveScopes: ['verification:resolve'],
        allowSelfApproval: false,
        trustedChannels: ['cli'],
        expiresInMs: 3_600_000,
        keepMs: 3_600_000,
        maxPerRequester: 20,
        maxTotal: 10_000,
      },
      events: { listenerTimeoutMs: 1000, maxDepth: 8 },
      audit: {
        mode: 'best-effort',
        maxArgumentsBytes: 4096,
        sinkTimeoutMs: 1000,
        sensitiveKeys: [],
      },
      arguments: {
        repair: true,
        ignoredKeys: ['_meta', 'toolCallId', '_as_extra'],
        maxDepth: 64,
        maxNodes: 50_000,
      },
      execution: {
        timeoutMs: 30_000,
        timeoutMode: 'abort',
        maxResultBytes: 1_048_576,
        drainMs: 5000,
      },
      discovery: { namePattern: /^[a-zA-Z0-9_-]{1,64}$/, requireTools: true },
      tokens: { reserve: 0.3, unknownModelLimit: 8192 },
      globalEnhancers: 'skip',
      visibility: 'callable',
    });
  });

  it('are taken as written, also next to defaults and to undefined', () => {
    const resolved = resolveToolRuntimeOptions({
      rateLimit: { limit: 7, windowMs: undefined, storage: 'SHARED' },
      execution: { timeoutMode: 'soft' },
      channels: { slack: { blockMutating: true } },
      visibility: undefined,
    });
    expect(resolved.rateLimit).toMatchObject({ limit: 7, windowMs: 60_000, storage: 'SHARED' });
    expect(resolved.execution).toMatchObject({ timeoutMode: 'soft', timeoutMs: 30_000 });
    expect(resolved.channels.get('slack')).toEqual({ blockMutating: true });
    expect(resolved.channels.get('web')).toEqual({ requireAuth: true });
    expect(resolved.visibility).toBe('callable');
  });

  it('can turn rate limiting off', () => {
    expect(resolveToolRuntimeOptions({ rateLimit: false }).rateLimit).toBe(false);
  });

  it('cannot be changed afterwards, neither in the result nor through what was passed', () => {
    const sensitiveKeys = ['iban'];
    const resolved = resolveToolRuntimeOptions({ audit: { sensitiveKeys } });
    sensitiveKeys.push('bic');
    expect(resolved.audit.sensitiveKeys).toEqual(['iban']);
    expect(Object.isFrozen(resolved)).toBe(true);
    expect(Object.isFrozen(resolved.audit)).toBe(true);
    expect(Object.isFrozen(resolved.audit.sensitiveKeys)).toBe(true);
    const limits = { 'my-model': 32_000 };
    const { tokens } = resolveToolRuntimeOptions({ tokens: { limits } });
    limits['my-model'] = 1;
    expect(tokens).toEqual({
      reserve: 0.3,
      unknownModelLimit: 8192,
      limits: { 'my-model': 32_000 },
    });
    expect(Object.isFrozen(tokens.limits)).toBe(true);
  });

  it('make a name pattern judge the same name the same way every time', () => {
    const { namePattern } = resolveToolRuntimeOptions({
      discovery: { namePattern: /^t\d+$/gi },
    }).discovery;
    expect([namePattern.test('T1'), namePattern.test('T1')]).toEqual([true, true]);
  });

  it.each<[unknown, RegExp]>([
    [{ policy: { ruleTimeoutMs: 0 } }, /^policy\.ruleTimeoutMs must be .* from 1 .*, got 0\.$/],
    [{ policy: { ruleTimeoutMs: Infinity } }, /policy\.ruleTimeoutMs.*got Infinity/],
    [
      { execution: { timeoutMs: 3_000_000_000 } },
      /execution\.timeoutMs.*2147483647.*got 3000000000/,
    ],
    [{ execution: { timeoutMs: '5s' } }, /execution\.timeoutMs.*got "5s"/],
    [{ execution: { timeoutMode: 'Soft' } }, /execution\.timeoutMode must be 'abort' or 'soft'/],
    [{ execution: { maxResultBytes: -1 } }, /execution\.maxResultBytes.*got -1/],
    [{ execution: { drainMs: -1 } }, /execution\.drainMs.*from 0/],
    [{ rateLimit: { limit: 1.5 } }, /rateLimit\.limit.*got 1\.5/],
    [{ rateLimit: { limit: NaN } }, /rateLimit\.limit.*got NaN/],
    [{ rateLimit: { readCost: 0 } }, /rateLimit\.readCost.*at least 1/],
    [{ rateLimit: { storage: {} } }, /rateLimit\.storage.*increment\(\)/],
    [{ rateLimit: true }, /^rateLimit must be an object, got true\.$/],
    [{ rateLimit: { limit: 2, readCost: 3 } }, /rateLimit\.readCost is 3.*limit is only 2/],
    [{ confirmation: { ttlMs: -5 } }, /confirmation\.ttlMs/],
    [{ confirmation: { maxTotal: null } }, /confirmation\.maxTotal.*got null/],
    [{ verification: { tools: 'yes' } }, /verification\.tools must be true or false/],
    [{ verification: { resolveScopes: [''] } }, /verification\.resolveScopes/],
    [{ verification: { expiresInMs: 0 } }, /verification\.expiresInMs/],
    [{ events: { maxDepth: 0 } }, /events\.maxDepth/],
    [
      { audit: { mode: 'strict' } },
      /audit\.mode must be 'best-effort' or 'required', got "strict"/,
    ],
    [{ audit: { sensitiveKeys: 'iban' } }, /audit\.sensitiveKeys must be an array of strings/],
    [{ audit: { sensitiveKeys: [''] } }, /audit\.sensitiveKeys.*none of them empty/],
    [{ arguments: { maxDepth: 65 } }, /arguments\.maxDepth.*from 1 to 64, got 65/],
    [{ arguments: { repair: 'no' } }, /arguments\.repair must be true or false/],
    [{ discovery: { namePattern: '^a' } }, /discovery\.namePattern must be a regular expression/],
    [
      { discovery: { include: ['AppModule'] } },
      /discovery\.include must be an array of module classes/,
    ],
    [{ tokens: { reserve: 0 } }, /tokens\.reserve must be a number above 0 and at most 1, got 0/],
    [{ tokens: { reserve: 30 } }, /tokens\.reserve.*got 30/],
    [{ tokens: { unknownModelLimit: 0.5 } }, /tokens\.unknownModelLimit.*got 0\.5/],
    [
      { tokens: { limits: { 'gpt-5': '400k' } } },
      /tokens\.limits must be .* by name, got an object/,
    ],
    [{ tokens: { limits: { '': 8192 } } }, /tokens\.limits/],
    [{ tokens: { limits: new Map([['gpt-5', 400_000]]) } }, /tokens\.limits/],
    [{ globalEnhancers: 'all' }, /globalEnhancers must be 'skip' or 'inherit', got "all"/],
    [{ visibility: 'hidden' }, /visibility must be 'callable' or 'all'/],
    [{ channels: { '': { requireAuth: true } } }, /empty channel name/],
    [
      { channels: { web: { requireAuht: true } } },
      /channels\.web\.requireAuht is not a policy option/,
    ],
    [
      { channels: { web: { requireAuth: 'yes' } } },
      /channels\.web\.requireAuth must be true or false/,
    ],
    [{ channels: new Map([['web', {}]]) }, /channels must be an object of policies/],
    [{ channels: [] }, /channels must be an object of policies/],
    [{ executions: {} }, /^executions is not an option\. Did you mean "execution"\?$/],
    [
      { execution: { timeout_ms: 5 } },
      /execution\.timeout_ms is not an option\. Did you mean "timeoutMs"/,
    ],
    [
      { execution: { zzz: 5 } },
      /execution\.zzz is not an option\. Known here: timeoutMs, timeoutMode/,
    ],
    [{ events: [] }, /events must be an object, got an array/],
    [null, /options must be an object, got null/],
  ])('are refused when they make no sense: %j', (options, problem) => {
    expect(problemsOf(options)).toEqual([expect.stringMatching(problem)]);
  });

  it('are judged all at once', () => {
    const problems = problemsOf({
      execution: { timeoutMs: 0, maxResultBytes: 0 },
      visibility: 'none',
      channels: { web: { x: 1 } },
    });
    expect(problems).toHaveLength(4);
    expect(new ToolRuntimeConfigurationError(problems).message).toMatch(
      /^The options of ToolRuntimeModule have 4 problems:\n {2}1\. .*\n {2}2\. .*\n {2}3\. .*\n {2}4\. /,
    );
  });
});
