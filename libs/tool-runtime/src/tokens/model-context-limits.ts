import { Inject, Injectable } from '@nestjs/common';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import { MODEL_CONTEXT_LIMITS } from './model-limits.js';

/** The window of one model, and whether it is more than an assumption. */
export interface ContextLimit {
  /** Tokens. */
  readonly tokens: number;
  /** False: no entry fits the name, and `tokens` is `tokens.unknownModelLimit` of the options. */
  readonly known: boolean;
}

const AWS_VENDOR = /^(?:[a-z-]+\.)*anthropic\./;
const WORD_CHARACTER = /[a-z0-9]/;

/** The context window of a model by its name: the built-in {@link MODEL_CONTEXT_LIMITS} and, before them, `tokens.limits` of the options. */
@Injectable()
export class ModelContextLimits {
  private entries: ReadonlyMap<string, number> | undefined;

  constructor(
    @Inject(TOOL_RUNTIME_OPTIONS)
    private readonly options: Pick<ResolvedToolRuntimeOptions, 'tokens'>,
  ) {}

  /**
   * The entry that the name equals, else the longest one it begins with up to the end of a word: `gpt-4.1-mini` is a `gpt-4.1`,
   * and no `gpt-4`; `gpt-45` is neither. Upper and lower case, dots and dashes, and a vendor before the name (`openai/…`, `models/…`,
   * `us.anthropic.…`) make no difference.
   */
  of(model: string): ContextLimit {
    const name = normalized(model);
    this.entries ??= this.allEntries();
    let longest = '';
    let tokens: number | undefined;
    for (const [prefix, limit] of this.entries)
      if (prefix.length > longest.length && beginsWith(name, prefix)) {
        longest = prefix;
        tokens = limit;
      }
    return tokens === undefined
      ? { tokens: this.options.tokens.unknownModelLimit, known: false }
      : { tokens, known: true };
  }

  private allEntries(): ReadonlyMap<string, number> {
    const all = [MODEL_CONTEXT_LIMITS, this.options.tokens.limits ?? {}].flatMap(Object.entries);
    return new Map(all.map(([name, limit]) => [normalized(name), limit]));
  }
}

function normalized(model: string): string {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase();
  return name.replace(AWS_VENDOR, '').replaceAll('.', '-');
}

function beginsWith(name: string, prefix: string): boolean {
  if (!name.startsWith(prefix)) return false;
  return !WORD_CHARACTER.test(name.charAt(prefix.length)) || !WORD_CHARACTER.test(prefix.at(-1)!);
}
