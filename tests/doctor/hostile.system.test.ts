import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createSocket, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { closeLater } from '../federation/servers.ts';
import { tempFolder } from '../support/folder.ts';

// A server that does not answer is given up after seconds.
vi.setConfig({ testTimeout: 60_000 });

const secret = 'a-secret-of-this-client';

async function http(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(async () => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function socket(scheme: string, talk: (connection: Socket) => void): Promise<string> {
  const open = new Set<Socket>();
  const server = createSocket((connection) => {
    open.add(connection.on('error', () => {}));
    talk(connection);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(async () => {
    server.close();
    for (const one of open) one.destroy();
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A byte now and then, so that the connection is never idle. */
const drip = (begin: Buffer | string) => (connection: Socket) => {
  connection.write(begin);
  const timer = setInterval(() => connection.write('\0'), 100);
  connection.on('close', () => clearInterval(timer));
};

/** A server that says it is Precept, and this of its logins. */
const claiming = (metadata: object) =>
  http(({ url = '' }, response) => {
    const isMetadata = url.startsWith('/.well-known');
    response.end(JSON.stringify(url === '/health' ? { version: '1.0.0' } : isMetadata ? metadata : []));
  });

async function look(url: string) {
  const folder = await tempFolder();
  const env = {
    PRECEPT_OIDC_ISSUER_URL: url,
    PRECEPT_OIDC_CLIENT_ID: 'x',
    PRECEPT_OIDC_CLIENT_SECRET: secret,
  };
  const { code, stdout, stderr } = await precept(['doctor', url], { cwd: folder, home: folder, env });
  expect(stdout + stderr).not.toContain(secret);
  expect(stdout.length).toBeLessThan(2000);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would act on
  expect(stdout).not.toMatch(/[\0-\x09\x0b-\x1f\x7f]/);
  return `${code} ${stdout}`;
}

test.concurrent.each<[string, () => Promise<string>, RegExp]>([
  [
    'leads to a file',
    () => http((_, to) => to.writeHead(302, { location: 'file:///etc/passwd' }).end()),
    /redirects to another origin/,
  ],
  [
    'leads elsewhere',
    () => http((_, to) => to.writeHead(307, { location: 'http://192.0.2.1/' }).end()),
    /redirects to another origin/,
  ],
  [
    'has a huge header',
    () => http((_, to) => to.writeHead(200, { 'x-a': 'a'.repeat(200_000) }).end()),
    /headers of its answer are larger/,
  ],
  [
    'speaks something else',
    () => socket('http', (to) => to.end('SSH-2.0-OpenSSH_9.9\r\n')),
    /does not speak HTTP/,
  ],
  [
    'answers with half of a document',
    () => http((_, to) => to.end('{"version": ')),
    /^1 fail {2}server: \S+ answered 200, and not like Precept\n.*\n.*\n1 failure, 0 warnings/,
  ],
  ['answers forever', () => socket('http', drip('HTTP/1.1 200 OK\r\n\r\n')), /it does not answer/],
  [
    'never ends its greeting',
    () => socket('https', drip(Buffer.from('160303400002003ffc', 'hex'))),
    /fail {2}tls: .*it does not answer/,
  ],
  [
    'names files as its issuer',
    () => claiming({ resource: 'file:///etc/passwd', authorization_servers: ['file:///etc/passwd'] }),
    /its metadata names no issuer/,
  ],
  [
    'fills the screen',
    () =>
      claiming({
        resource: `http://r/\u001b[31m${'y'.repeat(50_000)}`,
        authorization_servers: [`http://127.0.0.1:1/${'z'.repeat(50_000)}`],
      }),
    /asks for no login/,
  ],
])('a server that %s is told of at once, without a secret', async (_what, start, told) => {
  expect(await look(await start())).toMatch(told);
});
