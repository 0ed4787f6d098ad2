import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { afterFile } from '../support/after-file.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { addressOf, runProgram, startProgram } from '../support/program.ts';
import { precept } from './command-line.ts';

const rules = (text: string) => ({ 'shop/commandments.yml': `a:\n  ruleset: [${text}]\n` });

/** A server over `folder`; gives its address. */
async function serve(folder: string, ...args: string[]): Promise<URL> {
  return new URL(await addressOf(await startProgram(['serve', '--port', '0', '-r', folder, ...args])));
}

/** A program that is not Precept, on a port of its own. */
async function listen(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterFile(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

describe('precept reload', () => {
  it('reaches the server that listens on this machine, and says so', async () => {
    const folder = await tempFolder(rules('Old'));
    const { origin, port } = await serve(folder);
    const served = async () => (await fetch(`${origin}/api/v1/scopes/shop/rules`)).text();
    expect(await served()).toContain('Old');
    await writeFiles(folder, rules('New'));
    expect(await served()).toContain('Old');
    const { code, stdout, stderr } = await runProgram(['reload', '--http-port', port, '--format', 'json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `precept: the server at ${origin} has reloaded\n` });
    expect(JSON.parse(stdout)).toEqual({ reloaded: true, masters: [] });
    expect(await served()).toContain('New');
  });

  it('says that the settings of that server have changed, which it does not read again', async () => {
    const folder = await tempFolder({
      '.precept/settings.yml': 'default_scope: shop\n',
      '.precept/rules/shop/commandments.yml': rules('Old')['shop/commandments.yml'] ?? '',
    });
    const program = await startProgram(['serve', '--port', '0'], { cwd: folder });
    const { port, origin } = new URL(await addressOf(program));
    await writeFiles(folder, { '.precept/settings.yml': 'default_scope: shop\nlog_level: info\n' });
    const { stderr } = await runProgram(['reload', '--http-port', port]);
    expect(stderr).toContain(
      `precept: the server at ${origin} has reloaded\nprecept: settings.yml has changed since`,
    );
    expect(stderr).toContain('restart the server, or the client that started it');
    const answer = await fetch(`${origin}/api/v1/reload`, { method: 'POST' });
    expect(await answer.json()).toEqual({ reloaded: true, masters: [], settings_changed: ['settings.yml'] });
  });

  it.each(['0.0.0.0', '::', 'localhost'])('reaches one that listens at %s', async (host) => {
    const folder = await tempFolder(rules('Old'));
    const { port } = await serve(folder, '--host', host);
    const settings = path.join(
      await tempFolder({ 's.yml': `http_host: "${host}"\nhttp_port: ${port}\n` }),
      's.yml',
    );
    const { code, stderr } = await runProgram(['reload', '-c', settings]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`:${port} has reloaded`) });
  });

  it('says why where the server did not', async () => {
    const auth = ['--auth-issuer-url', 'https://login.example', '--auth-audience', 'https://rules.example'];
    const { port } = await serve(await tempFolder(rules('Old')), ...auth);
    for (const [taken, reason] of [
      [port, `it asks for a login; run "precept login http://127.0.0.1:${port}"`],
      [await listen(200, '<h1>Hello</h1>'), 'what listens there does not answer like Precept (HTTP 200)'],
      [await listen(404, '{}'), 'what listens there does not answer like Precept (HTTP 404)'],
      [await listen(200, 'null'), 'what listens there does not answer like Precept (HTTP 200)'],
    ] as const) {
      const { code, stderr } = await runProgram(['reload', '--http-port', taken]);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: `precept: the server at http://127.0.0.1:${taken} was not reloaded: ${reason}\n`,
      });
    }
    const settings = path.join(await tempFolder({ 's.yml': `http_port: ${port}\n` }), 's.yml');
    const { stderr } = await runProgram(['reload', '-c', settings]);
    expect(stderr).toContain(`run "precept login http://127.0.0.1:${port} --config ${settings}"`);
  });

  it('tells where no server listens, scripts only where they name it', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const port = String((server.address() as AddressInfo).port);
    await new Promise<unknown>((resolve) => server.close(resolve));
    const stderr = `precept: no server listens at http://127.0.0.1:${port}; where one has another port, give that as --http-port\n`;
    for (const terminal of [true, false])
      expect(await precept(['reload', '--http-port', port], { terminal })).toMatchObject({ code: 0, stderr });
    // Where any port will do, nobody knows which it was.
    expect(await precept(['reload', '--http-port', '0'], { terminal: true })).toMatchObject({ stderr: '' });
  });
});
