import type { Outcome, RunningProgram } from '../support/program.ts';

/** One message the server wrote. */
export interface Message {
  readonly jsonrpc: string;
  readonly id?: string | number;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export const initialize: object = {
  jsonrpc: '2.0',
  id: 'initialize',
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'wire', version: '1.0.0' },
  },
};
export const initialized: object = { jsonrpc: '2.0', method: 'notifications/initialized' };

/** A request for a tool. */
export function toolCall(id: string | number, name: string, args: object = {}): object {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

/** A request of the modern era, which carries its envelope with it. */
export function modern(id: string | number, method: string, params: object = {}): object {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'wire', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: envelope } };
}

/** Messages as the lines that go over the wire. */
export function lines(...messages: readonly object[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('');
}

/** Does the handshake of the 2025 era. */
export async function shakeHands(program: RunningProgram): Promise<void> {
  program.stdin.write(lines(initialize, initialized));
  await answerTo(program, 'initialize');
}

/** The answer to the request with this id, whenever it comes. */
export async function answerTo(program: RunningProgram, id: string | number): Promise<Message> {
  const mark = JSON.stringify(id);
  return parse(await program.line((line) => line.includes(`"id":${mark}`) && parse(line).id === id));
}

let pings = 0;

/** Fails unless the program still answers. */
export async function ping(program: RunningProgram): Promise<void> {
  pings += 1;
  const id = `ping ${pings}`;
  program.stdin.write(lines({ jsonrpc: '2.0', id, method: 'ping' }));
  const { result } = await answerTo(program, id);
  if (result === undefined) throw new Error('ping was refused');
}

/** Every line as a message; throws for one that is not a JSON-RPC message. */
export function messagesOf(written: readonly string[]): Message[] {
  return written.map(parse);
}

/** All messages of a program that has ended; what it wrote must end with a line break. */
export function allMessages({ stdout }: Outcome): Message[] {
  if (stdout === '') return [];
  if (!stdout.endsWith('\n')) throw new Error(`standard output ends within a line: ${stdout.slice(-200)}`);
  return messagesOf(stdout.slice(0, -1).split('\n'));
}

/** The text of a tool's answer; nothing for other messages. */
export function textOf(message: Message | undefined): string {
  const [item] = (message?.result?.content ?? []) as readonly { readonly text?: string }[];
  return item?.text ?? '';
}

function parse(line: string): Message {
  const message = JSON.parse(line) as Message;
  const kinds = [message.method, message.result, message.error].filter((part) => part !== undefined);
  if (message.jsonrpc !== '2.0' || kinds.length !== 1) throw new Error(`not JSON-RPC: ${line.slice(0, 200)}`);
  return message;
}
