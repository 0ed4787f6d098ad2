import { beforeAll, expect, test, vi } from 'vitest';
import { startServer } from '../federation/servers.ts';
import { smallContent } from '../http/client.ts';
import { tempFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { runProgram } from '../support/program.ts';
import { approve, createBrowser } from './browser.ts';
import { startIssuer, type TestIssuer } from './issuer.ts';
import { createReader, leaks, loginUrl, type Reader } from './reader.ts';
import { listen } from './recording-master.ts';

// Each test starts the program several times.
vi.setConfig({ testTimeout: 120_000 });

const audience = 'https://guidance.example';
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
  issuer.claims.ada = { roles: ['ops'] };
});

/** Who runs commands beside a server with logins, whose settings name no master. */
const beside = (port: number, more: Readonly<Record<string, string>> = {}) =>
  createReader(issuer, {
    PRECEPT_OIDC_AUDIENCE: '',
    PRECEPT_AUTH_ISSUER_URL: issuer.url,
    PRECEPT_AUTH_AUDIENCE: audience,
    PRECEPT_HTTP_PORT: String(port),
    ...more,
  });

async function logInAt(reader: Reader, url: string) {
  const program = await reader.start(['login', url]);
  await approve(createBrowser(), await loginUrl(program), 'ada');
  return program.ended;
}

test('fleet and reload bring the login that somebody made for the server of this machine', async () => {
  const login = { auth_issuer_url: issuer.url, auth_audience: audience, admin_roles: ['ops'] };
  const server = await startServer(smallContent, login);
  const port = Number(new URL(server.url).port);
  const admin = await beside(port);

  const refused = await admin.run(['fleet']);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`it asks for a login; run "precept login ${server.url}"`),
  ]);
  const logged = await logInAt(admin, `${server.url}/`);
  expect(logged).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`It goes to ${server.url}, and nowhere else.`),
  });
  expect(await admin.run(['fleet'])).toMatchObject({ code: 0, stderr: '' });
  expect((await admin.run(['reload'])).stderr).toContain(`the server at ${server.url} has reloaded`);
  expect((await admin.run(['whoami', server.url])).stdout).toContain(audience);

  const seen = await admin.run(['doctor', server.url]);
  expect([seen.code, seen.stdout]).toEqual([0, expect.stringContaining(`is of its issuer, for ${audience}`)]);

  // A server of another audience at that address does not take it, and the answer says why.
  const other = await startServer(smallContent, { ...login, auth_audience: 'https://other.example' });
  const wrong = await beside(Number(new URL(other.url).port), {
    HOME: admin.home,
    PRECEPT_AUTH_AUDIENCE: 'https://other.example',
  });
  expect((await wrong.run(['fleet'])).stderr).toContain(`run "precept login ${other.url}"`);
  expect(leaks(issuer, [...admin.printed, ...wrong.printed, logged.stdout])).toEqual([]);
});

test('the login goes to no other address, and a checkout names neither the server nor the audience', async () => {
  const refusing = () => listen(() => [401, {}, { 'WWW-Authenticate': 'Bearer' }]);
  const [own, thief] = [await refusing(), await refusing()];
  const reader = await beside(own.port);
  expect((await logInAt(reader, own.url)).code).toBe(0);
  expect((await reader.run(['fleet'])).stderr).toContain(
    `it refuses the login; run "precept login ${own.url}`,
  );
  expect(own.seen.at(-1)?.authorization).toMatch(/^Bearer /);

  for (const command of ['fleet', 'reload'])
    await reader.run([command], { PRECEPT_HTTP_PORT: String(thief.port) });
  const folder = await tempFolder({
    '.precept/settings.yml': `http_port: ${thief.port}\nauth_issuer_url: ${issuer.url}\nauth_audience: ${audience}\n`,
  });
  const {
    PRECEPT_HTTP_PORT: _,
    PRECEPT_AUTH_AUDIENCE: __,
    PRECEPT_AUTH_ISSUER_URL: ___,
    ...env
  } = reader.env;
  for (const command of ['fleet', 'reload']) await runProgram([command], { cwd: folder, env });
  expect(thief.seen).toHaveLength(4);
  expect(thief.seen.filter(({ authorization }) => authorization !== undefined)).toEqual([]);

  // Nobody logs in for an audience that only a checkout names.
  const program = await reader.start(['login', thief.url], {
    PRECEPT_HTTP_PORT: '',
    PRECEPT_AUTH_ISSUER_URL: '',
    PRECEPT_AUTH_AUDIENCE: '',
    PRECEPT_CONFIG_FILE: '',
  });
  expect((await program.ended).stderr).toContain('is not a master of these settings');
});

test('a master that is the server of this machine gets the login of masters', async () => {
  const server = await startServer(smallContent, { auth_issuer_url: issuer.url, auth_audience: audience });
  const port = Number(new URL(server.url).port);
  const reader = await createReader(issuer, {
    PRECEPT_OIDC_AUDIENCE: audience,
    PRECEPT_MASTER_SERVER_URL: server.url,
    PRECEPT_HTTP_PORT: String(port),
  });
  expect((await reader.logIn()).outcome.code).toBe(0);
  expect(await reader.run(['fleet'])).toMatchObject({ code: 0, stderr: '' });
  const nobody = await beside(await freePort(), { PRECEPT_OIDC_CLIENT_ID: '' });
  const { PRECEPT_HTTP_PORT: free } = nobody.env;
  expect((await nobody.run(['login', `http://127.0.0.1:${free}`])).stderr).toContain('oidc_client_id');
});
