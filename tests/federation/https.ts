import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { tempFolder } from '../support/folder.ts';
import { bundle, bundled, closeLater } from './servers.ts';

/** Whether certificates can be made here. */
export const hasOpenssl: boolean = spawnSync('openssl', ['version']).status === 0;

/** A private CA and a certificate of it for 127.0.0.1, and one that no CA signed. */
export async function makeCertificates(): Promise<string> {
  const folder = await tempFolder({ 'san.cnf': 'subjectAltName=IP:127.0.0.1\n' });
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '2',
    '-subj',
    '/CN=Private CA',
  );
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=127.0.0.1');
  const sign = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'san.cnf', '-days', '2'];
  openssl('x509', '-req', '-in', 'server.csr', ...sign, '-out', 'server.pem');
  const self = ['-keyout', 'self.key', '-out', 'self.pem', '-days', '2', '-subj', '/CN=somewhere.else'];
  openssl('req', '-x509', ...key, ...self);
  return folder;
}

/** A master over TLS with the certificate of that name (`server`, `self`). */
export async function startHttps(
  folder: string,
  name: string,
): Promise<{ url: string; asked: () => number; connections: () => number }> {
  const read = (file: string) => readFileSync(join(folder, file));
  let asked = 0;
  let connections = 0;
  const server = createServer(
    { cert: read(`${name}.pem`), key: read(`${name}.key`) },
    (request, response) => {
      asked++;
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const body = bundle('shop', { commandments: bundled('shop', { a: ['Over TLS'] }) });
      response.end(JSON.stringify(request.url?.endsWith('/scopes') ? ['shop'] : body));
    },
  );
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, asked: () => asked, connections: () => connections };
}
