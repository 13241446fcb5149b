import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type {
  CallToolResult,
  ClientOptions,
  GetPromptResult,
  ReadResourceResult,
  RequestOptions,
} from '@modelcontextprotocol/client';

/** What a client and a server agree on before they talk. */
export type McpRevision = NonNullable<ClientOptions['versionNegotiation']>;

/** The official MCP client, as one of the people of the desk. */
export class DeskClient {
  private constructor(
    readonly token: string,
    private readonly client: Client,
  ) {}

  /**
   * @param endpoint address of the MCP endpoint
   * @param token a demo token
   * @param answer what the person at the client says when the server asks; left out, the client cannot be asked
   */
  static async connect(
    endpoint: URL,
    token: string,
    versionNegotiation: McpRevision,
    answer?: (message: string) => boolean,
  ): Promise<DeskClient> {
    const capabilities = answer ? { elicitation: { form: {} } } : {};
    const client = new Client(
      { name: 'demo', version: '0.1.0' },
      { versionNegotiation, capabilities },
    );
    if (answer)
      client.setRequestHandler('elicitation/create', ({ params }) => ({
        action: 'accept',
        content: { confirm: answer(params.message) },
      }));
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit }));
    return new DeskClient(token, client);
  }

  /** The revision that was agreed on. */
  get revision(): string {
    return this.client.getNegotiatedProtocolVersion() ?? 'unknown';
  }

  /** Names of the tools that this person may call. */
  async toolNames(): Promise<string[]> {
    const { tools } = await this.client.listTools();
    return tools.map(({ name }) => name);
  }

  /** @param meta members of `_meta` beside those of the protocol */
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
    meta?: Readonly<Record<string, unknown>>,
  ): Promise<CallToolResult> {
    return this.client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) }, options);
  }

  /** URI templates of the resources that this person may read. */
  async templates(): Promise<string[]> {
    const { resourceTemplates } = await this.client.listResourceTemplates();
    return resourceTemplates.map(({ uriTemplate }) => uriTemplate);
  }

  read(uri: string): Promise<ReadResourceResult> {
    return this.client.readResource({ uri });
  }

  /** Names of the prompts that this person may use. */
  async promptNames(): Promise<string[]> {
    const { prompts } = await this.client.listPrompts();
    return prompts.map(({ name }) => name);
  }

  prompt(name: string, args: Record<string, string>): Promise<GetPromptResult> {
    return this.client.getPrompt({ name, arguments: args });
  }

  /** What could be meant by the beginning of an argument of a prompt. */
  async complete(prompt: string, name: string, value: string): Promise<readonly string[]> {
    const ref = { type: 'ref/prompt', name: prompt } as const;
    const { completion } = await this.client.complete({ ref, argument: { name, value } });
    return completion.values;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
