import { otherTools } from './testing.messages.js';
import { ToolExpectationError } from './tool-expectation.error.js';
import { registeredNames, replacedHostsOf, toolsOf } from './tool-test-source.js';
import type { ToolTestSource } from './tool-test-source.js';

/**
 * The application has these tools, hidden ones included, in any order, and no others: a tool that somebody adds is a door that somebody
 * opens, and a tool that a test replaces by accident is a test of nothing.
 *
 * @throws ToolExpectationError naming what is missing, what was not expected, and which replaced provider took its tools away
 */
export function expectTools(source: ToolTestSource, names: readonly string[]): void {
  const tools = toolsOf(source);
  const registered = registeredNames(tools);
  const missing = names.filter((name) => !registered.includes(name));
  const unexpected = registered.filter((name) => !names.includes(name));
  if (missing.length === 0 && unexpected.length === 0) return;
  const replaced = replacedHostsOf(tools);
  throw new ToolExpectationError(otherTools(missing, unexpected, registered, replaced));
}
