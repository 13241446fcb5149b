import { settle } from '@toolgate/tool-runtime';
import type { Awaitable, KindRegistry, ToolDefinition, ToolResult } from '@toolgate/tool-runtime';
import { propertiesOf } from '../declaration/schema-properties.js';
import { failure, invalidParams } from '../json-rpc/mcp-failures.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpRequest } from '../json-rpc/mcp-request.js';
import { McpErrorCode } from '../protocol/error-codes.js';
import type { McpEra } from '../protocol/protocol-versions.js';
import { requestIdMember } from './calls/call-meta.js';
import type { MethodCalls } from './calls/method-calls.js';
import { refusedCall } from './calls/refused-call.js';
import type { Completers } from './completion/completers.js';
import { readCompletionParams, readReference } from './completion/completion-params.js';
import type { CompletionParams, CompletionReference } from './completion/completion-params.js';
import { unknownArgument, unknownReference } from './completion/completion.messages.js';
import type { McpFeature, McpMethod } from './mcp-feature.js';
import type { ServedPrompts } from './prompts/served-prompt.js';
import type { ServedResources } from './resources/served-resources.js';

/** What the completion feature works with. */
export interface CompletionFeatureParts {
  readonly promptRegistry: KindRegistry;
  readonly resourceRegistry: KindRegistry;
  readonly completionRegistry: Pick<KindRegistry, 'invoke'>;
  readonly prompts: ServedPrompts;
  readonly resources: ServedResources;
  readonly completers: Completers;
  readonly calls: MethodCalls;
}

const NOBODY: ReadonlySet<string> = new Set();
const NO_SUGGESTIONS = '"completion":{"values":[],"total":0,"hasMore":false}';

/** `completion/complete`: whoever may use a prompt or a template gets suggestions for its arguments, each asked for through the whole pipeline. */
export class CompletionFeature implements McpFeature {
  readonly methods: ReadonlyMap<string, McpMethod>;

  constructor(private readonly parts: CompletionFeatureParts) {
    const eras: readonly McpEra[] = ['modern', 'legacy'];
    this.methods = new Map<string, McpMethod>([
      [
        'completion/complete',
        {
          eras,
          // Whoever completes all the same gets no suggestions; looking for any at every key that is pressed would cost more.
          isServed: () => parts.prompts.isAny || parts.resources.isAny,
          handle: (request) => this.complete(request),
          target: (params) => {
            const reference = readReference(params);
            return typeof reference === 'string' ? undefined : this.find(reference);
          },
        },
      ],
    ]);
  }

  capabilities(): Readonly<Record<string, unknown>> {
    return this.isAny ? { completions: {} } : {};
  }

  private get isAny(): boolean {
    const { prompts, resources, completers } = this.parts;
    const targets = [...prompts.all(), ...resources.all()].map(({ definition }) => definition);
    return completers.isAny(targets);
  }

  private complete(request: McpRequest): Awaitable<McpReply | undefined> {
    const params = readCompletionParams(request.params, request.meta);
    if (typeof params === 'string') return invalidParams(request, params);
    const target = this.find(params.reference);
    const registry = this.registryOf(params.reference);
    const name = target?.localName ?? nameIn(params.reference);
    return settle(target ? registry.mayCall(request.context, name) : false, (may) => {
      if (target && may) return this.suggest(request, params, target);
      const refused = failure(
        request,
        McpErrorCode.INVALID_PARAMS,
        unknownReference(params.reference),
      );
      // So that the attempt is audited, like one to use it.
      const attempt = registry.invoke(name, params.filled, request.context, { known: NOBODY });
      return settle(attempt, () => refused);
    });
  }

  private suggest(
    request: McpRequest,
    { argument, value, filled }: CompletionParams,
    target: ToolDefinition,
  ): Awaitable<McpReply | undefined> {
    if (!propertiesOf(target.input.schema).has(argument))
      return failure(request, McpErrorCode.INVALID_PARAMS, unknownArgument(argument));
    const name = this.parts.completers.nameOf(target, argument);
    if (name === undefined)
      return { id: request.id, resultJson: request.codec.completeJson(NO_SUGGESTIONS) };
    const options = request.offered && { answer: request.offered };
    return this.parts.calls.run(request, {
      mode: 'execute',
      invoke: (caller) =>
        this.parts.completionRegistry.invoke(name, { value, arguments: filled }, caller, options),
      reply: (result) => replyWith(request, result),
    });
  }

  private find(reference: CompletionReference): ToolDefinition | undefined {
    const { prompts, resources } = this.parts;
    const found =
      reference.kind === 'prompt'
        ? prompts.find(reference.name)
        : resources.template(reference.uri);
    return found?.definition;
  }

  private registryOf({ kind }: CompletionReference): Pick<KindRegistry, 'invoke' | 'mayCall'> {
    return kind === 'prompt' ? this.parts.promptRegistry : this.parts.resourceRegistry;
  }
}

function nameIn(reference: CompletionReference): string {
  return reference.kind === 'prompt' ? reference.name : reference.uri;
}

function replyWith(request: McpRequest, result: ToolResult): McpReply {
  const { success, type, dataJson } = result;
  if (!success || type === 'confirmation' || type === 'plan') return refusedCall(request, result);
  return {
    id: request.id,
    resultJson: request.codec.completeJson(dataJson.slice(1, -1), requestIdMember(result)),
  };
}
