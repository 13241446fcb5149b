/** Every code the runtime itself puts into `meta.code`. A tool may use others. */
export const ToolResultCode = {
  TOOL_NOT_FOUND: 'TOOL_NOT_FOUND',
  VALIDATION_ERROR: 'VALIDATION_ERROR',
  NOT_FOUND: 'NOT_FOUND',
  UNAUTHORIZED: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  CONFIRMATION_REQUIRED: 'CONFIRMATION_REQUIRED',
  RATE_LIMITED: 'RATE_LIMITED',
  BLOCKED: 'BLOCKED',
  CONFLICT: 'CONFLICT',
  TIMEOUT: 'TIMEOUT',
  CANCELLED: 'CANCELLED',
  /** The tool has to ask, and the client that called cannot be asked. */
  CAPABILITY_MISSING: 'CAPABILITY_MISSING',
  UNAVAILABLE: 'UNAVAILABLE',
  INTERNAL_ERROR: 'INTERNAL_ERROR',
} as const;

export type ToolResultCode = (typeof ToolResultCode)[keyof typeof ToolResultCode];
