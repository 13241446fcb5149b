/** What this module brings beside tools. Their names stand before those of methods in audit records, rules and limiter keys. */
export const RESOURCE_KIND = 'resource';
export const PROMPT_KIND = 'prompt';
export const COMPLETION_KIND = 'completion';

/** Names may also be file names. */
export const RESOURCE_NAME = /^[A-Za-z0-9_.-]{1,128}$/;
