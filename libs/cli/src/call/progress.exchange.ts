import type { Exchange } from '@toolgate/tool-runtime';
import { jsonText, oneLine } from '../terminal/safe-text.js';
import type { Terminal } from '../terminal/terminal.js';

/** Shows what a running tool says: progress as a line that is replaced, log messages as lines that stay. */
export function progressExchange(terminal: Terminal): Exchange {
  const { dim, cyan } = terminal.notePaint;
  return {
    progress: ({ progress, total, message }) => {
      const count = total === undefined ? `${progress}` : `${progress} of ${total}`;
      const said = message === undefined ? '' : ` ${oneLine(message)}`;
      terminal.status(`${cyan('…')} ${count}${said}`);
    },
    log: (level, data, logger) => {
      const source = logger === undefined ? '' : ` [${oneLine(logger)}]`;
      const text = typeof data === 'string' ? oneLine(data) : oneLine(jsonText(data ?? null));
      terminal.note(dim(`${level}${source} ${text}`));
    },
  };
}
