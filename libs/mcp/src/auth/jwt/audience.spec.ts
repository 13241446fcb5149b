import { canonicalAudience, isMeantFor } from './audience.js';

const accepted = new Set(['https://api.example.com/mcp', 'api://default'].map(canonicalAudience));

describe('whom a token is meant for', () => {
  it.each([
    'https://api.example.com/mcp',
    'https://api.example.com/mcp/',
    'HTTPS://API.Example.com/mcp',
    'api://default',
    ['https://other.example.com', 'https://api.example.com/mcp'],
    [7, null, 'https://api.example.com/mcp/'],
  ])('is this server when it says %j', (audience) => {
    expect(isMeantFor(audience, accepted)).toBe(true);
  });

  it.each([
    undefined,
    null,
    '',
    [],
    {},
    'https://api.example.com',
    'https://api.example.com/',
    'https://api.example.com/mcp//',
    'https://api.example.com/MCP',
    'https://api.example.com/mcp/admin',
    'https://api.example.com/x/../mcp',
    'https://api.example.com/%6dcp',
    'https://api.example.com:443/mcp',
    'http://api.example.com/mcp',
    'https://api.example.com/mcp#x',
    'https://api.example.com/mcp?x',
    'https://x@api.example.com/mcp',
    'https://api.example.com\\mcp',
    ' https://api.example.com/mcp',
    'https://api.example.com.evil.com/mcp',
    'api://default/',
    'API://default',
    [['https://api.example.com/mcp']],
    { 0: 'https://api.example.com/mcp' },
  ])('is somebody else when it says %j', (audience) => {
    expect(isMeantFor(audience, accepted)).toBe(false);
  });

  it('does not depend on how the configuration is written', () => {
    const written = new Set([canonicalAudience('https://API.example.com/')]);
    expect(isMeantFor('https://api.example.com', written)).toBe(true);
    expect(isMeantFor('https://api.example.com/', written)).toBe(true);
    expect(isMeantFor('https://api.example.com//', written)).toBe(false);
  });
});
