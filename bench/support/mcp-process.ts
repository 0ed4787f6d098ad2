import { type ChildProcess, spawn } from 'node:child_process';

/** A server over stdio, driven with raw lines: a client that costs next to nothing beside what it measures. */
export interface McpProcess {
  readonly child: ChildProcess;
  /** Sends one request and gives the line of its answer. One request at a time. */
  request(method: string, params: object): Promise<string>;
  /** `initialize` and the notification that follows it. */
  handshake(): Promise<void>;
  /** Sends one `tools/call`; throws if it did not succeed. */
  callTool(name: string, given: object): Promise<string>;
  /** Ends the process and waits for it. */
  stop(): Promise<void>;
}

export interface Launch {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly stderr?: (text: string) => void;
}

const protocolVersion = '2025-06-18';
const newline = 10;

/** Starts `node …args`. */
export function startMcp({ args, env = {}, stderr }: Launch): McpProcess {
  const stdio = ['pipe', 'pipe', stderr === undefined ? 'inherit' : 'pipe'] as const;
  const child = spawn(process.execPath, args, { stdio: [...stdio], env: { ...process.env, ...env } });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('no pipes');
  if (stderr !== undefined) child.stderr?.setEncoding('utf8').on('data', stderr);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let chunks: Buffer[] = [];
  let answered: ((line: string) => void) | undefined;
  let failed: ((error: Error) => void) | undefined;
  stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    if (chunk[chunk.length - 1] !== newline) return;
    const text = chunks.length === 1 ? chunk.toString() : Buffer.concat(chunks).toString();
    chunks = [];
    for (const line of text.split('\n')) if (line.includes('"id":')) answered?.(line);
  });
  child.once('exit', (code) => failed?.(new Error(`the process ended with code ${code}`)));

  let id = 0;
  const request = (method: string, params: object) =>
    new Promise<string>((resolve, reject) => {
      answered = resolve;
      failed = reject;
      id += 1;
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  return {
    child,
    request,
    async handshake() {
      const clientInfo = { name: 'bench', version: '1' };
      await request('initialize', { protocolVersion, capabilities: {}, clientInfo });
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    },
    async callTool(name, given) {
      const line = await request('tools/call', { name, arguments: given });
      const head = line.slice(0, 300) + line.slice(-300);
      if (head.includes('"isError":true') || !head.includes('"result":')) throw new Error(`${name}: ${head}`);
      return line;
    },
    async stop() {
      stdin.end();
      child.kill();
      await exited;
    },
  };
}

/** The text of the line that answers a `tools/call`. */
export function textOf(line: string): string {
  return JSON.parse(line).result.content[0].text;
}
