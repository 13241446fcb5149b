import { insufficientScopeChallenge, unauthorizedChallenge } from './bearer-challenge.js';
import { protectedResourceOf } from './protected-resource.js';

const resource = protectedResourceOf({
  publicUrl: 'https://api.example.com/mcp',
  authorizationServers: ['https://login.example.com'],
  scopesSupported: ['orders:read', 'offline_access', 'no "scope"', 'orders:write'],
});
const METADATA =
  'resource_metadata="https://api.example.com/.well-known/oauth-protected-resource/mcp"';

describe('the challenge of a 401', () => {
  it('tells a client without a token where to get one, and blames it for nothing', () => {
    expect(unauthorizedChallenge(resource, false)).toBe(
      `Bearer ${METADATA}, scope="orders:read orders:write"`,
    );
  });

  it('names the error when there was a token', () => {
    expect(unauthorizedChallenge(resource, true)).toBe(
      `Bearer error="invalid_token", ${METADATA}, scope="orders:read orders:write"`,
    );
  });

  it('is still a challenge when the server has not said what it is', () => {
    expect(unauthorizedChallenge(null, false)).toBe('Bearer');
    expect(unauthorizedChallenge(null, true)).toBe('Bearer error="invalid_token"');
  });

  it('asks for no scopes when none are configured', () => {
    const plain = protectedResourceOf({
      publicUrl: 'https://api.example.com',
      authorizationServers: ['https://login.example.com'],
    });
    expect(unauthorizedChallenge(plain, false)).toBe(
      'Bearer resource_metadata="https://api.example.com/.well-known/oauth-protected-resource"',
    );
  });
});

describe('the challenge of a 403', () => {
  it('lists all scopes at once', () => {
    expect(insufficientScopeChallenge(['orders:read', 'orders:refund'], resource)).toBe(
      `Bearer error="insufficient_scope", scope="orders:read orders:refund", ${METADATA}, error_description="This needs the scopes: orders:read orders:refund"`,
    );
  });

  it('leaves out what is no scope, so that nothing can be smuggled into the header', () => {
    expect(insufficientScopeChallenge(['a"b', 'a\r\nSet-Cookie: x', 'ü', '', 'good'], null)).toBe(
      'Bearer error="insufficient_scope", scope="good", error_description="This needs the scopes: good"',
    );
    expect(insufficientScopeChallenge(['"'], null)).toBe(
      'Bearer error="insufficient_scope", error_description="The token does not allow this."',
    );
  });
});
