import { McpConfigurationError } from './mcp-configuration.error.js';
import type { McpOptions } from './mcp.options.js';
import { resolveMcpExtras, resolveMcpOptions } from './mcp.options.resolver.js';

const serverInfo = { name: 'orders', version: '1.0.0' };

function problemsOf(options: unknown): readonly string[] {
  try {
    resolveMcpOptions(options as McpOptions);
    return [];
  } catch (error) {
    if (error instanceof McpConfigurationError) return error.problems;
    throw error;
  }
}

describe('the options of a server', () => {
  it('need a name and a version; everything else has a default', () => {
    expect(resolveMcpOptions({ serverInfo })).toEqual({
      serverInfo,
      eras: 'both',
      listTtlMs: 0,
      asking: { keys: [], ttlMs: 600_000, timeoutMs: 300_000 },
      subscriptions: { maxPerPrincipal: 16, maxTotal: 10_000, maxResources: 100 },
      http: {
        maxBodyBytes: 4_194_304,
        allowUnauthenticated: false,
        sessions: false,
        keepAliveMs: 15_000,
        drainMs: 5000,
      },
    });
  });

  it('may be left out by undefined', () => {
    const options = { serverInfo, pageSize: undefined, http: { maxBodyBytes: undefined } };
    expect(resolveMcpOptions(options)).toEqual(resolveMcpOptions({ serverInfo }));
  });

  it('keep sessions by an empty object', () => {
    expect(resolveMcpOptions({ serverInfo, http: { sessions: {} } }).http.sessions).toEqual({
      idleMs: 1_800_000,
      maxSessions: 10_000,
      maxPerPrincipal: 100,
      resumeForMs: 60_000,
      pollAfterMs: 0,
      retryMs: 1_000,
    });
  });

  it('say everything that is wrong at once', () => {
    const wrong = {
      serverInfo: { name: '', icons: [{}] },
      eras: 'old',
      pageSize: 0,
      listTtl: 1,
      http: {
        maxBodyBytes: '1mb',
        allowedHosts: ['https://a.example.com'],
        allowedOrigins: ['https://a.example.com/'],
        sessions: { idleMs: -1 },
      },
      auth: { publicUrl: 'https://a.example.com/mcp?x=1', authorizationServers: [] },
    };
    expect(problemsOf(wrong)).toEqual([
      expect.stringMatching(/^serverInfo\.version must be a text that is not empty, got undefined/),
      expect.stringMatching(/^serverInfo\.name must be a text that is not empty, got ""/),
      expect.stringMatching(/^serverInfo\.icons must be an array of icons/),
      "eras must be 'both' or 'modern' or 'legacy', got \"old\".",
      'pageSize must be a whole number of at least 1, got 0.',
      expect.stringMatching(/^listTtl is not an option\. Known here: .*listTtlMs/),
      expect.stringMatching(/^http\.maxBodyBytes must be a whole number/),
      expect.stringMatching(/^http\.allowedHosts must be an array of host names/),
      expect.stringMatching(/^http\.allowedOrigins must be an array of origins/),
      expect.stringMatching(/^http\.sessions\.idleMs must be a whole number of milliseconds/),
      expect.stringMatching(/^auth\.publicUrl must be an absolute http\(s\) URL/),
      expect.stringMatching(/^auth\.authorizationServers must be an array of at least one/),
    ]);
  });

  it.each([undefined, null, 'x', []])('cannot be %p', (options) => {
    expect(problemsOf(options)).toHaveLength(1);
  });

  it('must say whose tokens they take, when they take any', () => {
    expect(problemsOf({ serverInfo, auth: {} })).toHaveLength(2);
  });
});

describe('what stands beside the options', () => {
  it('has defaults', () => {
    expect(resolveMcpExtras({})).toEqual({
      path: '/mcp',
      server: 'default',
      hasOwnGuards: false,
      principalFrom: undefined,
    });
  });

  it.each([
    ['ai/mcp', '/ai/mcp'],
    ['/mcp/', '/mcp'],
    ['v1.0/~mcp_x-y', '/v1.0/~mcp_x-y'],
  ])('takes the path %s for %s', (path, resolved) => {
    expect(resolveMcpExtras({ path }).path).toBe(resolved);
  });

  it.each(['', '/', 'a//b', ':id', '*', 'a?b', 'a b', '(x)', '{x}', 'ä', 7 as unknown as string])(
    'refuses the path %p',
    (path) => {
      expect(() => resolveMcpExtras({ path })).toThrow(/path must be a plain URL path/);
    },
  );

  it('needs a name', () => {
    expect(() => resolveMcpExtras({ server: ' ' })).toThrow(/server must be a text/);
  });
});
