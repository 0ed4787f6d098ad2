import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { lines, modern } from '../mcp/wire.ts';
import { rules, soon, startWatching, type Watching } from './server.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Asks for a stream about resources over a socket of its own, which nothing is read from yet. */
async function listen({ url }: Watching, resources: readonly string[], id = 'stream'): Promise<Socket> {
  const { hostname, port, host } = new URL(url);
  const body = lines(
    modern(id, 'subscriptions/listen', { notifications: { resourceSubscriptions: resources } }),
  );
  const head = [
    'POST /mcp HTTP/1.1',
    `Host: ${host}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    'Mcp-Method: subscriptions/listen',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const socket = connect(Number(port), hostname).pause();
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

/** Reads a socket from now on. */
function read(socket: Socket) {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.resume();
  return () => text;
}

const reload = ({ url }: Watching) => fetch(`${url}/api/v1/reload`, { method: 'POST' });
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `precept://scopes/child/rules/${index}`);

describe('a stream over HTTP', () => {
  test('ends when its client does not read it, instead of filling the memory', async () => {
    const server = await startWatching();
    // What it is told holds the id each time: 12 MB at a reload.
    const socket = await listen(server, numbered(200), 'x'.repeat(60_000));
    const text = read(socket);
    await expect.poll(text).toContain('acknowledged');
    socket.pause();
    // A stream that was opened later is told later.
    const later = read(await listen(server, ['precept://scopes/child/rules']));
    await expect.poll(later).toContain('acknowledged');
    for (let round = 0; round < 5; round++) await reload(server);
    await expect.poll(later).toContain('resources/updated');
    socket.resume();
    // The last chunk, which is empty.
    await expect.poll(() => text().endsWith('\r\n0\r\n\r\n')).toBe(true);
    // One MiB of ours, and what the system takes for a socket.
    expect(text().length).toBeLessThan(24_000_000);
    expect(server.program.stderr()).not.toContain('error');
  });

  test('is about a bounded number of resources', async () => {
    const server = await startWatching();
    const text = read(await listen(server, numbered(2001)));
    await expect.poll(text).toMatch(/"id":"stream".*A stream is about 2000 resources at most/);
  });

  test('looks at scopes only, whatever its resources are called', async () => {
    const server = await startWatching({
      'base/commandments.yml': rules('Old'),
      '../outside/metadata.yml': 'parent: base\n',
    });
    const base = 'precept://scopes/base/rules';
    const odd = ['precept://scopes/base/constructor', 'precept://scopes/..%2Foutside/rules'];
    const text = read(await listen(server, [...odd, base]));
    await expect.poll(text).toContain('acknowledged');
    await server.write({ 'base/commandments.yml': rules('New') });
    await soon(() => [...text().matchAll(/"uri":"([^"]+)"/g)].map(([, uri]) => uri), [base]);
  });
});
