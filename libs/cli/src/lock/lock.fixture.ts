import type { LockedRuntime, LockedTool, ToolLock } from './tool-lock.js';

/** A tool that demands nothing, or what the test makes of it. */
export function toolLock(facts: Partial<LockedTool> = {}): LockedTool {
  return {
    title: null,
    description: 'A tool of a test',
    version: null,
    fingerprint: 'f',
    scopes: [],
    scopesMode: 'any',
    mutating: false,
    readOnly: true,
    idempotent: true,
    confirm: false,
    hidden: false,
    timeoutMs: 1000,
    timeoutMode: 'abort',
    maxResultBytes: 1000,
    rateLimit: null,
    enhancers: { guards: [], interceptors: [], pipes: [], filters: [] },
    input: { type: 'object', additionalProperties: false },
    output: null,
    clamps: [],
    sensitive: [],
    access: {},
    ...facts,
  };
}

/** An application without tools. */
export function runtimeLock(facts: Partial<LockedRuntime> = {}): ToolLock {
  return {
    lockVersion: 1,
    runtime: {
      ruleProvider: false,
      events: true,
      globalEnhancers: 'skip',
      visibility: 'callable',
      auditMode: 'best-effort',
      confirmationTtlMs: 60_000,
      ...facts,
    },
    channels: {},
    otherChannels: { requireAuth: true },
    tools: {},
  };
}
