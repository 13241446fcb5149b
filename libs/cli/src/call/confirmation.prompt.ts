import { createInterface } from 'node:readline';
import type { OutputStream } from '../terminal/output-pipe.js';
import type { InputStream } from '../tool-cli.options.js';

/** Where a question is put and answered. */
export interface PromptStreams {
  readonly stdin: InputStream;
  readonly stderr: OutputStream;
}

/**
 * Asks a person a yes-or-no question. Anything but yes is no: another word, the end of the input, Ctrl-C, an abort.
 * @param onInterrupt called at Ctrl-C, which the terminal does not turn into a signal while a question is open
 */
export function askYesOrNo(
  { stdin, stderr }: PromptStreams,
  question: string,
  signal: AbortSignal,
  onInterrupt: () => void,
): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const prompt = createInterface({ input: stdin, output: stderr, terminal: stderr.isTTY });
    const end = (answer: boolean) => {
      signal.removeEventListener('abort', abort);
      resolve(answer);
      prompt.close();
    };
    const abort = () => end(false);
    signal.addEventListener('abort', abort, { once: true });
    prompt.on('SIGINT', () => {
      onInterrupt();
      end(false);
    });
    prompt.on('close', abort);
    prompt.question(question, (answer) => end(/^\s*y(?:es)?\s*$/i.test(answer)));
  });
}
