import { Inject, Injectable } from '@nestjs/common';
import type { ToolDefinition } from '../registry/tool-definition.js';
import { summarize } from '../registry/tool-summary.js';
import { TokenEstimator } from './token-estimator.js';
import { badEstimate } from './tokens.messages.js';

/** What each tool takes of a model's context window. A definition never changes, so it is counted once. */
@Injectable()
export class ToolTokensCounter {
  private readonly counted = new WeakMap<ToolDefinition, number>();

  constructor(@Inject(TokenEstimator) private readonly estimator: TokenEstimator) {}

  /**
   * Tokens of the JSON that describes a tool to a client. What a vendor wraps around it, a few tokens per tool, is not included.
   * @throws TypeError when the estimator returns something that is no count
   */
  count(tool: ToolDefinition): number {
    const known = this.counted.get(tool);
    if (known !== undefined) return known;
    const tokens: unknown = this.estimator.estimate(JSON.stringify(summarize(tool)));
    if (typeof tokens !== 'number' || !Number.isFinite(tokens) || tokens < 0)
      throw new TypeError(badEstimate(tool.name, tokens));
    this.counted.set(tool, tokens);
    return tokens;
  }
}
