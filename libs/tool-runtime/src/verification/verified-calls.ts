import { Injectable } from '@nestjs/common';
import { settle } from '../common/awaitable.js';
import type { Awaitable } from '../common/awaitable.js';
import { canonicalJson, sha256 } from '../common/canonical-json.js';
import type { ToolContext } from '../context/tool-context.js';
import type { ApprovalRule } from './approval-rule.js';
import { VerificationEntryFactory, bindingOf } from './verification-entry.factory.js';
import type { ApprovableTool, CallToApprove } from './verification-entry.factory.js';
import type {
  VerificationRecord,
  VerificationRefusal,
  VerificationTransition,
  VerifiedCall,
} from './verification-store.js';
import { VerificationLedger } from './verification.ledger.js';

/** A stored call, found again by whoever made it. */
export type FoundCall =
  | { readonly found: true; readonly record: VerificationRecord; readonly call: VerifiedCall }
  | { readonly found: false; readonly why: 'unknown' | 'tool_changed' | 'damaged' };

/** Longest id that is looked up, characters. */
const LONGEST_ID = 128;

const UNKNOWN: FoundCall = Object.freeze({ found: false, why: 'unknown' });

/**
 * The rules of a call that waits for an approval, on top of the ledger: it is bound to channel, principal and tool. For anybody else, and for another
 * tool, there is no such call.
 */
@Injectable()
export class VerifiedCalls {
  constructor(
    private readonly entries: VerificationEntryFactory,
    private readonly ledger: VerificationLedger,
  ) {}

  /**
   * Keeps a call until somebody has decided.
   * @returns how it stands, or which cap refused it
   * @throws VerificationUnavailableError when the store does not answer
   */
  submit(
    context: ToolContext,
    tool: ApprovableTool,
    rule: ApprovalRule,
    call: CallToApprove,
  ): Awaitable<VerificationRecord | VerificationRefusal> {
    return this.ledger.open(this.entries.forCall(context, tool, rule, call), context);
  }

  /** The stored call of this caller. Changes nothing. @throws VerificationUnavailableError when the store does not answer */
  find(context: ToolContext, tool: ApprovableTool, id: unknown): Awaitable<FoundCall> {
    if (typeof id !== 'string' || id === '' || id.length > LONGEST_ID) return UNKNOWN;
    return settle(this.ledger.find(id), (record): FoundCall => {
      const { binding = null, call = null } = record?.entry ?? {};
      if (!record || !call || binding !== bindingOf(context, tool.name)) return UNKNOWN;
      if (call.fingerprint !== tool.fingerprint) return { found: false, why: 'tool_changed' };
      return sha256(canonicalJson(call.arguments)) === call.argumentsDigest
        ? { found: true, record, call }
        : { found: false, why: 'damaged' };
    });
  }

  /** Uses a grant up: of any number of calls, in any number of processes, one may go on. */
  use(context: ToolContext, record: VerificationRecord): Awaitable<VerificationTransition> {
    return this.ledger.use(record.entry, context.requestId);
  }
}
