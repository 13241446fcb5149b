/** Longest piece of a caller's text that goes back in a message, characters. */
const LONGEST_ECHO = 200;

/** Characters that break a line or turn its direction: clients print messages, and so does the log. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** A caller's text as part of an answer to that caller: bounded, since headers and names can be long, and on one line. */
export function echo(text: string): string {
  const bounded = text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…` : text;
  return bounded.replace(UNPRINTABLE, '\ufffd');
}

/** What a -32020 says: which header, what it holds, and what the body says instead. */
export function headersDisagree(name: string, value: string | undefined, body: string) {
  const header = value === undefined ? '(missing)' : echo(value);
  const told = echo(body);
  return {
    message: `Header mismatch: ${name} is ${value === undefined ? 'missing' : JSON.stringify(header)}, but ${told}`,
    data: { mismatch: { header: name, value: header, body: told } },
  };
}
