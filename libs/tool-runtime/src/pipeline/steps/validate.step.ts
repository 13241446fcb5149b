import { settle } from '../../common/awaitable.js';
import type { Awaitable } from '../../common/awaitable.js';
import { deepFreeze } from '../../common/deep-freeze.js';
import { copyJson } from '../../common/json-copy.js';
import type { JsonObject } from '../../common/json.js';
import type { ConfirmationService } from '../../confirmation/confirmation.service.js';
import { CONFIRM_TOKEN_NAME, VERIFICATION_ID_NAME } from '../../declaration/argument-names.js';
import type { PolicyGate } from '../../policy/policy-gate.js';
import type { ToolDefinition } from '../../registry/tool-definition.js';
import { ToolResult } from '../../result/tool-result.js';
import { snapshotArguments } from '../../schema/argument-snapshot.js';
import type { ArgumentIssue, BoundArguments } from '../../schema/tool-input.js';
import type { ResolvedToolRuntimeOptions } from '../../tool-runtime.options.js';
import type { VerifiedCalls } from '../../verification/verified-calls.js';
import type { InvocationStep } from '../invocation-step.js';
import type { Invocation } from '../invocation.js';
import { invalidArguments } from '../pipeline.messages.js';
import { active } from '../step.descriptions.js';
import { counted } from '../../tool-runtime.messages.js';
import { askStore } from '../store-access.js';

/**
 * Turns whatever the caller sent into arguments the tool declared, or refuses.
 *
 * A call that redeems a confirmation is judged from here on by the arguments that were confirmed, not by what it sends:
 * policy, guards, listeners and tool all see one and the same set.
 */
export class ValidateStep implements InvocationStep {
  readonly kind = 'validate';
  readonly role = 'guard';

  constructor(
    private readonly options: ResolvedToolRuntimeOptions,
    private readonly policy: PolicyGate,
    private readonly confirmations: ConfirmationService,
    private readonly verifiedCalls: VerifiedCalls,
  ) {}

  describe(tool: ToolDefinition) {
    const { repair, maxDepth, maxNodes, ignoredKeys } = this.options.arguments;
    const { properties = {} } = tool.input.schema as { properties?: object };
    const count = Object.keys(properties).length;
    // A tool without arguments is no exception: its closed schema refuses whatever is sent.
    const source =
      count === 0
        ? 'The closed input schema of the tool takes no arguments and refuses any.'
        : `The closed input schema of the tool declares ${counted(count, 'argument')} and refuses any other.`;
    return active(source, {
      repair,
      maxDepth,
      maxNodes,
      ignoredKeys,
      schema: tool.input.schema,
      sensitive: tool.input.sensitive.map((path) => path.join('.')),
    });
  }

  run(invocation: Invocation): Awaitable<ToolResult | void> {
    const { repair } = this.options.arguments;
    const snapshot = snapshotArguments(invocation.rawArgs, this.options.arguments, { repair });
    if (!snapshot.ok) return refuse(invocation, snapshot.issues);
    const sent = snapshot.value;
    const token = takeMember(sent, CONFIRM_TOKEN_NAME);
    const { approval } = invocation.tool;
    const verificationId = approval && takeMember(sent, VERIFICATION_ID_NAME);
    if (verificationId !== undefined && invocation.context.mode === 'execute') {
      invocation.sent = deepFreeze(sent) as JsonObject;
      return this.loadSubmitted(invocation, verificationId);
    }
    if (token !== undefined && this.redeems(invocation)) {
      invocation.sent = deepFreeze(sent) as JsonObject;
      return this.loadConfirmed(invocation, token);
    }
    if (this.keepsSent(invocation)) invocation.sent = deepFreeze(copyJson(sent)) as JsonObject;
    const check = invocation.tool.input.check(sent, { repair });
    if (!check.valid) {
      invocation.args = deepFreeze(sent) as JsonObject;
      return refuse(invocation, check.issues);
    }
    const repaired = [...snapshot.repaired, ...check.repaired];
    if (repaired.length > 0) invocation.note('repaired', repaired);
    if (check.ignored.length > 0) invocation.note('ignored_arguments', check.ignored);
    return this.accept(invocation, check.args);
  }

  private redeems({ context, tool }: Invocation): boolean {
    return context.mode === 'execute' && this.policy.requiresConfirmation(context, tool);
  }

  /** Only a confirmation and an approval have to remember what was sent; `check` changes its argument in place. */
  private keepsSent({ context, tool }: Invocation): boolean {
    return tool.approval !== undefined || this.policy.requiresConfirmation(context, tool);
  }

  private loadSubmitted(invocation: Invocation, id: unknown): Awaitable<ToolResult | void> {
    const { context, tool } = invocation;
    return settle(this.verifiedCalls.find(context, tool, id), (found) => {
      invocation.approval = { found };
      if (!found.found) return;
      invocation.approval.id = found.record.entry.id;
      return this.accept(invocation, found.call.arguments);
    });
  }

  private loadConfirmed(invocation: Invocation, token: unknown): Awaitable<ToolResult | void> {
    if (typeof token !== 'string' || token === '') {
      invocation.redemption = { status: 'unknown' };
      return;
    }
    invocation.confirmToken = token;
    const found = askStore('confirmation_store', () =>
      this.confirmations.find(invocation.context, invocation.tool, token),
    );
    return settle(found, (entry) => {
      if (!entry) {
        invocation.redemption = { status: 'unknown' };
        return;
      }
      invocation.redemption = { status: 'pending', entry };
      return this.accept(invocation, entry.arguments);
    });
  }

  private accept(invocation: Invocation, args: JsonObject): Awaitable<ToolResult | void> {
    const { input } = invocation.tool;
    const bounded = input.clamp(args);
    invocation.args = args;
    invocation.boundedArgs = deepFreeze(bounded.args);
    if (bounded.clamped.length > 0) invocation.note('clamped', bounded.clamped);
    return settle(input.bind(bounded.args), (bound: BoundArguments) => {
      if (!bound.valid) return refuse(invocation, bound.issues);
      invocation.input = bound.input;
    });
  }
}

function refuse(invocation: Invocation, issues: readonly ArgumentIssue[]): ToolResult {
  return invocation.end(
    'invalid',
    ToolResult.error(invalidArguments(issues), null, {
      code: 'VALIDATION_ERROR',
      issues: issues.map(({ path, rule }) => ({ path, rule })),
    }),
  );
}

/** Removes what is meant for the runtime before the schema sees it: a closed schema would refuse it, and it must reach neither tool nor log. */
function takeMember(sent: Record<string, unknown>, name: string): unknown {
  if (!(name in sent)) return undefined;
  const value = sent[name];
  delete sent[name];
  return value === null ? undefined : value;
}
