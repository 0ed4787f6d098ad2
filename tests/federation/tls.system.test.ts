import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { hasOpenssl, makeCertificates, startHttps } from './https.ts';
import { localContent, reader, rulesOf, warnings } from './servers.ts';

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

    test('is refused without that CA, at the first try, and never asked', async () => {
      const own = await reader([master.url, self.url], localContent, { remote_max_retries: 5 });
      const rules = await rulesOf(own);
      expect([master.connections(), self.connections()]).toEqual([1, 1]);
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
