import {
  GptTokenizerEstimator,
  HeuristicTokenEstimator,
  ToolRegistry,
} from '@toolgate/tool-runtime';
import { openSupportDesk } from './support/support-desk.js';
import type { SupportDesk } from './support/support-desk.js';

describe('the estimated tokens of the tools of the support desk', () => {
  let desk: SupportDesk;
  let exact: GptTokenizerEstimator;

  beforeAll(async () => {
    desk = await openSupportDesk();
    exact = await GptTokenizerEstimator.create();
  });

  afterAll(() => desk.app.close());

  const heuristic = new HeuristicTokenEstimator();
  const error = (text: string) => heuristic.estimate(text) / exact.estimate(text) - 1;
  const tools = () => desk.app.get(ToolRegistry).getSummaries();

  it('are within a tenth of what the tokenizer of GPT-4o counts, for every tool', () => {
    expect(tools().length).toBeGreaterThan(5);
    const missed = tools()
      .map((tool) => ({ name: tool.name, error: error(JSON.stringify(tool)) }))
      .filter((tool) => Math.abs(tool.error) > 0.1);
    expect(missed).toEqual([]);
  });

  it('are within five per cent of it for all tools together', () => {
    expect(Math.abs(error(JSON.stringify(tools())))).toBeLessThan(0.05);
  });
});
