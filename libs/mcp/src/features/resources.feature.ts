import { ToolResultCode, settle } from '@toolgate/tool-runtime';
import type { Awaitable, KindRegistry, ToolResult } from '@toolgate/tool-runtime';
import { failure, invalidParams } from '../json-rpc/mcp-failures.js';
import type { McpReply } from '../json-rpc/mcp-reply.js';
import type { McpRequest } from '../json-rpc/mcp-request.js';
import { McpErrorCode } from '../protocol/error-codes.js';
import type { McpEra } from '../protocol/protocol-versions.js';
import { LONGEST_URI } from '../uri/absolute-uri.js';
import type { MethodCalls } from './calls/method-calls.js';
import { planProblem } from './calls/plan-mode.js';
import { refusedCall } from './calls/refused-call.js';
import type { McpLists } from './listing/mcp-lists.js';
import type { McpFeature, McpMethod } from './mcp-feature.js';
import { encodeReadResult } from './resources/read-result.encoder.js';
import { unknownResource } from './resources/resources.messages.js';
import type { LocatedResource, ServedResources } from './resources/served-resources.js';

/** What the resources feature works with. */
export interface ResourcesFeatureParts {
  readonly resourceRegistry: KindRegistry;
  readonly resources: ServedResources;
  readonly lists: Pick<McpLists, 'resources' | 'templates'>;
  readonly calls: MethodCalls;
}

const NOBODY: ReadonlySet<string> = new Set();
const NO_ARGUMENTS = Object.freeze({});

/** `resources/list`, `resources/templates/list` and `resources/read`: every resource is read through the whole pipeline, like a tool. */
export class ResourcesFeature implements McpFeature {
  readonly methods: ReadonlyMap<string, McpMethod>;

  constructor(private readonly parts: ResourcesFeatureParts) {
    const eras: readonly McpEra[] = ['modern', 'legacy'];
    const isServed = () => parts.resources.isAny;
    this.methods = new Map<string, McpMethod>([
      [
        'resources/list',
        { eras, isServed, handle: (request) => parts.lists.resources.reply(request) },
      ],
      [
        'resources/templates/list',
        { eras, isServed, handle: (request) => parts.lists.templates.reply(request) },
      ],
      [
        'resources/read',
        {
          eras,
          isServed,
          handle: (request) => this.read(request),
          target: ({ uri }) =>
            typeof uri === 'string' ? parts.resources.locate(uri)?.resource.definition : undefined,
        },
      ],
    ]);
  }

  capabilities(_era: McpEra, pushes: boolean): Readonly<Record<string, unknown>> {
    const news = pushes ? { subscribe: true, listChanged: true } : {};
    return this.parts.resources.isAny ? { resources: news } : {};
  }

  private read(request: McpRequest): Awaitable<McpReply | undefined> {
    const { uri } = request.params;
    if (typeof uri !== 'string' || uri === '') return invalidParams(request, '"uri" is required');
    if (uri.length > LONGEST_URI)
      return invalidParams(request, `"uri" is longer than ${LONGEST_URI} characters`);
    const problem = planProblem(request.meta);
    if (problem !== undefined) return invalidParams(request, problem);
    const located = this.parts.resources.locate(uri);
    return located ? this.run(request, uri, located) : this.unknown(request, uri);
  }

  /** The runtime is asked as well, so that the attempt is audited, but told that it knows nothing: a URI must not be taken for a name. */
  private unknown(request: McpRequest, uri: string): Awaitable<McpReply> {
    const attempt = this.parts.resourceRegistry.invoke(uri, NO_ARGUMENTS, request.context, {
      known: NOBODY,
    });
    return settle(attempt, () => notFound(request, uri));
  }

  private run(
    request: McpRequest,
    uri: string,
    { resource, variables }: LocatedResource,
  ): Awaitable<McpReply | undefined> {
    const { localName } = resource.definition;
    const options = request.offered && { answer: request.offered };
    return this.parts.calls.run(request, {
      mode: 'execute',
      asked: { definition: resource.definition, args: uri },
      invoke: (caller) => this.parts.resourceRegistry.invoke(localName, variables, caller, options),
      reply: (result) =>
        isAnswer(result)
          ? { id: request.id, resultJson: encodeReadResult(request, resource, uri, result) }
          : refused(request, uri, result),
    });
  }
}

function isAnswer({ success, type }: ToolResult): boolean {
  return success && type !== 'confirmation' && type !== 'plan';
}

function refused(request: McpRequest, uri: string, result: ToolResult): McpReply {
  return result.code === ToolResultCode.NOT_FOUND || result.code === ToolResultCode.TOOL_NOT_FOUND
    ? notFound(request, uri)
    : refusedCall(request, result);
}

/** Legacy clients know a code of its own for it; for modern ones it is a bad parameter. */
function notFound(request: McpRequest, uri: string): McpReply {
  return failure(request, McpErrorCode.RESOURCE_NOT_FOUND, unknownResource(uri), { data: { uri } });
}
