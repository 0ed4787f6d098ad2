import { spawn } from 'node:child_process';
import { cleanEnvironment, follow } from '../support/program.ts';

const script = `
  const body = 'x'.repeat(3000);
  const server = require('node:http').createServer((request, response) => response.end(body));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

/** A server in a process of its own that answers everything with the same bytes: how slow the machine itself is. */
export async function startBareServer(): Promise<{ readonly url: string; close(): void }> {
  const env = await cleanEnvironment();
  const child = spawn(process.execPath, ['-e', script], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const program = follow(child);
  const port = await program.line((line) => line !== '');
  return { url: `http://127.0.0.1:${port}`, close: () => program.signal('SIGKILL') };
}
