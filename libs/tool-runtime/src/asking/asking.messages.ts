export const cannotAsk = (what: string): string =>
  `This needs ${what}, which the client that called has not said it can do. Call from a client that can, or let the tool do without: ask ctx.can() first.`;

export const CAPABILITY_NAMES: Readonly<Record<string, string>> = {
  elicitation: 'to ask a person by a form',
  'elicitation.url': 'to send a person to a page',
  sampling: "to ask the client's model",
  roots: "to see the client's folders",
};

export const notAnswered = (why: string): string => `The question was not answered: ${why}`;

export const cannotRerun = (): string =>
  'the answer would come with another call, and this one has used up a token or an approval that the other could not bring again.';

export const messageNeeded = (): string =>
  'ctx.elicit(): "message" must be a text that says what is asked and why.';

export const badUrl = (url: unknown): string =>
  `ctx.elicit(): "url" must be an absolute https URL (http only to loopback), got ${JSON.stringify(url)}.`;

export const badForm = (why: string): string =>
  `ctx.elicit(): the schema cannot be shown as a form: ${why}. Forms are flat objects of strings, numbers, booleans and choices (MCP, client/elicitation).`;

export const badSampling = (): string =>
  'ctx.sample(): needs "messages" with a role and content each, and "maxTokens" of at least 1.';

export const badQuestionKey = (key: string): string =>
  `ctx.ask(): ${JSON.stringify(key)} cannot name a question. Use 1 to 64 letters, digits, "_", "-" or ".".`;

export const repeatedQuestion = (key: string): string =>
  `ctx.ask(): the key ${JSON.stringify(key)} names two questions of one call. Give each its own, so that the answers can be told apart.`;

export const notJson = (key: string): string =>
  `ctx.once(${JSON.stringify(key)}): what it returns has to be kept while the person is asked, so it must be plain JSON.`;
