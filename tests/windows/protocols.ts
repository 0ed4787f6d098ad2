import type { Running } from './kit.ts';

type Message = Readonly<Record<string, unknown>>;

/** A client of MCP over stdio: one JSON text a line. */
export async function speakMcp(server: Running) {
  let id = 0;
  const send = (message: Message) =>
    server.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method: string, params: Message) => {
    const mine = ++id;
    send({ id: mine, method, params });
    return server.until(`the answer to ${method}`, (one) =>
      answerTo(mine, one.stdout().split('\n').slice(0, -1)),
    );
  };
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'proof', version: '1' },
  });
  send({ method: 'notifications/initialized' });
  return {
    ask,
    /** The text that a tool answers with. */
    async call(name: string, args: Message = {}): Promise<string> {
      const { result } = await ask('tools/call', { name, arguments: args });
      return (result as { content: { text: string }[] }).content.map((part) => part.text).join('\n');
    },
  };
}

/** A client of the Language Server Protocol: each message behind its length. */
export function speakLsp(server: Running) {
  let id = 0;
  const messages = () => {
    const found: string[] = [];
    let rest = Buffer.from(server.stdout());
    for (;;) {
      const length = Number(
        /^Content-Length: (\d+)\r\n\r\n/.exec(rest.toString('utf8', 0, 100))?.[1] ?? Number.NaN,
      );
      const start = rest.indexOf('\r\n\r\n') + 4;
      if (Number.isNaN(length) || rest.length < start + length) return found;
      found.push(rest.toString('utf8', start, start + length));
      rest = rest.subarray(start + length);
    }
  };
  const send = (message: Message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    server.child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  return {
    notify: (method: string, params: Message) => send({ method, params }),
    ask(method: string, params: unknown) {
      const mine = ++id;
      send({ id: mine, method, params });
      return server.until(`the answer to ${method}`, () => answerTo(mine, messages()));
    },
    /** The first notification of that name that fits. */
    heard: <Params>(method: string, fits: (params: Params) => boolean) =>
      server.until(`the notification ${method}`, () => {
        const all = messages().map((body) => JSON.parse(body) as { method?: string; params: Params });
        return all.find((one) => one.method === method && fits(one.params)) ?? null;
      }),
  };
}

function answerTo(id: number, bodies: readonly string[]): Message | null {
  const all = bodies.filter((body) => body.trim() !== '').map((body) => JSON.parse(body) as Message);
  const found = all.find((message) => message.id === id && !('method' in message)) ?? null;
  if (found !== null && 'error' in found) throw new Error(`refused: ${JSON.stringify(found.error)}`);
  return found;
}
