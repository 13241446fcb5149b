import type { ToolOptions } from '@toolgate/tool-runtime';
import type { CompletionSource } from './completion.options.js';
import type { GovernanceOptions } from './governance.options.js';

/** Everything a prompt can say about itself. */
export interface PromptOptions extends GovernanceOptions, Pick<ToolOptions, 'clamps'> {
  /** A Standard Schema with a JSON form or a plain JSON Schema of the arguments. Use instead of `@PromptArg()` or a DTO. */
  readonly input?: ToolOptions['input'];
  /** Suggestions for arguments, by name. */
  readonly complete?: Readonly<Record<string, CompletionSource>>;
}
