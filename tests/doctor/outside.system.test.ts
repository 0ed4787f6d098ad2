import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createTls } from 'node:https';
import { type AddressInfo, connect, createServer as createTcp } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { connectionCause } from '../../src/runtime/http/connection-cause.ts';
import { audience, startIssuer } from '../auth/issuer.ts';
import { precept } from '../cli/command-line.ts';
import { hasOpenssl, makeCertificates, startHttps } from '../federation/https.ts';
import { closeLater, startServer, startStub } from '../federation/servers.ts';
import { smallContent } from '../http/client.ts';
import { project } from '../init/project.ts';
import { startSite } from '../publish/site.ts';
import { tempFolder } from '../support/folder.ts';
import { credentials } from './credentials.ts';

interface Told {
  readonly code: number;
  /** `level area: message` and the cure behind `=>`. */
  readonly lines: readonly string[];
}

/** `precept doctor <url>` of a machine with these files in its home. */
async function look(
  url: string,
  homeFiles: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Told> {
  const { folder, home } = await project({}, { homeFiles });
  const { code, stdout } = await precept(['doctor', url, '--format', 'json'], { cwd: folder, home, env });
  const { findings } = JSON.parse(stdout) as {
    findings: { level: string; area: string; message: string; cure: string | null }[];
  };
  return {
    code,
    lines: findings.map(({ level, area, message, cure }) => `${level} ${area}: ${message} => ${cure}`),
  };
}

const line = ({ lines }: Told, start: string) => lines.find((one) => one.startsWith(start)) ?? '';

async function answering(
  status: number,
  body: string,
  headers: Record<string, string> = {},
): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(status, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeLater(async () => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a server without logins, one that is none, one that is away, and one behind a proxy', async () => {
  const server = await startServer(smallContent);
  const good = await look(server.url);
  expect(good.code).toBe(0);
  expect(line(good, 'ok server')).toContain(`${server.url} is Precept `);
  expect(line(good, 'ok login')).toContain('asks for no login');
  expect(line(good, 'ok clock')).not.toBe('');
  const other = await look(await answering(200, '<html>', { 'content-type': 'text/html' }));
  expect(other.code).toBe(1);
  expect(line(other, 'fail server')).toContain('not like Precept');
  const blind = await startStub((request, response) => {
    const isHealth = request.url === '/health';
    const problem = { type: 'urn:precept:problem:issuer-unavailable', status: 503 };
    response
      .writeHead(isHealth ? 200 : 503, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(isHealth ? { status: 'ok', version: '9.0.0' } : { ...problem, store: 'unavailable' }),
      );
  });
  const told = await look(blind.url);
  expect(line(told, 'fail server')).toMatch(/cannot check logins now.* => .*clock/);
  expect(line(told, 'warn store')).toContain('its database does not answer');
  expect(line(await look('http://127.0.0.1:1'), 'fail server')).toContain('nothing listens there');
  expect(line(await look(await answering(502, '')), 'fail server')).toContain(
    'answered 502: a proxy answers, and the server behind it does not',
  );
  const nginx = await look(
    await answering(400, '<center>The plain HTTP request was sent to HTTPS port</center>'),
  );
  expect(line(nginx, 'fail server')).toContain('it speaks https on that port, and the address says http');
  expect(nginx.lines.filter((one) => one.startsWith('fail'))).toHaveLength(1);
  const far = await look(
    await answering(200, '{"version":"9.0.0"}', { date: 'Mon, 01 Jan 2001 00:00:00 GMT' }),
  );
  expect(line(far, 'warn clock')).toContain("behind this machine's");
});

test('a proxy that passes another name on, one that refuses, and a login page of the network', async () => {
  const server = await startServer(smallContent);
  const { port } = new URL(server.url);
  const passing = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: 'rules.example.com' };
    request({ host: '127.0.0.1', port, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    }).end();
  });
  await new Promise<void>((resolve) => passing.listen(0, '127.0.0.1', resolve));
  closeLater(async () => void passing.close().closeAllConnections());
  const url = `http://127.0.0.1:${(passing.address() as AddressInfo).port}`;
  const foreign = await look(url);
  expect(line(foreign, 'fail server')).toContain('takes no requests for this host');
  expect(line(foreign, 'fail server')).toContain('public_url');
  expect(line(foreign, 'fail role')).toBe('');
  const { folder, home } = await project({});
  const masters = await precept(['masters'], { cwd: folder, home, env: { PRECEPT_MASTER_SERVER_URL: url } });
  expect(masters.stdout).toContain('it takes no requests for the host of this address (foreign-host)');
  const refusing = await look(await answering(403, 'no'));
  expect(line(refusing, 'fail server')).toContain('answered 403, and not like Precept');
  expect(line(refusing, 'fail role')).toBe('');
  const portal = await look(await answering(302, '', { location: 'https://portal.example/login' }));
  expect(line(portal, 'fail server')).toContain('(https://portal.example)');
});

test('a token for another audience, one that is over, one that is good, and none', async () => {
  const issuer = await startIssuer();
  const server = await startServer(smallContent, { auth_issuer_url: issuer.url, auth_audience: audience });
  const env = {
    PRECEPT_OIDC_ISSUER_URL: issuer.url,
    PRECEPT_OIDC_CLIENT_ID: 'cli',
    PRECEPT_OIDC_AUDIENCE: audience,
  };
  const withToken = async (claims: Record<string, unknown>) => {
    const access_token = await issuer.sign(claims);
    return look(server.url, credentials(issuer.url, { origins: [server.url], audience, access_token }), env);
  };
  const good = await withToken({});
  expect(line(good, 'ok issuer')).toContain(`${issuer.url} answers as an OpenID issuer`);
  expect(line(good, 'ok token')).toContain(audience);
  expect(good.lines.filter((one) => one.startsWith('fail'))).toEqual([]);
  expect(good.lines.join('\n')).not.toContain('eyJ');
  const wrong = await withToken({ aud: 'https://elsewhere.example' });
  expect(wrong.code).toBe(1);
  expect(line(wrong, 'fail token: the token is for the audience')).toContain('https://elsewhere.example');
  expect(line(wrong, 'fail token: the server refuses')).toContain('another audience');
  expect(line(await look(server.url, {}, env), 'warn token')).toContain('this machine has no login');
  const seconds = Math.floor(Date.now() / 1000);
  expect(line(await withToken({ exp: seconds - 600 }), 'fail token: the token ended')).not.toBe('');

  const late = await startStub(async (request, response) => {
    const answer = await fetch(server.url + request.url);
    const said = 'Bearer error="invalid_token", error_description="the token has expired"';
    const isRefused = answer.status === 401 && { 'www-authenticate': said };
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...isRefused })
      .end(await answer.text());
  });
  const fresh = credentials(issuer.url, {
    ...{ origins: [late.url], audience, access_token: await issuer.sign({}) },
  });
  expect(line(await look(late.url, fresh, env), 'fail token: the server refuses')).toMatch(
    /the token has expired => By this machine's clock it is good until .*NTP/,
  );

  const { port } = new URL(server.url);
  const below = await startStub(async (request, response) => {
    const path = request.url?.replace(/^\/precept/, '');
    const answer = await fetch(
      path === request.url ? `${server.url}/none` : `http://127.0.0.1:${port}${path}`,
    );
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  const place = `${below.url}/.well-known/oauth-protected-resource/precept`;
  expect(line(await look(`${below.url}/precept`, {}, env), `warn login: ${place} does not give`)).not.toBe(
    '',
  );

  await issuer.stop();
  const away = await look(server.url, {}, env);
  expect(line(away, 'fail issuer')).toContain('nothing listens there');
});

/** A server and its issuer whose clocks are ahead by so many seconds; the server refuses every token for this reason. */
async function startClocks(serverAhead: number, issuerAhead: number, reason: string) {
  const date = (ahead: number) => new Date(Date.now() + ahead * 1000).toUTCString();
  let issuer = '';
  const start = async (ahead: number, say: (url: string) => [number, object]) => {
    const stub = await startStub(({ url: path = '' }, response) => {
      const [status, data] = say(path);
      const challenge = `Bearer error="invalid_token", error_description="${reason}"`;
      const headers = { 'content-type': 'application/json', date: date(ahead) };
      response
        .writeHead(status, status === 401 ? { ...headers, 'www-authenticate': challenge } : headers)
        .end(JSON.stringify(data));
    });
    return stub.url;
  };
  issuer = await start(issuerAhead, () => [200, { issuer, jwks_uri: `${issuer}/jwks` }]);
  const server: string = await start(serverAhead, (path) => {
    if (path === '/health') return [200, { status: 'ok', version: '9.0.0' }];
    if (path === '/ready') return [200, { status: 'ok' }];
    if (path.startsWith('/.well-known')) return [200, { resource: server, authorization_servers: [issuer] }];
    return [401, {}];
  });
  return { server, issuer };
}

test('three clocks of which two agree: the third is named, and no new login asked for', async () => {
  const told = async (serverAhead: number, issuerAhead: number, reason: string, claims: object) => {
    const { server, issuer } = await startClocks(serverAhead, issuerAhead, reason);
    const access_token = `e30.${Buffer.from(JSON.stringify({ iss: issuer, aud: server, ...claims })).toString('base64url')}.x`;
    const env = { PRECEPT_OIDC_ISSUER_URL: issuer, PRECEPT_OIDC_CLIENT_ID: 'cli' };
    const lines = await look(server, credentials(issuer, { origins: [server], access_token }), env);
    return lines.lines
      .filter((one) => /^(?:warn|fail) (?:clock|token)/.test(one))
      .map((one) => one.replaceAll(issuer, 'it'));
  };
  const now = Math.floor(Date.now() / 1000);
  expect(
    await told(0, 300, 'the token was issued in the future', { iat: now + 300, exp: now + 900 }),
  ).toEqual([
    expect.stringMatching(
      /^warn clock: the clock of the issuer it is (?:299|300) s ahead of those of this machine and of the server => Set the issuer's clock by NTP/,
    ),
    expect.stringMatching(
      /^fail token: .*in the future => By this machine's clock it begins at .* set the clock of the issuer by NTP, then run "precept login" again\.$/,
    ),
  ]);
  const late =
    /=> By the issuer's clock, (?:699|70\d) s behind this machine's, it is still good: set that clock by NTP\./;
  expect(await told(0, -700, 'the token has expired', { iat: now - 700, exp: now - 100 })).toEqual([
    expect.stringMatching(/^warn clock: the clock of the issuer it is (?:699|70\d) s behind those of/),
    expect.stringMatching(late),
    expect.stringMatching(late),
  ]);
  expect(await told(500, 500, 'the token has expired', { exp: now + 900 })).toEqual([
    expect.stringMatching(
      /^warn clock: this machine's clock is (?:499|500) s behind those of the server and of the issuer it => Set this machine's clock/,
    ),
    expect.stringContaining('the token has expired'),
  ]);
  expect(await told(500, 0, 'the token has expired', { exp: now + 300 })).toEqual([
    expect.stringMatching(
      /^warn clock: its clock is (?:499|500) s ahead of .* => Set the server's clock by NTP/,
    ),
    expect.stringContaining('the token has expired'),
  ]);
});

test('a login whose role is missing, for the default scope and for all that there is', async () => {
  const issuer = await startIssuer();
  const server = await startServer(
    { 'vault/metadata.yml': 'auth: {accepted_roles: [keeper]}\n', 'vault/vision.md': 'Kept.\n' },
    { auth_issuer_url: issuer.url, auth_audience: audience },
  );
  const access_token = await issuer.sign({ roles: ['visitor'] });
  const homeFiles = credentials(issuer.url, { origins: [server.url], audience, access_token });
  const env = {
    PRECEPT_OIDC_ISSUER_URL: issuer.url,
    PRECEPT_OIDC_CLIENT_ID: 'cli',
    PRECEPT_OIDC_AUDIENCE: audience,
    PRECEPT_MASTER_SERVER_URL: server.url,
    PRECEPT_DEFAULT_SCOPE: 'vault',
  };
  const told = await look(server.url, homeFiles, env);
  expect(told.code).toBe(1);
  expect(line(told, 'fail role')).toMatch(/keeps the scope vault from this login: .* => Ask its owners/);
  const { folder, home } = await project({}, { homeFiles });
  const { stdout } = await precept(['masters'], { cwd: folder, home, env });
  expect(stdout).toMatch(/^- scopes: 0, so that nothing of it is served; perhaps this login lacks a role$/m);
});

test.skipIf(!hasOpenssl)(
  'certificates of a CA that is not known, for another name, and that are over',
  async () => {
    const folder = await makeCertificates();
    const unknown = await startHttps(folder, 'server');
    const refused = await look(unknown.url);
    expect(line(refused, 'fail tls')).toContain('signed by a CA that is not known here');
    expect(line(refused, 'fail tls')).toContain('remote_ssl_ca_bundle');
    expect(refused.lines).toHaveLength(1);
    const bundle = path.join(folder, 'ca.pem');
    const trusted = await look(unknown.url, {}, { PRECEPT_REMOTE_SSL_CA_BUNDLE: bundle });
    expect(trusted.lines[0]).toMatch(/^warn tls: .* speaks TLSv1\.\d, certificate 127\.0\.0\.1/);
    const self = await startHttps(folder, 'self');
    const named = await look(self.url, {}, { PRECEPT_REMOTE_SSL_CA_BUNDLE: path.join(folder, 'self.pem') });
    expect(line(named, 'fail tls')).toContain('its certificate is for another name');

    const old = await tempFolder();
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const over = [
      '-keyout',
      'old.key',
      '-out',
      'old.pem',
      '-not_before',
      '20010101000000Z',
      '-not_after',
      '20010102000000Z',
    ];
    const made = [
      'req',
      '-x509',
      ...key,
      ...over,
      '-subj',
      '/CN=127.0.0.1',
      '-addext',
      'subjectAltName=IP:127.0.0.1',
    ];
    try {
      execFileSync('openssl', made, { cwd: old, stdio: 'pipe' });
    } catch {
      // Older versions of openssl cannot make one that is over.
      return;
    }
    const read = (name: string) => readFileSync(path.join(old, name));
    const server = createTls(
      { key: read('old.key'), cert: read('old.pem') },
      (_, response) => void response.end(),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closeLater(async () => void server.close().closeAllConnections());
    const ended = await look(
      `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
      {},
      {
        PRECEPT_REMOTE_SSL_CA_BUNDLE: path.join(old, 'old.pem'),
      },
    );
    expect(line(ended, 'fail tls')).toContain('its certificate has expired');
  },
);

test.skipIf(!hasOpenssl)(
  'a certificate that is not known, on a port that sends plain http to https',
  async () => {
    const secure = await startHttps(await makeCertificates(), 'server');
    const { port } = new URL(secure.url);
    const both = createTcp((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (first: Buffer) => {
        // A handshake begins with this byte.
        if (first[0] === 0x16) {
          const onward = connect(Number(port), '127.0.0.1').on('error', () => socket.destroy());
          onward.write(first);
          socket.pipe(onward).pipe(socket);
        } else {
          socket.end(`HTTP/1.1 301 Moved\r\nLocation: ${secure.url}\r\nContent-Length: 0\r\n\r\n`);
        }
      });
    });
    await new Promise<void>((resolve) => both.listen(0, '127.0.0.1', resolve));
    closeLater(async () => void both.close());
    const address = `https://127.0.0.1:${(both.address() as AddressInfo).port}`;
    const { folder, home } = await project({});
    const env = { PRECEPT_MASTER_SERVER_URL: address };
    const { stdout } = await precept(['doctor'], { cwd: folder, home, env });
    expect(stdout).toContain(`${address} is unavailable`);
    expect(stdout).toContain('remote_ssl_ca_bundle');
    expect(stdout).not.toContain('It speaks http');
  },
);

test('published files, whole and with a bundle missing', async () => {
  const site = await startSite();
  await site.publish();
  const whole = await look(site.url);
  expect(whole).toMatchObject({ code: 0, lines: [expect.stringContaining(`${site.url} is available`)] });
  const local = pathToFileURL(path.join(site.folder, 'precept.json')).href;
  expect(await look(local)).toMatchObject({
    code: 0,
    lines: [expect.stringContaining(`${local} is available`)],
  });
  site.before = ({ url }, response) => {
    if (url?.startsWith('/bundles/')) response.writeHead(404).end();
    return response.writableEnded;
  };
  expect(line(await look(site.url), 'fail masters')).toContain('does not give 1 scope that it names');
});

test('plain http where the address says https, and an address that is none', async () => {
  const port = new URL(await answering(200, '')).port;
  const found = await look(`https://127.0.0.1:${port}`);
  expect(line(found, 'fail tls')).toContain('it speaks plain http on that port');
  expect(await precept(['doctor', 'guidance.example'])).toMatchObject({ code: 2 });
  // A host's name is no cause.
  expect(connectionCause('getaddrinfo ENOTFOUND self-signed.issuer-cert.example')?.cause).toBe('dns');
});
