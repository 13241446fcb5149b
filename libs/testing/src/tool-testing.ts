import type { INestApplicationContext } from '@nestjs/common';
import { AuditSinks, Clock } from '@toolgate/tool-runtime';
import type { AuditSink, ToolContext, ToolRegistry, ToolResult } from '@toolgate/tool-runtime';
import { AuditRecorder } from './audit-recorder.js';
import { CallerChoice } from './caller-choice.js';
import { confirmAndCall } from './confirm-and-call.js';
import { expectTool } from './expect-tool.js';
import { expectTools } from './expect-tools.js';
import { FakeClock } from './fake-clock.js';
import { planSnapshot } from './plan-snapshot.js';
import type { PlanSnapshot } from './plan-snapshot.js';
import { NO_FAKE_CLOCK, NO_RECORDER } from './testing.messages.js';
import type { ToolExpectation } from './tool-expectation.js';
import { ToolExpectationError } from './tool-expectation.error.js';
import { fromRuntime, toolsOf } from './tool-test-source.js';

/** The tools of one application, and everything a test does with them. Made by `createToolTestingModule()` or {@link toolTesting}. */
export class ToolTesting {
  constructor(
    readonly app: INestApplicationContext,
    readonly registry: ToolRegistry,
  ) {}

  /**
   * Every audit record so far.
   * @throws ToolExpectationError when the trail of the application is not recorded
   */
  get audit(): AuditRecorder {
    const sinks = fromRuntime<readonly AuditSink[]>(this.app, AuditSinks);
    const recorder = sinks.find((sink) => sink instanceof AuditRecorder);
    if (!recorder) throw new ToolExpectationError(NO_RECORDER);
    return recorder;
  }

  /**
   * The time of the runtime.
   * @throws ToolExpectationError when the application runs on another clock
   */
  get clock(): FakeClock {
    const clock = fromRuntime<unknown>(this.app, Clock);
    if (!(clock instanceof FakeClock)) throw new ToolExpectationError(NO_FAKE_CLOCK);
    return clock;
  }

  /**
   * Calls a tool for real, once it is said who calls.
   *
   * @example
   * ```ts
   * const result = await tools.call('get_order', { order_id: 'A-1' }).on('mcp').as('user:1', ['orders:read']);
   * ```
   */
  call<T = unknown>(tool: string, args: unknown = {}): CallerChoice<Promise<ToolResult<T>>> {
    return new CallerChoice((context) => this.registry.call<T>(tool, args, context));
  }

  /** As {@link confirmAndCall}, once it is said who calls. */
  confirmAndCall<T = unknown>(
    tool: string,
    args: unknown = {},
  ): CallerChoice<Promise<ToolResult<T>>> {
    return new CallerChoice((context) => confirmAndCall<T>(this.registry, tool, args, context));
  }

  /** As {@link expectTool} on this application. */
  expectTool(tool: string): CallerChoice<ToolExpectation> {
    return expectTool(this.app, tool);
  }

  /** As {@link expectTools} on this application. */
  expectTools(names: readonly string[]): void {
    expectTools(this.app, names);
  }

  /** As {@link planSnapshot} on this application. */
  planSnapshot(tool: string, context: ToolContext): Promise<PlanSnapshot> {
    return planSnapshot(this.app, tool, context);
  }

  /** Shuts the application down. */
  close(): Promise<void> {
    return this.app.close();
  }
}

/**
 * The tools of an application that the test has booted itself. `audit` and `clock` are there when it was prepared by `withToolTesting()`.
 * @throws ToolExpectationError when there is no runtime in the application
 */
export function toolTesting(app: INestApplicationContext): ToolTesting {
  return new ToolTesting(app, toolsOf(app).registry);
}
