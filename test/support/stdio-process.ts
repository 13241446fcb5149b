import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';

/** A JSON-RPC message as a client reads it. */
export interface WireMessage {
  readonly jsonrpc: string;
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A server in a process of its own, and its client. */
export class StdioProcess {
  readonly child: ChildProcessWithoutNullStreams;
  private out = '';
  private err = '';

  constructor(file: string, env: Readonly<Record<string, string>> = {}) {
    const { NODE_OPTIONS: _switches, ...inherited } = process.env;
    this.child = spawn(process.execPath, [file], { env: { ...inherited, ...env } });
    this.child.stdout.on('data', (chunk) => (this.out += String(chunk)));
    this.child.stderr.on('data', (chunk) => (this.err += String(chunk)));
    this.child.stdin.on('error', () => undefined);
  }

  get stderr(): string {
    return this.err;
  }

  /** Everything on standard output. @throws SyntaxError when a line is no JSON */
  get messages(): WireMessage[] {
    return this.out
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as WireMessage);
  }

  write(bytes: string | Uint8Array): void {
    this.child.stdin.write(bytes);
  }

  send(...messages: readonly object[]): void {
    for (const message of messages)
      this.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  call(id: number | string, name: string, args: object = {}): void {
    this.send({ id, method: 'tools/call', params: { name, arguments: args } });
  }

  /** Waits for the response to a request. */
  response(id: number | string): Promise<WireMessage> {
    return this.message((message) => message.id === id && message.method === undefined);
  }

  async message(matches: (message: WireMessage) => boolean): Promise<WireMessage> {
    for (;;) {
      const complete = this.out.slice(0, this.out.lastIndexOf('\n') + 1).split('\n');
      for (const line of complete) {
        const message = line === '' ? undefined : (JSON.parse(line) as WireMessage);
        if (message && matches(message)) return message;
      }
      await once(this.child.stdout, 'data');
    }
  }

  async printed(text: string): Promise<void> {
    while (!this.err.includes(text)) await once(this.child.stderr, 'data');
  }

  /** How the process ended, and how long after now, milliseconds. */
  async ended(): Promise<{ code: number | null; signal: string | null; ms: number }> {
    const started = performance.now();
    const [code, signal] = (await once(this.child, 'close')) as [number | null, string | null];
    return { code, signal, ms: performance.now() - started };
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}
