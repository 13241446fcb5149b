/** Stands in for a secret. */
export const REDACTED = '***REDACTED***';

/** Stands in for a value that could not be read, so could not be redacted either. */
export const UNREDACTABLE = '***UNREDACTABLE***';
