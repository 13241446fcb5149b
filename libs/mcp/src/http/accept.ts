/** Which of the two forms of an answer a client takes. */
export type AcceptedForm = 'any' | 'json' | 'stream' | 'none';

export const JSON_TYPE = 'application/json';
export const STREAM_TYPE = 'text/event-stream';

/** What the specification has clients send. */
const BOTH = `${JSON_TYPE}, ${STREAM_TYPE}`;
/** What else most clients send, so that nothing needs to be parsed. */
const USUAL: ReadonlyMap<string, AcceptedForm> = new Map([
  ['', 'any'],
  ['*/*', 'any'],
  [JSON_TYPE, 'json'],
  [STREAM_TYPE, 'stream'],
]);

/** Reads an `Accept` header. Clients leave it out, send a wildcard or name only one form; only a client that names neither gets nothing. */
export function acceptedForm(accept: string | undefined): AcceptedForm {
  if (accept === undefined || accept === BOTH) return 'any';
  const usual = USUAL.get(accept);
  if (usual) return usual;
  const ranges = accept.toLowerCase().split(',').map(readRange);
  const takes = (type: string) => {
    const [family] = type.split('/');
    // The most specific range decides: `application/json;q=0, */*` takes everything but JSON.
    for (const range of [type, `${family}/*`, '*/*']) {
      const named = ranges.find(({ name }) => name === range);
      if (named) return !named.refused;
    }
    return false;
  };
  const json = takes(JSON_TYPE);
  const stream = takes(STREAM_TYPE);
  if (json) return stream ? 'any' : 'json';
  return stream ? 'stream' : 'none';
}

function readRange(range: string): { readonly name: string; readonly refused: boolean } {
  const [name = '', ...parameters] = range.split(';');
  const refused = parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter));
  return { name: name.trim(), refused };
}
