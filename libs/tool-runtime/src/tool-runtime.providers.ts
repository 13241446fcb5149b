import type { Provider, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { AuditRecordFactory } from './audit/audit-record.factory.js';
import { AuditSinks } from './audit/audit-sink.js';
import { AuditTrail } from './audit/audit-trail.js';
import { LoggerAuditSink } from './audit/logger.audit-sink.js';
import { Redactor } from './audit/redactor.js';
import { Clock, systemClock } from './common/clock.js';
import { DependableClock } from './common/dependable-clock.js';
import { RandomSource, SystemRandomSource } from './common/random-source.js';
import { ConfirmationService } from './confirmation/confirmation.service.js';
import { ConfirmationStore } from './confirmation/confirmation-store.js';
import { MemoryConfirmationStore } from './confirmation/memory-confirmation.store.js';
import { schemaServicesProvider } from './discovery/schema-services.provider.js';
import { ToolCompiler } from './discovery/tool.compiler.js';
import { ToolExplorer } from './discovery/tool.explorer.js';
import { ToolRouteExplorer } from './discovery/tool-route.explorer.js';
import { ToolHandlerFactory } from './enhancers/tool-handler.factory.js';
import { ToolEventEmitter } from './events/tool-event.emitter.js';
import { InvocationPlanBuilder } from './inspection/invocation-plan.builder.js';
import { ToolPipeline } from './pipeline/tool-pipeline.js';
import { pipelineSteps } from './pipeline/tool-pipeline.steps.js';
import { PolicyGate } from './policy/policy-gate.js';
import { PolicyGuard } from './policy/policy.guard.js';
import { ToolRateLimitGuard } from './rate-limit/rate-limit.guard.js';
import { RateLimiter } from './rate-limit/rate-limiter.js';
import { createRateLimiter } from './rate-limit/rate-limiter.factory.js';
import { StorageByToken } from './rate-limit/storage-by-token.js';
import { ToolBudget } from './rate-limit/tool-budget.js';
import { TOOL_KIND } from './declaration/governed-method.js';
import { RegisteredKinds } from './registry/registered-kinds.js';
import { RegisteredTools } from './registry/registered-tools.js';
import { ToolCatalog } from './registry/tool-catalog.js';
import { ToolListing } from './registry/tool-listing.js';
import { ChannelRenderers } from './rendering/channel-renderer.js';
import { RendererRegistry } from './rendering/renderer.registry.js';
import { ToolRegistry } from './tool-registry.js';
import { ToolRuntimeConfigurationError } from './tool-runtime-configuration.error.js';
import { storageNotProvided } from './tool-runtime.messages.js';
import { resolvedOptionsProvider } from './tool-runtime.module-definition.js';
import type { RateLimitOptions, ResolvedToolRuntimeOptions } from './tool-runtime.options.js';
import { HeuristicTokenEstimator } from './tokens/heuristic.token-estimator.js';
import { ModelContextLimits } from './tokens/model-context-limits.js';
import { TokenEstimator } from './tokens/token-estimator.js';
import { ToolTokenBudget } from './tokens/tool-token-budget.js';
import { ToolTokensCounter } from './tokens/tool-tokens.counter.js';
import { TOOL_RUNTIME_OPTIONS } from './tool-runtime.tokens.js';
import { VerificationToolsCompiler } from './discovery/verification-tools.compiler.js';
import { Approvals } from './verification/approvals.js';
import { HumanVerifier } from './verification/human.verifier.js';
import { MemoryVerificationStore } from './verification/memory-verification.store.js';
import { VerificationEntryFactory } from './verification/verification-entry.factory.js';
import { VerificationEventEmitter } from './verification/verification-event.emitter.js';
import { VerificationStore } from './verification/verification-store.js';
import { VerificationLedger } from './verification/verification.ledger.js';
import { VerificationTools } from './verification/verification.tools.js';
import { VerifiedCalls } from './verification/verified-calls.js';
import { VerifierConsultation } from './verification/verifier.consultation.js';
import { Verifier } from './verification/verifier.js';

/** The collaborators a host may replace by token, with what they are when it does not. */
const REPLACEABLE: Provider[] = [
  { provide: Clock, useValue: systemClock },
  { provide: RandomSource, useClass: SystemRandomSource },
  { provide: AuditSinks, useFactory: () => [new LoggerAuditSink()] },
  { provide: ChannelRenderers, useFactory: () => [] },
  { provide: ConfirmationStore, useClass: MemoryConfirmationStore },
  { provide: VerificationStore, useClass: MemoryVerificationStore },
  { provide: RateLimiter, inject: [TOOL_RUNTIME_OPTIONS, Clock, ModuleRef], useFactory: limiter },
  { provide: TokenEstimator, useClass: HeuristicTokenEstimator },
  { provide: Verifier, useExisting: HumanVerifier },
  PolicyGate,
];

const pipeline: Provider = {
  provide: ToolPipeline,
  inject: [
    TOOL_RUNTIME_OPTIONS,
    Clock,
    ToolCatalog,
    PolicyGate,
    ToolBudget,
    ConfirmationService,
    VerifiedCalls,
    VerifierConsultation,
    ToolEventEmitter,
    AuditTrail,
    Redactor,
  ],
  useFactory: (
    options: ResolvedToolRuntimeOptions,
    clock: Clock,
    catalog: ToolCatalog,
    policy: PolicyGate,
    budget: ToolBudget,
    confirmations: ConfirmationService,
    verifiedCalls: VerifiedCalls,
    consultation: VerifierConsultation,
    events: ToolEventEmitter,
    trail: AuditTrail,
    redactor: Redactor,
  ) => {
    const dependable = new DependableClock(clock);
    const steps = pipelineSteps({
      options,
      clock: dependable,
      catalog,
      policy,
      budget,
      confirmations,
      verifiedCalls,
      consultation,
      events,
      trail,
      redactor,
    });
    return new ToolPipeline(steps, dependable);
  },
};

/** Everything the runtime is made of. */
export const TOOL_RUNTIME_PROVIDERS: readonly Provider[] = [
  resolvedOptionsProvider,
  schemaServicesProvider,
  ...REPLACEABLE,
  Approvals,
  HumanVerifier,
  VerificationEntryFactory,
  VerificationEventEmitter,
  VerificationLedger,
  VerificationTools,
  VerificationToolsCompiler,
  VerifiedCalls,
  VerifierConsultation,
  Redactor,
  AuditRecordFactory,
  AuditTrail,
  ConfirmationService,
  InvocationPlanBuilder,
  ModelContextLimits,
  PolicyGuard,
  RegisteredKinds,
  { provide: RegisteredTools, useFactory: () => new RegisteredTools(TOOL_KIND) },
  RendererRegistry,
  { provide: ToolCatalog, useExisting: RegisteredTools },
  ToolBudget,
  ToolCompiler,
  ToolEventEmitter,
  ToolExplorer,
  ToolHandlerFactory,
  ToolListing,
  ToolRateLimitGuard,
  ToolRegistry,
  ToolRouteExplorer,
  ToolTokenBudget,
  ToolTokensCounter,
  pipeline,
];

/** What the host and the other Toolgate modules may inject. */
export const TOOL_RUNTIME_EXPORTS = [
  ConfirmationStore,
  Approvals,
  HumanVerifier,
  VerificationLedger,
  VerificationTools,
  AuditTrail,
  Clock,
  InvocationPlanBuilder,
  ModelContextLimits,
  PolicyGate,
  PolicyGuard,
  RandomSource,
  Redactor,
  RendererRegistry,
  TOOL_RUNTIME_OPTIONS,
  ToolBudget,
  ToolCatalog,
  ToolEventEmitter,
  ToolPipeline,
  ToolRateLimitGuard,
  ToolRegistry,
  ToolTokenBudget,
] as const;

async function limiter(
  { rateLimit }: ResolvedToolRuntimeOptions,
  clock: Clock,
  moduleRef: ModuleRef,
): Promise<RateLimiter | undefined> {
  if (rateLimit === false) return undefined;
  return createRateLimiter(rateLimit, clock, await findStorage(rateLimit.storage, moduleRef));
}

/** A storage is named by token, or by class, or is there already. */
async function findStorage(
  storage: RateLimitOptions['storage'],
  moduleRef: ModuleRef,
): Promise<ThrottlerStorage | undefined> {
  if (storage === undefined) return undefined;
  if (typeof storage === 'function') return moduleRef.create(storage as Type<ThrottlerStorage>);
  if (typeof storage === 'object') return storage;
  const byToken = new StorageByToken(moduleRef, storage);
  if (!byToken.exists())
    throw new ToolRuntimeConfigurationError([storageNotProvided(String(storage))]);
  return byToken;
}
