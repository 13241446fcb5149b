import type { McpOptions } from '../mcp.options.js';
import { resolveMcpOptions } from '../mcp.options.resolver.js';
import { endpointAccess } from './endpoint-access.js';
import type { ListeningAddress } from './endpoint-access.js';

const LOOPBACK = { address: '127.0.0.1', family: 'IPv4', port: 3000 };
const EVERYWHERE = { address: '::', family: 'IPv6', port: 3000 };
const OPEN: readonly ListeningAddress[] = [EVERYWHERE, '/run/app.sock', null];
const AUTH = {
  publicUrl: 'https://API.example.com:8443/mcp',
  authorizationServers: ['https://issuer.example.com'],
};

function access(
  address: ListeningAddress,
  options: Omit<McpOptions, 'serverInfo'> = {},
  servesAnybody = false,
) {
  const resolved = resolveMcpOptions({ serverInfo: { name: 'test', version: '1' }, ...options });
  return endpointAccess(address, resolved, { name: 'default', servesAnybody });
}

describe('an endpoint on loopback', () => {
  it('serves anybody who asks for a loopback name, and loopback pages on any port', () => {
    const { problems, isAllowedHost, isAllowedOrigin } = access(LOOPBACK, {}, true);
    expect(problems).toEqual([]);
    expect(['localhost', '127.0.0.1', '[::1]'].every(isAllowedHost)).toBe(true);
    expect(isAllowedHost('evil.example.com')).toBe(false);
    expect(isAllowedOrigin('http://localhost:6274')).toBe(true);
    expect(isAllowedOrigin('http://evil.example.com')).toBe(false);
  });

  it('keeps to the lists it was given', () => {
    const { isAllowedHost, isAllowedOrigin } = access(LOOPBACK, {
      http: {
        allowedHosts: ['Proxy.example.com'],
        allowedOrigins: ['https://app.example.com:443'],
      },
    });
    expect(isAllowedHost('proxy.example.com')).toBe(true);
    expect(isAllowedHost('localhost')).toBe(false);
    expect(isAllowedOrigin('https://app.example.com')).toBe(true);
    expect(isAllowedOrigin('http://localhost:6274')).toBe(false);
  });
});

describe('an endpoint that the world can reach', () => {
  it.each(OPEN)('does not serve anybody unless told to (%p)', (address) => {
    const hosts = { allowedHosts: ['api.example.com'] };
    expect(access(address, { http: hosts }, true).problems).toEqual([
      expect.stringMatching(/would serve anybody.*http\.allowUnauthenticated/),
    ]);
    expect(
      access(address, { http: { ...hosts, allowUnauthenticated: true } }, true).problems,
    ).toEqual([]);
    expect(access(address, { http: hosts }, false).problems).toEqual([]);
  });

  it.each(OPEN)('must know its names (%p)', (address) => {
    expect(access(address).problems).toEqual([expect.stringMatching(/http\.allowedHosts/)]);
  });

  it('knows its name from its public URL, and no page', () => {
    const { problems, isAllowedHost, isAllowedOrigin } = access(EVERYWHERE, { auth: AUTH });
    expect(problems).toEqual([]);
    expect(isAllowedHost('api.example.com')).toBe(true);
    expect(isAllowedHost('localhost')).toBe(false);
    expect(isAllowedOrigin('http://localhost:3000')).toBe(false);
  });
});
