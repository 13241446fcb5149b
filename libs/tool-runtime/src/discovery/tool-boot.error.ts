import { counted, problemList } from '../tool-runtime.messages.js';

/** Tools are declared in a way that cannot work. Lists everything that is wrong, so that one edit is enough. */
export class ToolBootError extends Error {
  /** @param problems one sentence each: where, what, what to do */
  constructor(readonly problems: readonly string[]) {
    super(
      problemList(
        `The tools of this application have ${counted(problems.length, 'problem')}:`,
        problems,
      ),
    );
    this.name = 'ToolBootError';
  }
}
