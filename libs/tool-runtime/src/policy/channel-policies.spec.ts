import { channelPolicies, channelPolicyProblems } from './channel-policies.js';
import type { ChannelPolicy } from './channel-policy.js';

describe('the policies of an application', () => {
  it('has safe ones built in', () => {
    expect(Object.fromEntries(channelPolicies())).toEqual({
      cli: { allowAll: true },
      mcp: { requireAuth: true },
      web: { requireAuth: true },
      telegram: { requireConfirmationForMutating: true },
    });
  });

  it('replaces a built-in one as a whole, and adds new ones', () => {
    const policies = channelPolicies({ web: { blockMutating: true }, api: {} });
    expect(policies.get('web')).toEqual({ blockMutating: true });
    expect(policies.get('api')).toEqual({});
    expect(policies.get('mcp')).toEqual({ requireAuth: true });
  });

  it('cannot be changed afterwards through the object that configured it', () => {
    const api = { requireAuth: true };
    const policies = channelPolicies({ api });
    api.requireAuth = false;
    expect(policies.get('api')).toEqual({ requireAuth: true });
    expect(Object.isFrozen(policies.get('api'))).toBe(true);
  });

  it('takes a channel named like an inherited member for what it is', () => {
    const policies = channelPolicies(
      JSON.parse('{"__proto__":{"allowAll":true}}') as Record<string, ChannelPolicy>,
    );
    expect(policies.get('__proto__')).toEqual({ allowAll: true });
    expect(channelPolicies().get('constructor')).toBeUndefined();
  });
});

describe('checking configured policies', () => {
  const problems = (channels: unknown) =>
    channelPolicyProblems(channels as Record<string, ChannelPolicy>);

  it('accepts what is documented', () => {
    expect(
      problems({
        web: { requireAuth: true, blockMutating: false, allowAll: undefined },
        api: { requireConfirmationForMutating: true, denialDetail: 'minimal' },
      }),
    ).toEqual([]);
  });

  it('reports a demand that would not be made because it is misspelled', () => {
    expect(problems({ web: { requireauth: true } })).toEqual([
      expect.stringContaining('channels.web.requireauth is not a policy option'),
    ]);
  });

  it('reports every value of the wrong kind', () => {
    expect(
      problems({ a: { requireAuth: 'yes' }, b: { denialDetail: 'short' }, c: null, d: 'open' }),
    ).toEqual([
      'channels.a.requireAuth must be true or false.',
      "channels.b.denialDetail must be 'full' or 'minimal'.",
      'channels.c must be an object such as { requireAuth: true }, got null.',
      'channels.d must be an object such as { requireAuth: true }, got string.',
    ]);
  });
});
