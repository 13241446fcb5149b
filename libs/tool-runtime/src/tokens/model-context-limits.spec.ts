import { someOptions } from '../../../../test/support/fixtures.js';
import { ModelContextLimits } from './model-context-limits.js';
import { MODEL_CONTEXT_LIMITS } from './model-limits.js';

const builtIn = new ModelContextLimits(someOptions());

describe('the context window of a model', () => {
  it.each([
    ['gpt-4', 8_192],
    ['gpt-4-0613', 8_192],
    ['gpt-4-1106-preview', 128_000],
    ['gpt-4o-2024-05-13', 128_000],
    ['gpt-4.1', 1_047_576],
    ['gpt-4.1-mini-2025-04-14', 1_047_576],
    ['gpt-3.5-turbo-16k', 16_385],
    ['gpt-5-2025-08-07', 400_000],
    ['gpt-5.4-mini', 400_000],
    ['gpt-5.5-2026-04-23', 1_050_000],
    ['o3', 200_000],
    ['claude-3-5-sonnet-20241022', 200_000],
    ['claude-3-7-sonnet-latest', 200_000],
    ['claude-opus', 200_000],
    ['claude-opus-4-1-20250805', 200_000],
    ['claude-opus-4-6', 1_000_000],
    ['claude-haiku-4-5-20251001', 200_000],
    ['claude-sonnet-5-20260101', 1_000_000],
    ['claude-opus-5-5', 1_000_000],
    ['gemini-2.5-pro', 1_048_576],
  ])('of %s is %i tokens', (model, tokens) => {
    expect(builtIn.of(model)).toEqual({ tokens, known: true });
  });

  it.each([
    ['openai/gpt-4.1-mini', 1_047_576],
    ['models/gemini-2.5-flash', 1_048_576],
    ['us.anthropic.claude-opus-4-6-v1:0', 1_000_000],
    ['anthropic/claude-opus-4.6', 1_000_000],
    ['claude-opus-4-5@20251101', 200_000],
    ['GPT-4O', 128_000],
  ])('is found however the vendor is written: %s', (model, tokens) => {
    expect(builtIn.of(model)).toEqual({ tokens, known: true });
  });

  it.each(['', 'a-model-of-ours', 'gpt-45', 'gpt', '__proto__', 'constructor', 'o30'])(
    'is assumed for %j, which nothing is known about',
    (model) => {
      expect(builtIn.of(model)).toEqual({ tokens: 8_192, known: false });
    },
  );

  it('is what the host says, for its own models and for others', () => {
    const limits = new ModelContextLimits(
      someOptions({
        tokens: {
          limits: { 'our-model': 32_000, 'GPT-5': 100_000, 'lab-': 9_000 },
          unknownModelLimit: 50_000,
        },
      }),
    );
    expect(limits.of('our-model-7b').tokens).toBe(32_000);
    expect(limits.of('lab-x').tokens).toBe(9_000);
    expect(limits.of('gpt-5-mini').tokens).toBe(100_000);
    expect(limits.of('gpt-5.5').tokens).toBe(1_050_000);
    expect(limits.of('something-else')).toEqual({ tokens: 50_000, known: false });
  });

  it('is a whole number of tokens for every model that is built in', () => {
    for (const [model, limit] of Object.entries(MODEL_CONTEXT_LIMITS)) {
      expect(Number.isSafeInteger(limit) && limit >= 4_096).toBe(true);
      expect(builtIn.of(model).tokens).toBe(limit);
    }
  });
});
