/** How the usual MCP clients are connected to the desk on this port, as one of its people. */
export function howToConnect(port: number): string {
  const url = `http://localhost:${port}/mcp`;
  return `Its tools over MCP, as one of demo-agent, demo-manager, demo-auditor:

  Claude Code    claude mcp add --transport http support-desk ${url} --header "Authorization: Bearer demo-agent"
  VS Code        .vscode/mcp.json: { "servers": { "support-desk": { "type": "http", "url": "${url}",
                   "headers": { "Authorization": "Bearer demo-agent" } } } }
  MCP Inspector  npx mcp-inspector --cli ${url} --transport http --header "Authorization: Bearer demo-agent" --method tools/list

Clients that start a server themselves run: node dist/apps/sample/mcp-stdio.js`;
}
