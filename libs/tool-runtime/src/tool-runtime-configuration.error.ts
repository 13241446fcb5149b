import { counted, problemList } from './tool-runtime.messages.js';

/** The options of `ToolRuntimeModule` make no sense. Lists everything that is wrong, so that one edit is enough. */
export class ToolRuntimeConfigurationError extends Error {
  /** @param problems one sentence each: which option, what it must be, what it was */
  constructor(readonly problems: readonly string[]) {
    super(
      problemList(
        `The options of ToolRuntimeModule have ${counted(problems.length, 'problem')}:`,
        problems,
      ),
    );
    this.name = 'ToolRuntimeConfigurationError';
  }
}
