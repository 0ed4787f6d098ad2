import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runs } from '../support/runs.ts';
import { addressOf, type Kit, rules, text } from './kit.ts';
import { speakMcp } from './protocols.ts';

const rounds = runs(5);
const processes = 6;

/** An issuer that gives each refresh token once, and a door in front of a master that takes the last access token alone. */
async function startDoor(master: string) {
  let refresh = randomUUID();
  let access = randomUUID();
  let refreshes = 0;
  const misused: string[] = [];
  const server: Server = createServer((incoming, response) => {
    const url = `http://${incoming.headers.host}`;
    const json = (status: number, data: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(data));
    };
    if (incoming.url === '/.well-known/openid-configuration')
      return json(200, {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    if (incoming.url === '/token') {
      let body = '';
      incoming.on('data', (chunk) => {
        body += chunk;
      });
      return incoming.on('end', () => {
        const given = new URLSearchParams(body).get('refresh_token') ?? '';
        if (given !== refresh) {
          misused.push(given);
          return json(400, { error: 'invalid_grant' });
        }
        [refresh, access] = [randomUUID(), randomUUID()];
        refreshes += 1;
        json(200, { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3600 });
      });
    }
    if (incoming.headers.authorization !== `Bearer ${access}`) {
      incoming.resume();
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer error="invalid_token"' }).end();
      return;
    }
    const passed = request(
      new URL(incoming.url ?? '/', master),
      { method: incoming.method ?? 'GET', headers: { ...incoming.headers, host: new URL(master).host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(passed.on('error', () => response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close,
    tokens: () => ({ access, refresh }),
    /** The present access token is good for nothing from now on. */
    revoke: () => {
      access = randomUUID();
    },
    refreshes: () => refreshes,
    misused,
  };
}

/** Processes that share one login find its token refused at the same time, again and again: none may lose what another was given. */
export async function proveLogin(kit: Kit): Promise<void> {
  const home = await kit.folder();
  const far = await kit.folder(rules);
  const master = kit.start(['serve', '--port', '0'], { cwd: far });
  const door = await startDoor(await addressOf(master));
  const { access, refresh } = door.tokens();
  const login = {
    issuer: door.url,
    client_id: 'proof',
    access_token: access,
    refresh_token: refresh,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    lifetime: 3600,
    scope: null,
    subject: null,
    name: null,
    origins: [door.url],
    audience: null,
  };
  const file = join(home, '.config', 'precept', 'credentials.json');
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, JSON.stringify({ version: 1, logins: { [`${door.url} proof`]: login } }));
  const env = {
    PRECEPT_MASTER_SERVER_URL: door.url,
    PRECEPT_OIDC_ISSUER_URL: door.url,
    PRECEPT_OIDC_CLIENT_ID: 'proof',
    PRECEPT_DEFAULT_SCOPE: 'shop',
    // Six processes that start under Wine on a busy machine take their time.
    PRECEPT_REMOTE_TIMEOUT_SECONDS: '60',
  };
  const readers = await Promise.all(
    Array.from({ length: processes }, async () => {
      const server = kit.start([], { cwd: await kit.folder(), home, env });
      return { server, client: await speakMcp(server) };
    }),
  );
  const asked = () =>
    Promise.all(
      readers.map(async ({ client, server }) => {
        await client.call('reload');
        assert.match(
          await client.call('get_rules', { scope_name: 'shop' }),
          /problem details/,
          server.stderr(),
        );
      }),
    );
  await asked();
  for (let round = 1; round <= rounds; round += 1) {
    door.revoke();
    await asked();
    assert.deepEqual(door.misused, [], `round ${round}`);
  }
  assert.ok(door.refreshes() >= rounds, `${door.refreshes()} refreshes`);
  const stored = JSON.parse(await text(file)) as { logins: Record<string, { refresh_token: string }> };
  assert.equal(Object.values(stored.logins)[0]?.refresh_token, door.tokens().refresh);
  await Promise.all([...readers.map(({ server }) => server.end()), master.end()]);
  door.close();
}
