/** One row of a table of options. */
export interface OptionsRow {
  /** The outermost name: `rateLimit`. */
  readonly section: string;
  /** Every option the row names, by its path from the root, with the default it states; undefined where it states none. */
  readonly options: ReadonlyMap<string, unknown>;
}

const ROW = /^\| `([\w.]+)`\s*\|([^|]*)\|(.*)\|$/gm;
const VALUE = /`'[^']*'`|`\/[^`]+\/`|true|false|\d[\d ]*(?:\.\d+)?/;
/** `name` with or without the value after it. */
const MEMBER = new RegExp(`\`(?!true|false)([a-z]\\w*)\`(?: (${VALUE.source}))?`, 'gi');
const WHOLE_VALUE = new RegExp(`^(?:${VALUE.source})$`);

/** Reads the rows of the table with the heading `option | default`. */
export function readOptionsTable(page: string): OptionsRow[] {
  const table = page.slice(page.search(/^\| option\s+\| default/m));
  return [...table.matchAll(ROW)].map(([, name = '', stated = '', about = '']) => {
    const [section = ''] = name.split('.');
    const options = new Map<string, unknown>();
    for (const [, member = '', value] of about.matchAll(MEMBER))
      options.set(`${section}.${member}`, valueOf(value));
    // A section of several options states their defaults one by one.
    if (options.size === 0) options.set(name, valueOf(stated.trim()));
    return { section, options };
  });
}

function valueOf(text: string | undefined): unknown {
  if (text === undefined || !WHOLE_VALUE.test(text)) return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text.startsWith("`'")) return text.slice(2, -2);
  if (text.startsWith('`/')) return new RegExp(text.slice(2, -2));
  return Number(text.replaceAll(' ', ''));
}
