import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../support/program.ts';

test.each([
  ['--port', (port: string) => ['serve', '--port', port]],
  ['--http-port', (port: string) => ['serve', '--http-port', port]],
])('a port in use names the flag that was typed: %s', async (flag, argv) => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { code, stderr } = await runProgram(argv(String(port)));
  expect(code).toBe(1);
  expect(stderr).toContain(`is in use already; choose another with ${flag} or the setting http_port`);
});
