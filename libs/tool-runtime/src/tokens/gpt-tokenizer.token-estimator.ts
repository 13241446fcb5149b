import type { TokenEstimator } from './token-estimator.js';
import { tokenizerMissing, unknownEncoding } from './tokens.messages.js';

/** Vocabularies of OpenAI's models: `o200k_base` since GPT-4o, `o200k_harmony` for gpt-oss, `cl100k_base` for GPT-4 and GPT-3.5. */
export type GptEncodingName = 'o200k_base' | 'o200k_harmony' | 'cl100k_base';

/** The part of an encoding module that is used. */
interface EncodingModule {
  countTokens(text: string, options: { readonly disallowedSpecial: Set<string> }): number;
}

// Each vocabulary is a module of a megabyte or more, so only the one that is asked for is loaded.
const LOADERS: ReadonlyMap<string, () => Promise<EncodingModule>> = new Map([
  ['o200k_base', () => import('gpt-tokenizer/encoding/o200k_base')],
  ['o200k_harmony', () => import('gpt-tokenizer/encoding/o200k_harmony')],
  ['cl100k_base', () => import('gpt-tokenizer/encoding/cl100k_base')],
]);

const MISSING: ReadonlySet<unknown> = new Set([
  'ERR_MODULE_NOT_FOUND',
  'MODULE_NOT_FOUND',
  'ERR_PACKAGE_PATH_NOT_EXPORTED',
]);

/**
 * Counts exactly as OpenAI's models do, with the optional package `gpt-tokenizer` (version 3). An unbroken word of tens of thousands of
 * characters takes it seconds.
 *
 * @example
 * ```ts
 * ToolRuntimeModule.forRoot({
 *   providers: [{ provide: TokenEstimator, useFactory: () => GptTokenizerEstimator.create() }],
 * })
 * ```
 */
export class GptTokenizerEstimator implements TokenEstimator {
  private constructor(private readonly encoding: EncodingModule) {}

  /**
   * Loads a vocabulary; afterwards counting is synchronous.
   * @throws Error when `gpt-tokenizer` is not installed, saying how to install it
   * @throws RangeError for an encoding that is not one of {@link GptEncodingName}
   */
  static async create(encoding: GptEncodingName = 'o200k_base'): Promise<GptTokenizerEstimator> {
    return new GptTokenizerEstimator(await loadEncoding(encoding, LOADERS));
  }

  estimate(text: string): number {
    // A description that contains `<|endoftext|>` is text like any other; by default the library throws at it.
    return this.encoding.countTokens(text, { disallowedSpecial: new Set() });
  }
}

/** Loads an encoding through the loader of its name. Takes the loaders so that a missing package can be tried without removing it. */
export async function loadEncoding<T>(
  encoding: string,
  loaders: ReadonlyMap<string, () => Promise<T>>,
): Promise<T> {
  const loader = loaders.get(encoding);
  if (!loader) throw new RangeError(unknownEncoding(encoding, [...loaders.keys()]));
  try {
    return await loader();
  } catch (error) {
    if (!MISSING.has((error as { code?: unknown } | null)?.code)) throw error;
    throw new Error(tokenizerMissing(), { cause: error });
  }
}
