const WORD = /^[\w$.-]{1,80}$/;
const FRAMES = 4;

/**
 * What failed and where, without a word of what it said: a thrown thing's class, its `code` and its first stack frames. For code that was
 * handed a caller's arguments, whose messages may quote them.
 */
export function faultSummary(thrown: unknown): string {
  try {
    if (!(thrown instanceof Error)) return `a thrown ${thrown === null ? 'null' : typeof thrown}`;
    const { name, code } = thrown as Error & { code?: unknown };
    const kind = WORD.test(name) ? name : 'Error';
    const detail = typeof code === 'string' && WORD.test(code) ? ` ${code}` : '';
    return [`${kind}${detail}`, ...frames(thrown)].join('\n');
  } catch {
    // A getter of the thrown thing threw.
    return 'an error that cannot be read';
  }
}

/** Only lines after the message, which the stack repeats and which may itself contain lines that look like frames. */
function frames(error: Error): string[] {
  const { stack, message } = error;
  if (typeof stack !== 'string' || typeof message !== 'string') return [];
  const start = message === '' ? 0 : stack.indexOf(message);
  if (start < 0) return [];
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, FRAMES);
}
