import { GptTokenizerEstimator, loadEncoding } from './gpt-tokenizer.token-estimator.js';

describe('counting tokens with gpt-tokenizer', () => {
  it('gives the numbers of the vocabulary that is asked for', async () => {
    const current = await GptTokenizerEstimator.create();
    const older = await GptTokenizerEstimator.create('cl100k_base');
    expect(current.estimate('')).toBe(0);
    expect(current.estimate('Größenverhältnisse')).not.toBe(older.estimate('Größenverhältnisse'));
    expect(current.estimate('hello world')).toBe(2);
  });

  it('takes the control words of a model for ordinary text', async () => {
    const estimator = await GptTokenizerEstimator.create();
    expect(estimator.estimate('ends with <|endoftext|>')).toBeGreaterThan(3);
  });

  it('refuses an encoding there is none of, and names those there are', async () => {
    await expect(GptTokenizerEstimator.create('o300k' as never)).rejects.toThrow(
      /no encoding "o300k".*o200k_base, o200k_harmony, cl100k_base/,
    );
    await expect(GptTokenizerEstimator.create('__proto__' as never)).rejects.toThrow(RangeError);
  });

  it.each(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'])(
    'says how to install the package when loading it ends with %s',
    async (code) => {
      const missing = () => Promise.reject(Object.assign(new Error('no such package'), { code }));
      await expect(loadEncoding('any', new Map([['any', missing]]))).rejects.toThrow(
        /gpt-tokenizer is not installed\. Run "npm install gpt-tokenizer@3"/,
      );
    },
  );

  it('does not call a package missing that is there and broken', async () => {
    const broken = () => Promise.reject(new SyntaxError('unexpected token'));
    await expect(loadEncoding('any', new Map([['any', broken]]))).rejects.toThrow(
      'unexpected token',
    );
  });
});
