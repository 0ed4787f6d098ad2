import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { project } from '../init/project.ts';
import { credentials } from './credentials.ts';

interface Finding {
  readonly level: string;
  readonly area: string;
  readonly message: string;
  readonly cure: string | null;
}

const rules = {
  '.precept/rules/shop/commandments.yml': 'api:\n  when: Always\n  ruleset: [Answer in JSON]\n',
};

async function doctor(
  settings: string,
  homeFiles: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, string>> = {},
): Promise<Finding[]> {
  const files = {
    ...rules,
    ...more,
    '.precept/settings.yml': `${/^default_scope/.test(settings) ? '' : 'default_scope: shop\n'}remote_max_retries: 0\n${settings}`,
  };
  const { folder, home } = await project(files, { homeFiles });
  const { stdout } = await precept(['doctor', '--format', 'json'], {
    cwd: folder,
    home,
    env: { PRECEPT_TRUST: '1' },
  });
  return (JSON.parse(stdout) as { findings: Finding[] }).findings;
}

/** A server on loopback that answers everything so; its port. With `isGone`, nobody listens there any more. */
async function listen(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
  isGone = false,
): Promise<number> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections());
  if (isGone) await close();
  else onTestFinished(close);
  return port;
}

const of = (findings: readonly Finding[], area: string) =>
  findings.filter((finding) => finding.area === area && finding.level !== 'ok');

test('https to a master that speaks http', async () => {
  const port = await listen(200, '["far"]');
  const [found] = of(await doctor(`http_port: 0\nmaster_server_url: https://127.0.0.1:${port}\n`), 'masters');
  expect(found).toMatchObject({
    level: 'fail',
    message: `https://127.0.0.1:${port} is unavailable: it speaks plain http on that port, and the address says https`,
  });
  expect(found?.cure).toContain(`It speaks http there: write http://127.0.0.1:${port} in master_server_url.`);
});

test('https to a master whose TLS fails, and which answers plain http on that port with 400', async () => {
  const tls = createTcpServer((socket) => {
    // A handshake begins with this byte.
    socket.once('data', ([first]) =>
      first === 0x16 ? socket.destroy() : socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'),
    );
  });
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void tls.close());
  const { port } = tls.address() as AddressInfo;
  const [found] = of(await doctor(`http_port: 0\nmaster_server_url: https://127.0.0.1:${port}\n`), 'masters');
  expect(found).toMatchObject({ level: 'fail', cure: expect.not.stringContaining('http://') });
});

test('a scope that inherits nothing of its master, and a waiver of a rule that nobody has', async () => {
  const server = createServer(({ url }, response) => {
    const [status, body] =
      url === '/api/v1/scopes' ? [200, '["acme"]'] : [404, '{"type":"urn:precept:problem:scope-not-found"}'];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const settings = `http_port: 0\nmaster_server_url: http://127.0.0.1:${(server.address() as AddressInfo).port}\n`;
  const waiver = 'reason: For now\n    owner: us\n    until: 2099-01-31\n';
  const found = await doctor(
    settings,
    {},
    {
      '.precept/rules/shop/suggestions.yml': 'api:\n  when: When x\n  ruleset: [{rule: Page, id: paging}]\n',
      '.precept/rules/shop/waivers.yml': `waivers:\n  - rule: pagin\n    ${waiver}`,
    },
  );
  expect(of(found, 'rules').map(({ level, message, cure }) => [level, message, cure])).toEqual([
    [
      'warn',
      'shop inherits from no scope of a master or a source',
      'Name one in shop/metadata.yml, like "parents: [acme]"; "precept scopes" lists them.',
    ],
    [
      'warn',
      'shop/waivers.yml has a waiver of "pagin", which is the id of no rule of shop',
      'Did you mean "paging"?',
    ],
  ]);
});

test('a parent that the master no longer has', async () => {
  const server = createServer(({ url }, response) => {
    const [status, body] =
      url === '/api/v1/scopes' ? [200, '["other"]'] : [404, '{"type":"urn:precept:problem:scope-not-found"}'];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const settings = `http_port: 0\nmaster_server_url: http://127.0.0.1:${(server.address() as AddressInfo).port}\n`;
  const metadata = { '.precept/rules/shop/metadata.yml': 'parents: [company]\n' };
  const [found] = of(await doctor(settings, {}, metadata), 'rules');
  expect(found).toMatchObject({
    level: 'fail',
    message: expect.stringMatching(/^shop is incomplete: the rules of `company` are missing: /),
  });
});

test('a master at a wrong path, which answers 404 to callers with a login alone', async () => {
  const server = createServer(({ headers }, response) => {
    response.writeHead(headers.authorization === undefined ? 401 : 404).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rules`;
  const settings = `http_port: 0\nmasters:\n  - url: ${url}\n    token_file: token\n`;
  const [found] = of(await doctor(settings, {}, { token: 'secret' }), 'masters');
  expect(found).toMatchObject({
    level: 'fail',
    message: `${url} answers, but has no scopes under /api/v1 (404)`,
  });
});

test.each([
  ['with another page', '', 200, '<html>', 'text/html', /Write the address of a Precept server/],
  ['that has nothing there', '', 404, 'no', 'text/plain', /Write the address of a Precept server/],
  [
    'by the address of its API',
    '/api/v1',
    404,
    '{}',
    'application/json',
    /which is http:\/\/127\.0\.0\.1:\d+ if/,
  ],
  ['that asks for a login', '', 401, '{}', 'application/json', /precept login/],
  ['that lets nobody in', '', 403, '{}', 'application/json', /ask its owners/],
  [
    'whose manifest is not there',
    '/precept.json',
    404,
    'no',
    'text/plain',
    /address of a precept\.json that "precept publish" has written/,
  ],
  ['that takes tokens of another time', '', 401, '{}', 'application/json', /set those .* by NTP/],
  ['that has a fault', '', 500, '{}', 'application/json', /tell its owners/],
])('a master %s', async (_, path, status, body, type, cure) => {
  const error = 'Bearer error="invalid_token", error_description="the token has expired"';
  const challenge = String(cure).includes('NTP') ? { 'www-authenticate': error } : {};
  const port = await listen(status, body, { 'content-type': type, ...challenge });
  const [found] = of(
    await doctor(`http_port: 0\nmaster_server_url: http://127.0.0.1:${port}${path}\n`),
    'masters',
  );
  expect(found).toMatchObject({ level: 'fail', cure: expect.stringMatching(cure) });
});

test('a master that was mended a moment ago is asked anew', async () => {
  let manifest = '{"precept": ';
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(manifest);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const settings = `remote_max_retries: 0\nhttp_port: 0\nmaster_server_url: http://127.0.0.1:${port}/precept.json\n`;
  const { folder, home } = await project({ ...rules, '.precept/settings.yml': settings });
  const look = async () => {
    const world = { cwd: folder, home, env: { PRECEPT_TRUST: '1' } };
    const { stdout } = await precept(['doctor', '--format', 'json'], world);
    return of((JSON.parse(stdout) as { findings: Finding[] }).findings, 'masters');
  };
  expect((await look())[0]?.message).toContain('not valid JSON');
  const [issued_at, expires_at] = [0, 3_600_000].map((later) => new Date(Date.now() + later).toISOString());
  manifest = JSON.stringify({ format: 1, version: 1, issued_at, expires_at, scopes: {} });
  expect(await look()).toEqual([]);
});

test('a scope that a master keeps from this login, as the default and as a parent', async () => {
  const server = createServer(({ url = '' }, response) => {
    const [status, body] = url.endsWith('/scopes')
      ? [200, '["far"]']
      : [403, '{"type":"urn:precept:problem:forbidden","title":"Forbidden","status":403}'];
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const more = { '.precept/rules/shop/metadata.yml': 'parents: [board, far]\n' };
  const settings = `default_scope: vault\nhttp_port: 0\nmaster_server_url: http://127.0.0.1:${port}\n`;
  const found = of(await doctor(settings, {}, more), 'masters');
  expect(found.map(({ message }) => message)).toEqual([
    'a master keeps the scope vault from this login: a role is missing',
    'a master keeps the scope board from this login: a role is missing',
  ]);
  expect(found[0]?.cure).toContain('auth in its metadata.yml');
  expect(found[0]?.cure).toContain('closes the scope to all');
});

test('a browser login without a session secret, with which no server starts', async () => {
  const found = of(
    await doctor(
      'http_port: 0\nauth_issuer_url: http://127.0.0.1:1\nauth_audience: https://a.example\nauth_client_id: web\n',
    ),
    'login',
  );
  expect(found[0]).toEqual({
    level: 'fail',
    area: 'login',
    message: 'setting auth_client_id is given without session_secret: the server does not start',
    cure: expect.stringMatching(/^Give 32 random characters .* in PRECEPT_SESSION_SECRET\.$/),
  });
});

test('a master that nobody runs, and one whose name nobody knows', async () => {
  const port = await listen(200, '[]');
  const gone = await listen(200, '[]', {}, true);
  const urls = `[http://127.0.0.1:${gone}, http://rules.invalid, http://127.0.0.1:${port}]`;
  const found = of(await doctor(`http_port: 0\nmaster_server_url: ${urls}\n`), 'masters');
  expect(found.map(({ cure }) => cure?.split(':')[0])).toEqual([
    'Nothing listens there',
    'The name is not known to DNS',
  ]);
});

test('a clock that differs', async () => {
  const port = await listen(200, '[]', { date: new Date(Date.now() - 3_600_000).toUTCString() });
  const found = of(await doctor(`http_port: 0\nmaster_server_url: http://127.0.0.1:${port}\n`), 'masters');
  expect(found).toEqual([
    expect.objectContaining({
      level: 'warn',
      message: expect.stringMatching(/is 3\d{3} s behind this machine's/),
    }),
  ]);
});

test('a port that another program has, and one that a Precept has', async () => {
  const other = createTcpServer((socket) => socket.end('hello\r\n'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  expect(of(await doctor(`http_port: ${port}\n`), 'listener')).toEqual([
    expect.objectContaining({
      level: 'warn',
      message: `port ${port} of 127.0.0.1 is in use by another program`,
    }),
  ]);
  const old = await listen(200, '{"status":"ok","version":"0.0.1"}');
  expect(of(await doctor(`http_port: ${old}\n`), 'listener')[0]?.message).toContain('is version 0.0.1');
});

test('an address that is not one of this machine', async () => {
  const [found] = of(
    await doctor('http_host: 192.0.2.1\nauth_issuer_url: http://127.0.0.1:9\nauth_audience: x\n'),
    'listener',
  );
  expect(found).toMatchObject({ level: 'fail', message: expect.stringContaining('EADDRNOTAVAIL') });
});

test('a login for another audience, for other masters, and of a clock ahead', async () => {
  const port = await listen(200, '[]');
  const master = `http://127.0.0.1:${port}`;
  const settings = `http_port: 0\nmaster_server_url: ${master}\noidc_issuer_url: http://127.0.0.1:9\noidc_client_id: cli\noidc_audience: https://rules.example\n`;
  const login = (more: object) =>
    credentials('http://127.0.0.1:9', { origins: [master], audience: 'https://rules.example', ...more });
  const told = async (more: object) =>
    of(await doctor(settings, login(more)), 'login')
      .filter(({ message }) => !/cannot be reached|may read/.test(message))
      .map(({ level, message }) => `${level} ${message}`);
  expect(await told({})).toEqual([]);
  expect(await told({ audience: 'https://other.example' })).toEqual([
    'fail the login is for the audience https://other.example, and oidc_audience is https://rules.example',
  ]);
  expect(await told({ origins: ['https://other.example'] })).toEqual([
    `fail the login was not made for ${master} and is not sent there`,
  ]);
  const token = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
  expect(await told({ audience: undefined, access_token: token({ aud: ['a', 'b'] }) })).toEqual([
    'fail the login is for the audience a, b, and oidc_audience is https://rules.example',
  ]);
  expect(await told({ access_token: token({ iat: Date.now() / 1000 + 7200 }) })).toEqual([
    "warn this machine's clock is behind the issuer's",
  ]);
});

test('a master that is this server itself', async () => {
  const port = await listen(200, '[]', {}, true);
  const url = `http://localhost:${port}`;
  const [found] = of(await doctor(`http_port: ${port}\nmaster_server_url: ${url}\n`), 'masters');
  expect(found).toMatchObject({
    level: 'fail',
    message: `${url} is the address of this server itself (http_host, http_port), which cannot be its own master`,
    cure: expect.stringContaining('Take it out of master_server_url'),
  });
  // Another server at another port is none.
  const other = of(await doctor(`http_port: 0\nmaster_server_url: ${url}\n`), 'masters');
  expect(other[0]?.message).toContain('ECONNREFUSED');
});

test('a master on the usual port that nobody runs is not called this server', async () => {
  const found = of(await doctor('master_server_url: http://127.0.0.1:8000\n'), 'masters');
  expect(found.filter(({ message }) => message.includes('this server itself'))).toEqual([]);
});

test('a token file that is not there, and one whose token is past its end', async () => {
  const challenge = 'Bearer error="invalid_token", error_description="the token has expired"';
  const port = await listen(401, '{}', { 'www-authenticate': challenge });
  const token = `e30.${Buffer.from('{"exp":1700000000}').toString('base64url')}.x`;
  const entry = { url: `http://127.0.0.1:${port}`, audience: 'https://rules.example' };
  const cures = async (token_file: string) =>
    (
      await doctor(
        `http_port: 0\nmasters: ${JSON.stringify([{ ...entry, token_file }])}\n`,
        {},
        { old: token },
      )
    )
      .filter(({ level, area }) => level === 'fail' && (area === 'login' || area === 'masters'))
      .map(({ message, cure }) => `${message} => ${cure}`);
  expect((await cures('absent')).join('\n')).toMatch(
    /gets no token: .*absent holds no token => Have the platform write it/,
  );
  const told = (await cures('old')).join('\n');
  expect(told).toMatch(
    /^the token of .*old for .* ended at 2023-11-14T22:13:20.000Z => Have whoever provides/m,
  );
  expect(told).toMatch(/has expired; run "precept doctor <url>" => Have whoever provides .*old put a new/);
});

test('a port for the way back from a login that is in use', async () => {
  const port = await listen(200, '{}');
  const settings = `http_port: 0\noidc_issuer_url: http://127.0.0.1:9\noidc_client_id: cli\noidc_redirect_port: ${port}\n`;
  expect(of(await doctor(settings), 'login')).toContainEqual(
    expect.objectContaining({ message: expect.stringContaining(`oidc_redirect_port ${port} is in use`) }),
  );
});

test('the address in a client of a server that does not run, and of one that has no MCP there', async () => {
  const gone = await listen(200, '', {}, true);
  const other = await listen(404, '');
  const told = async (port: number) => {
    const url = `http://127.0.0.1:${port}/mcp`;
    const entry = { '.mcp.json': JSON.stringify({ mcpServers: { precept: { type: 'http', url } } }) };
    return of(await doctor('http_port: 0\n', {}, entry), 'clients').map(({ message }) => message);
  };
  expect(await told(gone)).toEqual([
    expect.stringContaining(`nothing listens at its url http://127.0.0.1:${gone}/mcp`),
  ]);
  expect(await told(other)).toEqual([
    expect.stringContaining(`nothing is at its url http://127.0.0.1:${other}/mcp (404)`),
  ]);
});

/** An issuer that refuses every client, and whose clock is `ahead` by so many seconds; its address. */
async function startRefusing(ahead = 0): Promise<string> {
  let url = '';
  const server = createServer((request, response) => {
    const date = new Date(Date.now() + ahead * 1000).toUTCString();
    const isToken = request.url === '/token';
    const metadata = { issuer: url, token_endpoint: `${url}/token`, authorization_endpoint: `${url}/auth` };
    response
      .writeHead(isToken ? 401 : 200, { 'content-type': 'application/json', date })
      .end(JSON.stringify(isToken ? { error: 'invalid_client' } : metadata));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url;
}

test('a clock of the issuer that differs from the one of this server', async () => {
  const told = async (ahead: number) => {
    const issuer = await startRefusing(ahead);
    const found = await doctor(
      `http_port: 0\nauth_issuer_url: ${issuer}\nauth_audience: https://x.example\n`,
    );
    return of(found, 'clock').map(({ level, message }) => `${level} ${message.replace(issuer, 'it')}`);
  };
  expect(await told(30)).toEqual([]);
  expect(await told(-700)).toEqual([
    expect.stringMatching(/^warn the clock of the issuer it is 70\d s behind this machine's$/),
  ]);
});

test('a login that the issuer does not renew, since the secret of the client is wrong', async () => {
  const issuer = await startRefusing();
  const master = `http://127.0.0.1:${await listen(401, '{}')}`;
  const settings = `http_port: 0\nmaster_server_url: ${master}\noidc_issuer_url: ${issuer}\noidc_client_id: cli\n`;
  const told = async (expires_at: number) => {
    const home = credentials(issuer, { origins: [master], expires_at });
    const found = await doctor(settings, home);
    return found
      .filter(({ area, message }) => area === 'login' && !/may read/.test(message))
      .map(({ level, message }) => `${level} ${message.replaceAll(issuer, 'it')}`);
  };
  expect(await told(Date.now() / 1000 + 3600)).toEqual(['ok logged in at it as Ada, renewed by itself']);
  expect(await told(1_700_000_000)).toEqual([
    expect.stringMatching(
      /^fail the login cannot be refreshed: it: .*oidc_client_secret.*\(invalid_client\)$/,
    ),
  ]);
});
