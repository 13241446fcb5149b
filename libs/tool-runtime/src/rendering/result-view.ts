/** What a result has to say, bounded and safe to print, before any layout: the same for every renderer. */
export interface ResultView {
  readonly kind: ResultViewKind;
  readonly success: boolean;
  /** What the result is about: `Results`, the entity of a detail. */
  readonly subject: string | undefined;
  /** The lines of its message or error; none when it has neither. */
  readonly message: readonly string[];
  readonly body: ViewBody;
  readonly page: string | undefined;
  readonly actions: readonly string[];
  /** What the reader should know or do. */
  readonly notes: readonly string[];
}

export type ResultViewKind =
  'list' | 'detail' | 'confirmation' | 'blocked' | 'error' | 'plan' | 'content' | 'generic';

export type ViewBody =
  | { readonly type: 'items'; readonly items: readonly ItemView[]; readonly more: number }
  | { readonly type: 'rows'; readonly rows: readonly RowView[]; readonly more: number }
  | { readonly type: 'lines'; readonly lines: readonly string[] }
  | { readonly type: 'nothing' };

export interface RowView {
  readonly label: string;
  readonly value: ValueView;
}

export interface ValueView {
  readonly text: string;
  readonly kind: 'text' | 'yes' | 'no' | 'nothing';
}

export interface ItemView {
  readonly id: string;
  readonly name: string;
  /** Undefined when the item does not say. */
  readonly available: boolean | undefined;
  /** Its other members that are single values. */
  readonly others: readonly RowView[];
}

/** Longest label of a row, characters. */
export const LONGEST_LABEL = 60;
/** Longest cell of a list, characters. */
export const LONGEST_CELL = 60;
/** Longest line of running text, characters. */
export const LONGEST_LINE = 500;
