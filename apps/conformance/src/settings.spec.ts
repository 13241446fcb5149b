import { readSettings } from './settings.js';

describe('the settings of the conformance server', () => {
  it('are Express with sessions on port 3000 unless something else is asked for', () => {
    expect(readSettings({})).toEqual({ port: 3000, adapter: 'express', sessions: true });
    expect(readSettings({ PORT: '0', ADAPTER: 'fastify', SESSIONS: 'off' })).toEqual({
      port: 0,
      adapter: 'fastify',
      sessions: false,
    });
  });

  it.each([
    [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, not "http".'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536".'],
    [{ ADAPTER: 'koa' }, 'ADAPTER must be one of express, fastify, not "koa".'],
    [{ SESSIONS: 'yes' }, 'SESSIONS must be one of on, off, not "yes".'],
  ])('are refused when they make no sense: %j', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });
});
