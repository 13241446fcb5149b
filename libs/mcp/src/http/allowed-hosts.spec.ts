import { hostNameOf, isLoopbackAddress, isLoopbackOrigin, originOf } from './allowed-hosts.js';

describe('a host header', () => {
  it.each([
    ['localhost', 'localhost'],
    ['LocalHost:3000', 'localhost'],
    ['127.0.0.1:80', '127.0.0.1'],
    ['[::1]:3000', '[::1]'],
    ['api.example.com', 'api.example.com'],
  ])('%s names %s', (header, name) => {
    expect(hostNameOf(header)).toBe(name);
  });

  it.each([undefined, '', ':80', 'a b', 'user@host', 'host/path', 'host:port', '::1', 'a:1:2'])(
    '%p names nothing',
    (header) => {
      expect(hostNameOf(header)).toBeUndefined();
    },
  );
});

describe('an origin', () => {
  it.each([
    ['https://App.Example.com', 'https://app.example.com'],
    ['https://app.example.com:443', 'https://app.example.com'],
    ['http://app.example.com:80', 'http://app.example.com'],
    ['http://app.example.com:443', 'http://app.example.com:443'],
    ['vscode-webview://abc', 'vscode-webview://abc'],
  ])('%s is compared as %s', (header, origin) => {
    expect(originOf(header)).toBe(origin);
  });

  it.each([
    'null',
    '',
    'app.example.com',
    'https://',
    'https://a/path',
    'https://u@a',
    'https://a b',
  ])('%p is none', (header) => {
    expect(originOf(header)).toBeUndefined();
  });

  it.each([
    ['http://localhost:5173', true],
    ['https://127.0.0.1', true],
    ['http://[::1]:8080', true],
    ['http://localhost.evil.example', false],
    ['http://evil.example', false],
    ['file://localhost', false],
    ['http://localhost@evil.example', false],
  ])('%s is loopback: %p', (origin, expected) => {
    expect(isLoopbackOrigin(origin)).toBe(expected);
  });
});

describe('an address', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])('%s is loopback', (address) => {
    expect(isLoopbackAddress(address)).toBe(true);
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1.evil.example', ''])(
    '%p is not loopback',
    (address) => {
      expect(isLoopbackAddress(address)).toBe(false);
    },
  );
});
