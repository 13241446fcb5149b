// The module
export { ToolRuntimeModule } from './tool-runtime.module.js';
export type { ToolRuntimeModuleExtras } from './tool-runtime.module-definition.js';
export { ToolRuntimeConfigurationError } from './tool-runtime-configuration.error.js';
export { InjectToolRuntimeOptions, TOOL_RUNTIME_OPTIONS } from './tool-runtime.tokens.js';
export type {
  ArgumentOptions,
  AuditOptions,
  ConfirmationOptions,
  DiscoveryOptions,
  EventOptions,
  ExecutionOptions,
  PolicyOptions,
  RateLimitOptions,
  ResolvedToolRuntimeOptions,
  TokenOptions,
  ToolRuntimeOptions,
} from './tool-runtime.options.js';

// Declaring tools
export { Tool } from './declaration/tool.decorator.js';
export { ToolParam } from './declaration/tool-param.decorator.js';
export { ToolInput } from './declaration/tool-input.decorator.js';
export { ToolCtx } from './declaration/tool-ctx.decorator.js';
export { Sensitive, ToolProperty } from './declaration/tool-property.decorator.js';
export type {
  ToolApprovalOptions,
  ClampOption,
  Icon,
  ToolOptions,
  ToolParamOptions,
  ToolRateLimitOptions,
  ToolTypeReference,
} from './declaration/tool-options.js';
export { TOOL_KIND } from './declaration/governed-method.js';
export type {
  GovernedFacts,
  GovernedMethod,
  GovernedNeighbour,
  ResultShape,
} from './declaration/governed-method.js';
export { governedMethod, governedParameter } from './declaration/governed-method.decorator.js';
export type { ParameterPipe } from './declaration/route-arguments.js';
export { ToolBootError } from './discovery/tool-boot.error.js';

// Calling and listing tools
export { ToolRegistry } from './tool-registry.js';
export { KindRegistry } from './kind-registry.js';
export type { CallOptions } from './call-options.js';
export type { InputOf, RuntimeToolHandler, RuntimeToolOptions } from './tool-registry.js';
export { ToolAlreadyRegisteredError } from './registry/registered-tools.js';
export { ToolCatalog } from './registry/tool-catalog.js';
export type {
  RateLimitRule,
  TimeoutMode,
  ToolDefinition,
  ToolGovernance,
  ToolOwner,
} from './registry/tool-definition.js';
export type { ToolEnhancers, ToolHandler } from './registry/tool-handler.js';
export type { ToolFilter } from './registry/tool-listing.js';
export { summarize } from './registry/tool-summary.js';
export type { ToolAnnotations, ToolSummary } from './registry/tool-summary.js';

// Tools for agents in the same process
export { Toolset } from './toolset/toolset.js';
export type { ToolsetCall } from './toolset/toolset.js';
export type { OpenAiChatTool, OpenAiResponsesTool } from './toolset/openai.tool.js';
export type { AnthropicTool } from './toolset/anthropic.tool.js';
export type { AiSdkCallOptions, AiSdkTool } from './toolset/ai-sdk.tool.js';

// Who calls
export { ToolContext } from './context/tool-context.js';
export type {
  ChannelContextOptions,
  PrincipalContextOptions,
  TelegramContextOptions,
  ToolContextMode,
  ToolContextOptions,
} from './context/tool-context.js';
export type { Exchange, ExchangeLogLevel, ProgressUpdate } from './context/exchange.js';
export type { RequestUser } from './context/web-context.js';

// How a call ends
export { ToolResult } from './result/tool-result.js';
export type {
  ConfirmationSubject,
  PageOptions,
  Pagination,
  ToolResultMeta,
} from './result/tool-result.js';
export { normalizeResult } from './result/result-normalizer.js';
export type { NormalizedResult, ResultLimits } from './result/result-normalizer.js';
export { ToolResultCode } from './result/tool-result.codes.js';
export { ToolError } from './result/tool-error.js';
export type { ToolErrorOptions } from './result/tool-error.js';
export type {
  AudioContent,
  ContentAnnotations,
  ContentBlock,
  EmbeddedResourceContent,
  ImageContent,
  ResourceLinkContent,
  TextContent,
} from './result/content-block.js';

// Schemas
export type { JsonObject, JsonSchema, JsonValue } from './common/json.js';
export type {
  ArgumentCheck,
  ArgumentIssue,
  BoundArguments,
  ClampRule,
  ToolInput as ToolInputContract,
} from './schema/tool-input.js';
export type { ToolOutput as ToolOutputContract } from './schema/tool-output.js';

// The pipeline
export { ToolPipeline } from './pipeline/tool-pipeline.js';
export type {
  ForetoldEnd,
  InvocationStep,
  InvocationStepKind,
  InvocationStepPresence,
  InvocationStepRole,
  StepDescription,
} from './pipeline/invocation-step.js';

// Seeing a call before it runs
export { InvocationPlanBuilder } from './inspection/invocation-plan.builder.js';
export type {
  InvocationPlan,
  PlanVerdict,
  PlannedStep,
  WiringState,
} from './inspection/invocation-plan.js';
export { planAsText } from './inspection/invocation-plan.text.js';
export type { PlanPainter, PlanTextRole } from './inspection/invocation-plan.text.js';
export { planAsMermaid } from './inspection/invocation-plan.mermaid.js';

// Policy
export { PolicyGate } from './policy/policy-gate.js';
export type { PolicyRequest } from './policy/policy-gate.js';
export type { ChannelPolicy } from './policy/channel-policy.js';
export type { DenialReasonCode, PolicyDecision } from './policy/policy-decision.js';
export { PolicyRuleProvider } from './policy/policy-rule-provider.js';
export type { PolicyRule, PolicyRuleQuery } from './policy/policy-rule-provider.js';
export { PolicyGuard } from './policy/policy.guard.js';
export { ToolForbiddenException } from './policy/tool-forbidden.exception.js';
export { UseToolPolicy } from './declaration/use-tool-policy.decorator.js';

// Rate limiting
export { RateLimiter } from './rate-limit/rate-limiter.js';
export type { RateLimitVerdict, RateLimitWindow } from './rate-limit/rate-limiter.js';
export { SlidingWindowRateLimiter } from './rate-limit/sliding-window.rate-limiter.js';
export { ThrottlerRateLimiter } from './rate-limit/throttler.rate-limiter.js';
export { ToolBudget } from './rate-limit/tool-budget.js';
export type { BudgetUse, BudgetVerdict, BudgetedTool } from './rate-limit/tool-budget.js';
export { ToolRateLimitGuard } from './rate-limit/rate-limit.guard.js';
export { ToolRateLimitException } from './rate-limit/tool-rate-limit.exception.js';

// Confirmation
export { ConfirmationStore } from './confirmation/confirmation-store.js';
export type {
  ConfirmationRefusal,
  PendingConfirmation,
} from './confirmation/confirmation-store.js';
export { MemoryConfirmationStore } from './confirmation/memory-confirmation.store.js';

// Verification
export { Approvals } from './verification/approvals.js';
export type { ApprovalPage, ApprovalQuery } from './verification/approvals.js';
export type { ApprovalView, ApprovalVote } from './verification/approval-view.js';
export type { ApprovalRule } from './verification/approval-rule.js';
export { Verifier } from './verification/verifier.js';
export { HumanVerifier } from './verification/human.verifier.js';
export type { HumanAnswer } from './verification/human.verifier.js';
export { RuleVerifier } from './verification/rule.verifier.js';
export type { RuleDecision, VerificationRule } from './verification/rule.verifier.js';
export { WEBHOOK_SIGNATURE_HEADER, WebhookVerifier } from './verification/webhook.verifier.js';
export type { WebhookVerifierOptions } from './verification/webhook.verifier.js';
export { WebhookRefusedError } from './verification/webhook-callback.js';
export type { WebhookFault } from './verification/webhook-callback.js';
export { isSignedBody, signBody } from './verification/webhook-signature.js';
export { VerificationRequest } from './verification/verification-request.js';
export type { VerificationRequestFields } from './verification/verification-request.js';
export { VerificationContext } from './verification/verification-context.js';
export type { VerificationContextFields } from './verification/verification-context.js';
export { VerificationResult } from './verification/verification-result.js';
export type { VerificationStatus } from './verification/verification-result.js';
export { VerificationLedger } from './verification/verification.ledger.js';
export type {
  Admission,
  Reviewer,
  VerificationAnswer,
} from './verification/verification.ledger.js';
export type { VerificationActor } from './verification/verification-audit.js';
export {
  VerificationRefusedError,
  VerificationUnavailableError,
} from './verification/verification.error.js';
export type { VerificationReasonCode } from './verification/verification.error.js';
export {
  VerificationEvent,
  VerificationExpiredEvent,
  VerificationGrantedEvent,
  VerificationRejectedEvent,
  VerificationRequestedEvent,
} from './verification/verification-events.js';
export {
  OnVerificationExpired,
  OnVerificationGranted,
  OnVerificationRejected,
  OnVerificationRequested,
} from './verification/on-verification-event.decorators.js';
export { VerificationTools } from './verification/verification.tools.js';
export type {
  ListVerificationsInput,
  RequestVerificationInput,
  ResolveVerificationInput,
} from './verification/verification.tools.js';
export { VerificationStore } from './verification/verification-store.js';
export type {
  VerificationApproval,
  VerificationEntry,
  VerificationPage,
  VerificationRecord,
  VerificationRefusal,
  VerificationStage,
  VerificationTransition,
  VerificationVote,
  VerifiedCall,
} from './verification/verification-store.js';
export { MemoryVerificationStore } from './verification/memory-verification.store.js';
export {
  LARGEST_QUORUM,
  approvalsNeeded,
  isVerificationPolicy,
  quorum,
} from './verification/verification-policy.js';
export type { VerificationPolicy } from './verification/verification-policy.js';

// Events
export {
  ToolEvent,
  ToolExecutedEvent,
  ToolExecutingEvent,
  ToolFailedEvent,
} from './events/tool-events.js';
export { InterceptionSlot } from './events/interception-slot.js';
export type { InterceptionDecision, VetoReasonCode } from './events/interception-slot.js';
export {
  OnToolExecuted,
  OnToolExecuting,
  OnToolFailed,
} from './events/on-tool-event.decorators.js';
export { ToolEventEmitter } from './events/tool-event.emitter.js';
export { EventListeners } from './events/event-listeners.js';
export type { EventListenersOptions } from './events/event-listeners.js';

// Audit
export { AuditSinks } from './audit/audit-sink.js';
export type { AuditSink } from './audit/audit-sink.js';
export type { AuditRecord, CallFacts } from './audit/audit-record.js';
export type { CallOutcome, VerificationOutcome } from './audit/call-outcome.js';
export { AuditRecordFactory } from './audit/audit-record.factory.js';
export { AuditTrail } from './audit/audit-trail.js';
export { LoggerAuditSink, auditLine } from './audit/logger.audit-sink.js';
export { MemoryAuditSink } from './audit/memory.audit-sink.js';
export { Redactor } from './audit/redactor.js';
export type { RedactOptions, RedactedError } from './audit/redactor.js';
export { REDACTED, UNREDACTABLE } from './audit/redaction-markers.js';

// Rendering
export { RendererRegistry } from './rendering/renderer.registry.js';
export { ChannelRenderers } from './rendering/channel-renderer.js';
export type { ChannelRenderer } from './rendering/channel-renderer.js';
export { DefaultRenderer } from './rendering/default.renderer.js';
export { CliRenderer } from './rendering/cli.renderer.js';
export type { CliRenderingOptions } from './rendering/cli.renderer.js';
export type { RenderingOptions } from './rendering/rendering.options.js';
export { ENGLISH_TEXTS } from './rendering/rendering.texts.js';
export type { RenderingTexts } from './rendering/rendering.texts.js';
export { ansiPainter, plainPainter } from './rendering/painter.js';
export type { Painter, Tone } from './rendering/painter.js';

// Token budgets
export { ToolTokenBudget } from './tokens/tool-token-budget.js';
export type {
  BudgetOptions,
  SelectionOptions,
  ToolBudgetCheck,
  ToolSelection,
  ToolTokens,
} from './tokens/tool-token-budget.types.js';
export { TokenEstimator } from './tokens/token-estimator.js';
export { HeuristicTokenEstimator } from './tokens/heuristic.token-estimator.js';
export { GptTokenizerEstimator } from './tokens/gpt-tokenizer.token-estimator.js';
export type { GptEncodingName } from './tokens/gpt-tokenizer.token-estimator.js';
export { ModelContextLimits } from './tokens/model-context-limits.js';
export type { ContextLimit } from './tokens/model-context-limits.js';
export { MODEL_CONTEXT_LIMITS } from './tokens/model-limits.js';

// Nest enhancers around tools
export {
  TOOL_CONTEXT_TYPE,
  getToolContext,
  isToolContext,
} from './enhancers/tool-execution-context.js';

// Ports of the environment
export { Clock, systemClock } from './common/clock.js';
export { RandomSource, SystemRandomSource } from './common/random-source.js';
export { isPromiseLike, settle } from './common/awaitable.js';
export type { Awaitable } from './common/awaitable.js';

// Text of others on a terminal, in a log line or in a suggestion
export { escapeForLine } from './common/escape-for-line.js';
export { nearestName } from './common/nearest-name.js';
export { displayWidth } from './rendering/display-width.js';

// Asking whoever called
export {
  CapabilityMissingError,
  InputRequiredError,
  NotAnsweredError,
} from './asking/asking.errors.js';
export { elicitation, rootsOfClient, sampling } from './asking/questions.js';
export type { ContentOf, FormOptions, UrlOptions } from './asking/questions.js';
export type {
  AnswersOf,
  AskCapability,
  Asked,
  ClientRoot,
  ElicitationAnswer,
  Question,
  ReadAnswer,
  SamplingAnswer,
  SamplingRequest,
} from './asking/question.js';
export type { QuestionKey } from './context/tool-context.js';

// For modules that bring more of the runtime's own kind
export { canonicalJson, sha256 } from './common/canonical-json.js';
