import { inspect } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { canonicalJson, sha256 } from '../common/canonical-json.js';
import { Clock } from '../common/clock.js';
import { deepFreeze } from '../common/deep-freeze.js';
import type { JsonValue } from '../common/json.js';
import { RandomSource } from '../common/random-source.js';
import type { ResolvedToolRuntimeOptions } from '../tool-runtime.options.js';
import { TOOL_RUNTIME_OPTIONS } from '../tool-runtime.tokens.js';
import type { AuditRecord, CallFacts } from './audit-record.js';
import { Redactor } from './redactor.js';

const ID_BYTES = 16;
const MAX_NAME_BYTES = 256;
const MAX_USER_AGENT_BYTES = 512;

/** Makes audit records. Making one costs next to nothing: identifier, redaction and digest wait until somebody reads them. */
@Injectable()
export class AuditRecordFactory {
  private readonly services: RecordServices;

  constructor(
    redactor: Redactor,
    @Inject(Clock) private readonly clock: Clock,
    @Inject(RandomSource) random: RandomSource,
    @Inject(TOOL_RUNTIME_OPTIONS)
    options: {
      readonly audit: Pick<ResolvedToolRuntimeOptions['audit'], 'maxArgumentsBytes'>;
    },
  ) {
    this.services = { random, redactor, maxBytes: options.audit.maxArgumentsBytes };
  }

  /** The record of a call that has just ended, or is about to be executed. */
  create(facts: CallFacts): AuditRecord {
    return new LazyAuditRecord(facts, this.clock.now(), this.services);
  }
}

interface RecordServices {
  readonly random: RandomSource;
  readonly redactor: Redactor;
  /** Longest rendering of the arguments, bytes. */
  readonly maxBytes: number;
}

/** Private members only, so that a logger which prints the object itself prints no unredacted fact. */
class LazyAuditRecord implements AuditRecord {
  // Its arguments are let go once both views of them exist: a sink that keeps records must not keep every call's arguments alive.
  #facts: CallFacts;
  readonly #now: number;
  readonly #services: RecordServices;
  #id: string | undefined;
  #shown: { readonly value: JsonValue } | undefined;
  #digest: string | undefined;

  constructor(facts: CallFacts, now: number, services: RecordServices) {
    this.#facts = facts;
    this.#now = now;
    this.#services = services;
  }

  get id(): string {
    return (this.#id ??= this.#services.random.hex(ID_BYTES));
  }

  get time(): string {
    return new Date(this.#now).toISOString();
  }

  get phase(): AuditRecord['phase'] {
    return this.#facts.phase;
  }

  get outcome(): AuditRecord['outcome'] {
    return this.#facts.outcome;
  }

  get success(): boolean {
    return this.#facts.success;
  }

  get code(): string | undefined {
    return this.#identifier(this.#facts.code);
  }

  get reasonCode(): string | undefined {
    return this.#identifier(this.#facts.reasonCode);
  }

  get tool(): string {
    const { tool, fingerprint } = this.#facts;
    // A name that no tool has is text of the caller's.
    return fingerprint === undefined ? this.#text(tool, MAX_NAME_BYTES) : tool;
  }

  get fingerprint(): string | undefined {
    return this.#facts.fingerprint;
  }

  get requestId(): string {
    return this.#identifier(this.#facts.requestId);
  }

  get channel(): string {
    return this.#identifier(this.#facts.channel);
  }

  get principal(): string | null {
    return this.#identifier(this.#facts.principal);
  }

  get ip(): string | null {
    return this.#identifier(this.#facts.ip);
  }

  get userAgent(): string | null {
    const { userAgent } = this.#facts;
    return userAgent === null ? null : this.#text(userAgent, MAX_USER_AGENT_BYTES);
  }

  get tookMs(): number {
    return this.#facts.tookMs;
  }

  get resultBytes(): number | undefined {
    return this.#facts.resultBytes;
  }

  get cacheServed(): boolean {
    return this.#facts.cacheServed;
  }

  get late(): boolean {
    return this.#facts.late;
  }

  get verificationId(): string | undefined {
    return this.#identifier(this.#facts.verificationId);
  }

  get approvedBy(): readonly string[] | undefined {
    return this.#facts.approvedBy?.map((principal) => this.#identifier(principal));
  }

  get arguments(): JsonValue {
    if (!this.#shown) {
      const { redactor, maxBytes } = this.#services;
      const { sensitive: sensitivePaths } = this.#facts;
      this.#shown = deepFreeze({
        value: redactor.redact(this.#facts.args, { sensitivePaths, maxBytes }),
      });
      this.#releaseArguments();
    }
    return this.#shown.value;
  }

  get argumentsDigest(): string {
    if (this.#digest === undefined) {
      this.#digest = digestOf(this.#facts.args);
      this.#releaseArguments();
    }
    return this.#digest;
  }

  toJSON(): Record<string, JsonValue | undefined> {
    return {
      id: this.id,
      time: this.time,
      phase: this.phase,
      outcome: this.outcome,
      success: this.success,
      code: this.code,
      reason_code: this.reasonCode,
      tool: this.tool,
      fingerprint: this.fingerprint,
      request_id: this.requestId,
      channel: this.channel,
      principal: this.principal,
      ip: this.ip,
      user_agent: this.userAgent,
      took_ms: this.tookMs,
      result_bytes: this.resultBytes,
      cache_served: this.cacheServed,
      late: this.late,
      verification_id: this.verificationId,
      approved_by: this.approvedBy,
      arguments: this.arguments,
      arguments_digest: this.argumentsDigest,
    };
  }

  [inspect.custom](): Record<string, JsonValue | undefined> {
    return this.toJSON();
  }

  #identifier<T extends string | null | undefined>(value: T): T | string {
    return typeof value === 'string'
      ? this.#services.redactor.redactIdentifier(value, MAX_NAME_BYTES)
      : value;
  }

  #text(value: string, maxBytes: number): string {
    return this.#services.redactor.redactText(value, maxBytes);
  }

  #releaseArguments(): void {
    if (!this.#shown || this.#digest === undefined) return;
    this.#facts = { ...this.#facts, args: undefined };
  }
}

/** Empty for arguments that have no JSON form; only a call refused before its arguments were copied can have such. */
function digestOf(args: unknown): string {
  try {
    return sha256(canonicalJson(args));
  } catch {
    return '';
  }
}
