// Booting tools
export { createToolTestingModule, withToolTesting } from './tool-testing.module.js';
export type { ToolTestingModuleOptions, ToolTestingOptions } from './tool-testing.module.js';
export { ToolTesting, toolTesting } from './tool-testing.js';
export type { ToolTestSource } from './tool-test-source.js';

// Who calls
export { asNobody, asPerson } from './tool-callers.js';
export type { CallerChoice } from './caller-choice.js';
export { confirmAndCall } from './confirm-and-call.js';

// What should happen
export { expectTool } from './expect-tool.js';
export { expectTools } from './expect-tools.js';
export type { ToolExpectation } from './tool-expectation.js';
export type { DenialCheck } from './denial-check.js';
export { ToolExpectationError } from './tool-expectation.error.js';
export { planSnapshot } from './plan-snapshot.js';
export type { PlanSnapshot } from './plan-snapshot.js';

// Time and audit trail
export { FakeClock } from './fake-clock.js';
export { AuditRecorder } from './audit-recorder.js';
export type { ExpectedRecord } from './audit-recorder.js';

// What a host's own stores, limiters and sinks must keep to
export { confirmationStoreContract } from './contracts/confirmation-store.contract.js';
export type { ConfirmationStoreUnderTest } from './contracts/confirmation-store.contract.js';
export { verificationStoreContract } from './contracts/verification-store.contract.js';
export type { VerificationStoreUnderTest } from './contracts/verification-store.contract.js';
export { someApproval, someVerification, someVote } from './contracts/verification-samples.js';
export { rateLimiterContract } from './contracts/rate-limiter.contract.js';
export type { RateLimiterUnderTest } from './contracts/rate-limiter.contract.js';
export { auditSinkContract } from './contracts/audit-sink.contract.js';
export type { AuditSinkUnderTest } from './contracts/audit-sink.contract.js';
export { someCall, someRecord } from './contracts/audit-samples.js';
export type { ContractCase } from './contracts/contract-case.js';
