const BYTES_PER_MEGABYTE = 1_000_000;

const size = (bytes: number) =>
  bytes < BYTES_PER_MEGABYTE / 10
    ? `${bytes} bytes`
    : `${(bytes / BYTES_PER_MEGABYTE).toFixed(1)} MB`;

export const tooLarge = (bytes: number, maxBytes: number, measured: 'exact' | 'at least') =>
  `result of ${measured === 'exact' ? '' : 'at least '}${size(bytes)} is over the limit of ${size(maxBytes)}; narrow the query`;

export const tooDeep = (maxDepth: number) =>
  `result too deep: more than ${maxDepth} levels; return flatter data`;

export const cycle = () =>
  'cycle: the value contains itself; return plain data without back references';

export const notFinite = () => 'NaN and Infinity have no JSON form; return null or text';

export const invalidDate = () => 'invalid Date; return null or a valid date';

export const noJsonForm = (what: string) => `${what} has no JSON form; return plain data`;

export const promise = () => 'a promise inside the data; await it before returning';

export const stream = () =>
  'a stream, Observable or async iterator has no JSON form; collect it first, or return media with ToolResult.content([...])';

export const iterator = () => 'an iterator has no JSON form; spread it into an array';

export const binary = () =>
  'binary data has no JSON form; return it with ToolResult.content([...]) as an image, audio or resource block, or as base64 text';

export const mapKey = () =>
  'a Map key that is an object, function or symbol has no JSON form; use text keys';

export const mapKeysCollide = () => 'two keys of a Map have the same text; use text keys';

export const unreadable = () => 'reading this value threw; return plain data';
