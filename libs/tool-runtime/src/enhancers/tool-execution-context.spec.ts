import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { ToolContext } from '../context/tool-context.js';
import { TOOL_CONTEXT_TYPE, getToolContext, isToolContext } from './tool-execution-context.js';

const hostOf = (type: string, ...args: unknown[]) => {
  const host = new ExecutionContextHost(args);
  host.setType(type);
  return host;
};

describe('an enhancer that serves tools and routes', () => {
  const context = ToolContext.web({ principal: 'ann' });

  it('can tell a tool call from a request', () => {
    expect(isToolContext(hostOf(TOOL_CONTEXT_TYPE, context, {}))).toBe(true);
    expect(isToolContext(hostOf('http', {}, {}))).toBe(false);
  });

  it('gets the context of the call', () => {
    expect(getToolContext(hostOf(TOOL_CONTEXT_TYPE, context, {}))).toBe(context);
  });

  it('finds the context, not the input, where a guard for routes looks for the request', () => {
    const host = hostOf(TOOL_CONTEXT_TYPE, context, { ip: '203.0.113.9' });
    expect(host.switchToHttp().getRequest()).toBe(context);
  });

  it('is told when it asks for a context outside a tool call', () => {
    expect(() => getToolContext(hostOf('http', {}, {}))).toThrow(/"http".*isToolContext/);
    expect(() => getToolContext(hostOf(TOOL_CONTEXT_TYPE, { principal: 'forged' }))).toThrow(
      TypeError,
    );
  });
});
