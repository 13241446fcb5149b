export { ApprovalsModule } from './approvals.module.js';
export type { ApprovalsHttpOptions, Reviewer } from './approvals-http.options.js';
