import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { httpClient, smallContent } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { audience, startIssuer } from './issuer.ts';
import { createReader, loginUrl } from './reader.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const why = hasOpenssl ? '' : ' (skipped: no openssl)';

test.skipIf(!hasOpenssl)(`an issuer with a private CA is trusted as masters are${why}`, async () => {
  const folder = await tempFolder();
  const about = ['-subj', '/CN=Private', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const files = ['-keyout', 'key.pem', '-out', 'cert.pem'];
  execFileSync('openssl', ['req', '-x509', ...made, ...files, ...about], { cwd: folder, stdio: 'pipe' });
  const bundle = path.join(folder, 'cert.pem');
  const [key, cert] = await Promise.all(
    ['key.pem', 'cert.pem'].map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  const issuer = await startIssuer({ tls: { key: String(key), cert: String(cert) } });
  const reader = await createReader(issuer);
  const refused = await reader.run(['login']);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/cannot be reached: .*certificate/),
  });

  for (const env of [{ PRECEPT_REMOTE_SSL_CA_BUNDLE: bundle }, { PRECEPT_REMOTE_SSL_VERIFY: 'false' }]) {
    const program = await reader.start(['login'], env);
    expect(await loginUrl(program)).toContain(`${issuer.url}/auth?`);
    program.signal('SIGINT');
    await program.ended;
    // There are no masters here, but anyone could pose as the issuer.
    const warned = /^precept warn: remote_ssl_verify is false/m.test(program.stderr());
    expect(warned).toBe('PRECEPT_REMOTE_SSL_VERIFY' in env);
  }

  const settings = { auth_issuer_url: issuer.url, auth_audience: audience };
  const bearer = { authorization: `Bearer ${await issuer.sign()}` };
  const trusting = await httpClient(smallContent, { ...settings, remote_ssl_ca_bundle: bundle });
  expect((await trusting.get('/api/v1/scopes', bearer)).status).toBe(200);
  const careful = await httpClient(smallContent, settings);
  expect((await careful.get('/api/v1/scopes', bearer)).status).toBe(503);
});
