/** An expectation about a tool that did not hold. Its message says what happened instead. */
export class ToolExpectationError extends Error {
  override readonly name = 'ToolExpectationError';
}
