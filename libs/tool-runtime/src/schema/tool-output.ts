import type { JsonSchema } from '../common/json.js';
import type { ArgumentIssue } from './tool-input.js';

/** The declared shape of a tool's `data`, compiled once at boot. */
export interface ToolOutput {
  /** JSON Schema 2020-12, deeply frozen. */
  readonly schema: JsonSchema;
  /** @returns the violations; empty when `data` conforms */
  check(data: unknown): readonly ArgumentIssue[];
}
