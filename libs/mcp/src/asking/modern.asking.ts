import { InputRequiredError } from '@toolgate/tool-runtime';
import type { AskCapability, JsonValue, Question } from '@toolgate/tool-runtime';
import type { ClientCapabilities } from '../protocol/client-capabilities.js';
import { declares } from './call-asking.js';
import type { CallAsking } from './call-asking.js';
import { wireQuestion } from './wire-questions.js';
import type { WireQuestion } from './wire-questions.js';

/** What a call knows from its earlier runs. */
export interface CallMemory {
  /** Answers as they came, by question. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** What `ctx.once()` returned, by key. */
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Keys of the questions that were asked. */
  readonly asked: readonly string[];
}

export const NO_MEMORY: CallMemory = Object.freeze({
  answers: Object.freeze({}),
  values: Object.freeze({}),
  asked: Object.freeze([]),
});

/**
 * Asks a client of the stateless revision: the call ends with its questions and runs again, from its beginning, with the answers (2026-07-28,
 * multi round-trip requests).
 */
export class ModernAsking implements CallAsking {
  readonly suspends = true;
  private readonly answers: Map<string, unknown>;
  private readonly values: Map<string, JsonValue>;
  private readonly asked: ReadonlySet<string>;
  private readonly open = new Map<string, WireQuestion>();

  constructor(
    private readonly declared: ClientCapabilities,
    memory: CallMemory,
    /** What the client brings now; read by the questions, as everything in it may be wrong. */
    private readonly brought: Readonly<Record<string, unknown>>,
    readonly isResumed: boolean,
  ) {
    this.answers = new Map(Object.entries(memory.answers));
    this.values = new Map(Object.entries(memory.values));
    this.asked = new Set(memory.asked);
  }

  /** Questions without an answer, by key. */
  get questions(): Readonly<Record<string, WireQuestion>> {
    return Object.fromEntries(this.open);
  }

  /** What the next run has to know. */
  get memory(): CallMemory {
    return {
      answers: Object.fromEntries(this.answers),
      values: Object.fromEntries(this.values),
      asked: [...new Set([...this.asked, ...this.open.keys()])],
    };
  }

  can(capability: AskCapability): boolean {
    return declares(this.declared, capability);
  }

  ask(questions: ReadonlyMap<string, Question>): Promise<ReadonlyMap<string, unknown>> {
    const read = new Map<string, unknown>();
    for (const [key, question] of questions) {
      const answer = this.answerTo(key, question);
      if (answer) read.set(key, answer.value);
      else this.open.set(key, wireQuestion(question.asked));
    }
    return read.size === questions.size
      ? Promise.resolve(read)
      : Promise.reject(new InputRequiredError());
  }

  recall(key: string): { readonly value: JsonValue } | undefined {
    const value = this.values.get(key);
    return value === undefined ? undefined : { value };
  }

  remember(key: string, value: JsonValue): void {
    this.values.set(key, value);
  }

  /** An answer that does not fit is none: the client is asked again. */
  private answerTo(key: string, question: Question): { readonly value: unknown } | undefined {
    const isNew = !this.answers.has(key);
    if (isNew && !Object.hasOwn(this.brought, key)) return undefined;
    if (isNew && question.mustBeAsked && !this.asked.has(key)) return undefined;
    const raw = isNew ? this.brought[key] : this.answers.get(key);
    const reading = question.read(raw);
    if (!reading.ok) return undefined;
    if (isNew) this.answers.set(key, raw);
    return { value: reading.answer };
  }
}
