import { expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { httpClient, smallContent } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { audience, clientSecret, confidentialId, startIssuer } from './issuer.ts';

test('why a token is refused is in the log of the server, and in the message to its reader', async () => {
  const issuer = await startIssuer();
  const settings = { auth_issuer_url: issuer.url, auth_audience: audience };
  const server = await httpClient(smallContent, settings);
  const token = await issuer.sign({ aud: 'https://elsewhere.example' });
  const answer = await server.get('/api/v1/scopes', { authorization: `Bearer ${token}` });
  expect(answer.status).toBe(401);
  const why = `the token is for another audience: it names https://elsewhere.example, and this server is ${audience}`;
  expect(await answer.json()).toMatchObject({ detail: `The bearer token is not accepted: ${why}.` });
  expect(answer.headers.get('www-authenticate')).toContain(`error_description="${why}"`);
  expect(server.logged.join('')).toContain(`GET /api/v1/scopes answered 401: ${why}`);
  expect(server.logged.join('')).not.toContain(token);
  const before = server.logged.length;
  await server.get('/api/v1/scopes');
  expect(server.logged).toHaveLength(before);
});

test('an issuer that is away is 503, and is logged once', async () => {
  const issuer = await startIssuer();
  const settings = { auth_issuer_url: issuer.url, auth_audience: audience };
  const bearer = { authorization: `Bearer ${await issuer.sign()}` };
  await issuer.stop();
  const server = await httpClient(smallContent, settings);
  expect(await (await server.get('/ready')).json()).toMatchObject({ status: 'ok', issuer: 'unavailable' });
  expect(server.logged.join('')).toMatch(/the issuer of logins gives no keys: .*ECONNREFUSED/);
  for (let count = 0; count < 3; count += 1) {
    const answer = await server.get('/api/v1/scopes', bearer);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toMatchObject({ code: 'issuer-unavailable' });
  }
  const told = server.logged.filter((line) => line.includes('tokens cannot be checked'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('ECONNREFUSED');
});

test('a token of a variable that is refused is the matter of whoever provides it: nobody logs in', async () => {
  const issuer = await startIssuer();
  const server = await startMaster(issuer.url);
  const masters = JSON.stringify([{ url: server, token_env: 'RULES_TOKEN' }]);
  const env = { PRECEPT_MASTERS: masters, RULES_TOKEN: 'not-a-jwt', PRECEPT_REMOTE_MAX_RETRIES: '0' };
  const cure =
    'Set that right, or have whoever provides RULES_TOKEN put a new token there: this machine sends that.';
  for (const args of [['doctor'], ['doctor', server]]) {
    const { stdout } = await precept(args, { env });
    expect(stdout).toContain(cure);
    expect(stdout).not.toContain('precept login');
  }
});

test('a client whose secret is wrong, and a master that refuses, never end as an empty folder of rules', async () => {
  const issuer = await startIssuer();
  const server = await startMaster(issuer.url);
  const masters = JSON.stringify([
    { url: server, audience, issuer: issuer.url, client_id: confidentialId, client_secret_env: 'WRONG' },
  ]);
  const env = { PRECEPT_MASTERS: masters, WRONG: `not ${clientSecret}`, PRECEPT_REMOTE_MAX_RETRIES: '0' };
  const scopes = await precept(['scopes'], { env });
  expect(scopes.code).toBe(1);
  expect(scopes.stdout).toContain(`No scopes: nothing is known of ${server} (it answered 401: `);
  expect(`${scopes.stdout}${scopes.stderr}`).not.toContain('no rules folder was found');
  expect(scopes.stderr).toContain('does not know this client or its secret');
  const rules = await precept(['rules', 'team'], { env });
  expect(rules.code).toBe(1);
  expect(rules.stderr).not.toContain('There is no scope');
  const absent = await precept(['scopes'], { env: { ...env, WRONG: '' } });
  expect(absent.stderr).toContain(`${server} gets no token: WRONG is not set, and nobody is logged in`);
  const doctor = await precept(['doctor'], { env });
  expect(doctor.stdout).toMatch(/fail {2}login: the client precept-ci gets no token: .*secret/);
});

test('an issuer that is away is an outage of the master, and a refused client is none', async () => {
  const issuer = await startIssuer();
  const server = await startMaster(issuer.url);
  const entry = { url: server, audience, issuer: issuer.url, client_id: confidentialId };
  const env = {
    PRECEPT_MASTERS: JSON.stringify([{ ...entry, client_secret_env: 'SECRET' }]),
    PRECEPT_REMOTE_KEEP_SECONDS: '3600',
    PRECEPT_CACHE_DIR: await tempFolder(),
    SECRET: clientSecret,
  };
  const rules = (more = {}) => precept(['rules', 'shop'], { env: { ...env, ...more } });
  expect(await rules()).toMatchObject({ code: 0, stderr: '' });
  await issuer.stop();
  const away = await rules();
  expect(away.code).toBe(0);
  expect(away.stderr).toContain(
    `master ${server} is unavailable: no token for it: ${issuer.url} cannot be reached`,
  );
  expect(away.stderr).toContain('its content as of');
  const doctor = await precept(['doctor'], { env });
  expect(doctor.stdout).toMatch(/fail {2}masters: .* no token for it: .*\n.*The issuer /);
  expect(doctor.stdout).not.toMatch(/secret/);
  await issuer.start();
  expect(await rules({ SECRET: 'another' })).toMatchObject({ code: 1 });
  await issuer.stop();
  expect(await rules()).toMatchObject({ code: 1 });
});

test('a scope with a mistake at its master is told as that, and in the log of the master', async () => {
  const broken = { ...smallContent, 'team/commandments.yml': 'api: {ruleset: [' };
  const server = await httpClient(broken);
  for (let count = 0; count < 2; count += 1)
    expect((await server.get('/api/v1/scopes/team/rules')).status).toBe(500);
  expect(server.logged.filter((line) => line.includes('answered 500: '))).toHaveLength(1);

  const { startServer } = await import('../federation/servers.ts');
  const { url } = await startServer(broken);
  const rules = await precept(['rules', 'team'], { env: { PRECEPT_MASTER_SERVER_URL: url } });
  expect(rules.code).toBe(1);
  expect(rules.stderr).toContain(
    `${url} (it answered 500: a file of the scope has a mistake there (invalid-content)).`,
  );
});

test('a scope that a master lists and cannot give now is not said to be none', async () => {
  const { startStub } = await import('../federation/servers.ts');
  const { url } = await startStub((request, response) =>
    request.url === '/api/v1/scopes'
      ? response.writeHead(200, { 'Content-Type': 'application/json' }).end('["far"]')
      : response.writeHead(502).end(),
  );
  const env = { PRECEPT_MASTER_SERVER_URL: url, PRECEPT_REMOTE_MAX_RETRIES: '0' };
  const { code, stderr } = await precept(['rules', 'far'], { env });
  expect(code).toBe(1);
  expect(stderr).toContain(
    'The scope "far" is listed, and its content is not here. This master gives no answer now',
  );
});

async function startMaster(issuer: string): Promise<string> {
  const { startServer } = await import('../federation/servers.ts');
  return (await startServer(smallContent, { auth_issuer_url: issuer, auth_audience: audience })).url;
}
