import { escapeForLine } from './common/escape-for-line.js';
import { describeOwner } from './registry/registry.messages.js';
import type { ToolOwner } from './registry/tool-definition.js';

/** Several problems as one text, numbered so that none is overlooked. */
export const problemList = (headline: string, problems: readonly string[]) =>
  [headline, ...problems.map((problem, index) => `  ${index + 1}. ${problem}`)].join('\n');

/** "1 problem", "3 problems". */
export const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

// Enhancers

/** @param bound where it stands: `bound by @UseGuards` */
export const unboundEnhancer = (owner: ToolOwner, enhancer: string, bound: string) =>
  `${describeOwner(owner)}: ${enhancer}, ${bound}, would never run. ${owner.class} is provided with useFactory or useValue, and Nest constructs enhancers only for classes that it instantiates itself. Provide ${owner.class} as a class or with useClass, or bind an instance, new ${enhancer}(…), instead of the class.`;

export const inheritedEnhancerIsScoped = (owner: ToolOwner, enhancer: string) =>
  `${describeOwner(owner)}: globalEnhancers is 'inherit', but the global ${enhancer} is request-scoped or transient, and Nest makes such an enhancer only for controllers. Make ${enhancer} a singleton, bind it on the tool's class, or set globalEnhancers to 'skip'.`;

export const guardNotRunning = (owner: ToolOwner, guards: readonly string[]) =>
  `${describeOwner(owner)}: not every one of its guards (${guards.join(', ')}) can run, so the tool is refused. Check that each of them has a canActivate method and that its dependencies can be resolved.`;

export const previewCannotCall = (owner: ToolOwner) =>
  `${describeOwner(owner)} cannot be called: the application was started with preview: true, which constructs no provider. Start it without preview.`;

// Tool declarations

/** A problem of one tool, with the place where it is declared. */
export const toolProblem = (owner: ToolOwner, problem: string) =>
  `${describeOwner(owner)}: ${problem}`;

/** How a tool without a method is called in messages. */
export const runtimeTool = (name: unknown, kind = 'tool') => `${kind} ${shown(name)}`;

export const optionsNotAnObject = () =>
  'A tool needs an options object with at least a name and a description.';

export const handlerNotAFunction = (tool: string) =>
  `The handler of ${tool} must be a function that takes the input and the context.`;

export const badToolName = (kind: string, name: string, pattern: RegExp, isFixed: boolean) =>
  `the ${kind} name ${shown(name)} does not match ${pattern}. Rename the ${kind}${isFixed ? '' : ', or set discovery.namePattern'}.`;

export const mutatingReadOnly = () =>
  'a tool cannot be both mutating and readOnly. Remove one of them: policy, cost and the hints for clients depend on it.';

export const costExceedsLimit = (cost: number, limit: number) =>
  `one call costs ${cost} but rateLimit.limit is ${limit}, so no call would ever be allowed. Raise rateLimit.limit or set rateLimit.cost.`;

export const duplicateToolName = (
  name: string,
  first: ToolOwner,
  second: ToolOwner,
  kind = 'tool',
) =>
  first.class === second.class && first.method === second.method
    ? `The ${kind} "${name}" exists twice, because ${first.class} is provided by two modules: ${first.module} and ${second.module}. Provide it in one of them, export it there, and import that module in the other.`
    : `Two methods declare the ${kind} "${name}": ${describeOwner(first)} and ${describeOwner(second)}. ${kind.charAt(0).toUpperCase()}${kind.slice(1)} names are unique in an application; rename one of them.`;

export const duplicateAddress = (
  kind: string,
  address: string,
  first: ToolOwner,
  second: ToolOwner,
) =>
  `Two methods declare the ${kind} ${shown(address)}: ${describeOwner(first)} and ${describeOwner(second)}. Change one of them.`;

export const reservedToolName = (name: string, owner: ToolOwner, reservedFor: string) =>
  `${describeOwner(owner)}: the tool name "${name}" is reserved for ${reservedFor}. Rename the tool.`;

export const includedModuleMissing = (name: string) =>
  `discovery.include names ${name}, which is not part of the application. Import it, or remove it from discovery.include.`;

export const noTools = (isRestricted: boolean) =>
  `No tool was found${isRestricted ? ' in the modules of discovery.include' : ''}. Add a class with an @Tool() method to the providers of an imported module, or set discovery.requireTools to false if tools are only registered at run time.`;

export const importedRepeatedly = (module: string, times: number) =>
  `${module} is part of the application ${times} times, so there would be ${times} separate tool registries. Call ${module}.forRoot() or forRootAsync() once, in the root module, and import it nowhere else: it is global.`;

export const previewOptionsFailed = (reason: string) =>
  `Preview: the options factory of ToolRuntimeModule failed, because the providers it injects are not constructed in preview. Tools are shown with default options. (${reason})`;

// Options

export const unknownOption = (
  path: string,
  suggestion: string | undefined,
  known: readonly string[],
) =>
  suggestion === undefined
    ? `${path} is not an option. Known here: ${known.join(', ')}.`
    : `${path} is not an option. Did you mean "${suggestion}"?`;

export const badOption = (path: string, expected: string, got: unknown) =>
  `${path} must be ${expected}, got ${shown(got)}.`;

export const emptyChannelName = () =>
  'channels has a policy for the empty channel name, which no call can have. Give the channel a name, for example "slack".';

export const readCostExceedsLimit = (readCost: number, limit: number) =>
  `rateLimit.readCost is ${readCost} but rateLimit.limit is only ${limit}, so no call would ever be allowed. Raise the limit or lower the cost.`;

export const storageNotProvided = (token: string) =>
  `rateLimit.storage is the token ${token}, but nothing is provided under it. Import the module that provides it (ThrottlerModule for ThrottlerStorage), or pass a storage itself.`;

/** A short, single-line form of a value the host wrote into its configuration. */
function shown(value: unknown): string {
  if (typeof value === 'string') return escapeForLine(JSON.stringify(value), 80);
  if (value === null || typeof value !== 'object') return escapeForLine(String(value), 80);
  return Array.isArray(value) ? 'an array' : 'an object';
}
