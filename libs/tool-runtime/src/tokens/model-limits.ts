/**
 * Context windows in tokens, by the beginning of the model's name. Where a vendor states input and output apart, it is the input.
 *
 * Collected from public tables: the model data that `gpt-tokenizer` 3.4 ships, `model_prices_and_context_window.json` of LiteLLM (July
 * 2026), and, for Claude and part of Gemini, the vendors' model pages. Windows change and models come: set `tokens.limits` where it
 * matters. A family stands for its members that are not listed and has the smallest window among them, so that a new model is given
 * too few tools rather than too many.
 */
export const MODEL_CONTEXT_LIMITS: Readonly<Record<string, number>> = Object.freeze({
  'claude-instant': 100_000,
  'claude-2': 100_000,
  'claude-2.1': 200_000,
  'claude-3': 200_000,
  'claude-haiku': 200_000,
  'claude-sonnet': 200_000,
  'claude-opus': 200_000,
  'claude-sonnet-4-6': 1_000_000,
  'claude-opus-4-6': 1_000_000,
  'claude-opus-4-7': 1_000_000,
  'claude-opus-4-8': 1_000_000,
  'claude-haiku-5-5': 1_000_000,
  'claude-sonnet-5': 1_000_000,
  'claude-opus-5': 1_000_000,
  'claude-fable': 1_000_000,
  'claude-mythos': 1_000_000,

  'gpt-3.5-turbo': 16_385,
  'gpt-3.5-turbo-instruct': 4_096,
  'gpt-4': 8_192,
  'gpt-4-32k': 32_768,
  'gpt-4-0125': 128_000,
  'gpt-4-1106': 128_000,
  'gpt-4-turbo': 128_000,
  'gpt-4o': 128_000,
  'chatgpt-4o': 128_000,
  'gpt-4.1': 1_047_576,
  'gpt-5': 400_000,
  'gpt-5-chat': 128_000,
  'gpt-5.1-chat': 128_000,
  'gpt-5.2-chat': 128_000,
  'gpt-5.3-chat': 128_000,
  'gpt-5.4': 1_050_000,
  'gpt-5.4-mini': 400_000,
  'gpt-5.4-nano': 400_000,
  'gpt-5.5': 1_050_000,
  'gpt-oss': 131_072,
  o1: 200_000,
  'o1-mini': 128_000,
  'o1-preview': 128_000,
  o3: 200_000,
  'o4-mini': 200_000,

  'gemini-1.5-flash': 1_048_576,
  'gemini-1.5-pro': 2_097_152,
  'gemini-2.0': 1_048_576,
  'gemini-2.5': 1_048_576,
  'gemini-3': 1_048_576,
  'gemini-flash': 1_048_576,
  'gemini-pro': 1_048_576,

  'deepseek-chat': 131_072,
  'deepseek-reasoner': 131_072,
  'deepseek-v4': 1_000_000,
  'grok-4.3': 1_000_000,
  'grok-4.5': 500_000,
  'llama-3.1': 131_072,
  'llama-3.2': 131_072,
  'llama-3.3': 131_072,
});
