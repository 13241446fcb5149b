import { loadJose } from './jose.loader.js';

describe('the package that checks signatures', () => {
  it('is loaded when it is there', async () => {
    expect(typeof (await loadJose()).jwtVerify).toBe('function');
  });

  it('is named when it is missing', async () => {
    const missing = Object.assign(new Error('no'), { code: 'ERR_MODULE_NOT_FOUND' });
    await expect(loadJose(() => Promise.reject(missing))).rejects.toThrow('npm install jose@6');
  });

  it('is not blamed for being missing when it is broken', async () => {
    await expect(loadJose(() => Promise.reject(new SyntaxError('bad')))).rejects.toThrow('bad');
  });
});
