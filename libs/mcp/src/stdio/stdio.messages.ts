import { shown } from '../mcp.messages.js';

// To the client

export const lineTooLong = (maxLineBytes: number) =>
  `Parse error: a message may have at most ${maxLineBytes} bytes`;

export const notJson = () => 'Parse error: a line must be one JSON message in UTF-8';

export const internalError = () => 'Internal error';

// To whoever starts the server

export const noServer = () =>
  'McpStdio.serve found no MCP server in the application. Import McpModule.forRoot({ serverInfo: … }) in the root module.';

export const serverUnknown = (name: string, known: readonly string[]) =>
  `McpStdio.serve found no MCP server with the name ${shown(name)}. This application has: ${known.map(shown).join(', ')}. Set the option server to one of them.`;

export const serverAmbiguous = (known: readonly string[]) =>
  `McpStdio.serve must know which MCP server to serve. This application has: ${known.map(shown).join(', ')}. Set the option server to one of them.`;

export const notServable = (got: unknown) =>
  `McpStdio.serve takes a Nest module, an application context or a promise of either, got ${shown(got)}.`;

export const notAContext = () =>
  'McpStdio.serve: the option context must give a ToolContext, for example ToolContext.stdio({ principal: "ann" }).';

export const serving = (server: string) =>
  `MCP server ${shown(server)} serves standard input and output; whatever else is printed goes to standard error`;

export const terminalInput = () =>
  'Standard input is a terminal. An MCP server is started by its client; to try it by hand, use the MCP inspector.';

// What an operator should know

export const inputFailed = (error: unknown) =>
  `Standard input failed (${textOf(error)}); the client counts as gone.`;

export const outputStalled = () => 'The client has stopped reading its answers; it counts as gone.';

export const unwritable = (what: string, error: unknown) =>
  `A message (${shown(what)}) could not be written as JSON: ${textOf(error)}`;

export const closingFailed = (error: unknown) =>
  `The application could not be closed in order: ${textOf(error)}`;

function textOf(error: unknown): string {
  return shown(error instanceof Error ? error.message : error);
}
