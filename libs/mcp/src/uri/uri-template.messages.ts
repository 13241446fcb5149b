export const noText = () => 'it must be a text that is not empty';

export const noScheme = () =>
  "it must begin with a literal scheme, such as 'orders://', so that it can be told from other resources";

export const unbalanced = () => 'its braces do not match';

export const strangeLiteral = (text: string) =>
  `${JSON.stringify(text)} has characters that no URI has; write them percent-encoded`;

export const emptyExpression = () => '"{}" names no variable';

export const unknownOperator = (operator: string) =>
  `the operator "${operator}" is reserved for the future (RFC 6570, section 2.2)`;

export const modifier = (variable: string) =>
  `"${variable}" has a modifier of level 4 ("*" or ":n"), which cannot be matched back; use {+path} for a value with slashes`;

export const strangeVariable = (variable: string) =>
  `${JSON.stringify(variable)} is no name of a variable; use letters, digits and "_"`;

export const repeatedVariable = (variable: string) =>
  `the variable "${variable}" stands in it twice`;

export const tooMany = (most: number) => `it has more than ${most} variables`;

export const adjacent = (first: string, second: string) =>
  `nobody can tell where {${first}} ends and {${second}} begins; put a character between them that neither can hold, such as "/" or ","`;

export const notLast = (expression: string) =>
  `only literal text may follow ${expression}, because its values may hold anything`;

export const matrixNotEnded = () => 'what follows {;…} must begin with "/", "?" or "#"';

export const queryNotLast = () =>
  'only further parameters ({&…}) or a fragment ({#…}) may follow a query';
