import type { FoundCall } from '../verification/verified-calls.js';

/** What is known about the approval of a call of a tool that can need one. */
export interface ApprovalState {
  /** Id of its verification, for the records; undefined while there is none. */
  id?: string;
  /** What the caller's `verification_id` stands for; undefined when none was sent. */
  readonly found?: FoundCall;
  /** Whether the call has to wait; undefined until its arguments have been asked. */
  needed?: boolean;
  /** Who approved the call that was released. */
  approvedBy?: readonly string[];
}
