import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { bundle, bundled, closeLater, localContent, reader, rulesOf, warnings } from './servers.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** A private CA and a certificate of it for 127.0.0.1, and one that no CA signed. */
async function makeCertificates(): Promise<string> {
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

async function startHttps(folder: string, name: string): Promise<{ url: string; asked: () => number }> {
  const read = (file: string) => readFileSync(join(folder, file));
  let asked = 0;
  const server = createServer(
    { cert: read(`${name}.pem`), key: read(`${name}.key`) },
    (request, response) => {
      asked++;
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const body = bundle('shop', { commandments: bundled('shop', { a: ['Over TLS'] }) });
      response.end(JSON.stringify(request.url?.endsWith('/scopes') ? ['shop'] : body));
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked };
}

describe.skipIf(!hasOpenssl)(
  `a master with a private CA${hasOpenssl ? '' : ' (skipped: no openssl)'}`,
  () => {
    let folder: string;
    let master: Awaited<ReturnType<typeof startHttps>>;
    let self: Awaited<ReturnType<typeof startHttps>>;
    beforeAll(async () => {
      folder = await makeCertificates();
      master = await startHttps(folder, 'server');
      self = await startHttps(folder, 'self');
    });

    test('is refused without that CA, at once, and never asked', async () => {
      const own = await reader([master.url, self.url], localContent, { remote_max_retries: 5 });
      const start = performance.now();
      const rules = await rulesOf(own);
      expect(performance.now() - start).toBeLessThan(900);
      expect(Object.keys(rules.commandments)).toEqual(['local']);
      expect(rules.unavailable).toMatchObject([
        { url: master.url, reason: expect.stringMatching(/certificate/) },
        { url: self.url, reason: expect.stringMatching(/self.signed certificate/) },
      ]);
      expect(warnings(own)).toHaveLength(2);
      expect([master.asked(), self.asked()]).toEqual([0, 0]);
    });

    test('works with remote_ssl_ca_bundle, which lets no other certificate in', async () => {
      const remote_ssl_ca_bundle = join(folder, 'ca.pem');
      const own = await reader([master.url, self.url], localContent, { remote_ssl_ca_bundle });
      const rules = await rulesOf(own);
      expect(rules.commandments.a?.rules).toEqual(['Over TLS']);
      expect(rules.unavailable).toMatchObject([{ url: self.url }]);
      expect(await own.service.reload()).toMatchObject([
        { url: master.url, ok: true },
        { url: self.url, ok: false, error: expect.stringMatching(/certificate/) },
      ]);
    });

    test('works without verification, with a warning at start', async () => {
      const own = await reader([self.url], localContent, { remote_ssl_verify: false });
      expect((await rulesOf(own)).commandments.a?.rules).toEqual(['Over TLS']);
      const env = { PRECEPT_MASTER_SERVER_URL: self.url, PRECEPT_REMOTE_SSL_VERIFY: 'false' };
      const printed = await precept(['scopes'], { env });
      expect(printed).toMatchObject({ code: 0, stdout: '- shop\n' });
      expect(printed.stderr).toMatch(/^precept warn: remote_ssl_verify is false.*\n$/);
      const quiet = await precept(['scopes'], {
        env: {
          PRECEPT_MASTER_SERVER_URL: master.url,
          PRECEPT_REMOTE_SSL_CA_BUNDLE: join(folder, 'ca.pem'),
        },
      });
      expect(quiet).toMatchObject({ code: 0, stdout: '- shop\n', stderr: '' });
    });

    test.each([
      ['is not there', 'nowhere.pem', /cannot be read/],
      ['holds no certificate', 'ca.key', /holds no certificate/],
    ])('a bundle that %s stops the start with a message', async (_, name, says) => {
      const env = {
        PRECEPT_MASTER_SERVER_URL: master.url,
        PRECEPT_REMOTE_SSL_CA_BUNDLE: join(folder, name),
      };
      const { code, stdout, stderr } = await precept(['scopes'], { env });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(says);
      expect(stderr).toContain('remote_ssl_ca_bundle');
    });
  },
);
