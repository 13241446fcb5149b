/**
 * How many tokens of a language model a text takes. Tokenizers differ between models, so a number is only as good as the
 * tokenizer behind it is close to the model's own.
 */
export interface TokenEstimator {
  /** @returns a whole number, 0 for the empty text; never throws for a string */
  estimate(text: string): number;
}

/** Injection token of the {@link TokenEstimator} that token budgets count with. */
export const TokenEstimator = Symbol('TokenEstimator');
