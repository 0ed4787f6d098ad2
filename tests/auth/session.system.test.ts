import { beforeEach, expect, test, vi } from 'vitest';
import { clientId, startIssuer, type TestIssuer } from './issuer.ts';
import { createLocal, expire, leaks, startAgent } from './reader.ts';
import { refreshAtOnce, startMaster } from './rotation.ts';

// Each test starts the program several times.
vi.setConfig({ testTimeout: 60_000 });

let issuer: TestIssuer;
beforeEach(async () => {
  issuer = await startIssuer();
});

test('from login to logout: an agent never notices a token that expires, and keeps local content after', async () => {
  issuer.claims.ada = { roles: ['developer'] };
  const master = await startMaster(issuer);
  const reader = await createLocal(issuer, master.url);
  const agent = await startAgent(reader);
  expect(await agent.rules()).not.toContain('From the master');
  expect(agent.log().match(/warn/g)).toHaveLength(1);
  expect(agent.log()).toMatch(/answered 401.*run "precept login"/);

  // The login is seen by a server that runs already.
  expect((await reader.logIn('ada')).outcome.code).toBe(0);
  expect(await agent.rules()).toMatch(/From the master[\s\S]*From here/);
  const [first] = Object.values((await reader.stored()).logins);

  await expire(reader);
  expect(await agent.rules()).toContain('From the master');
  const [second] = Object.values((await reader.stored()).logins);
  expect(second?.access_token).not.toBe(first?.access_token);
  expect(second?.refresh_token).not.toBe(first?.refresh_token);
  expect(issuer.granted('refresh_token')).toBe(1);

  // 403 is about one scope of the master.
  const before = agent.log().length;
  expect(await agent.rules('board')).toMatch(/From here/);
  expect(await agent.rules('board')).not.toContain('Between us');
  expect(
    agent
      .log()
      .slice(before)
      .match(/warn.*403/g),
  ).toHaveLength(1);
  expect(await agent.rules()).toContain('From the master');

  // The session is revoked at the issuer, and the token ends.
  const body = new URLSearchParams({ token: second?.refresh_token ?? '', client_id: clientId });
  expect((await fetch(`${issuer.url}/token/revocation`, { method: 'POST', body })).status).toBe(200);
  await expire(reader);
  const length = agent.log().length;
  for (let round = 0; round < 4; round++) {
    const rules = await agent.rules();
    expect(rules).toContain('From here');
    expect(rules).not.toContain('From the master');
  }
  const warnings = agent
    .log()
    .slice(length)
    .match(/precept warn/g);
  expect(warnings).toHaveLength(1);
  expect(agent.log().slice(length)).toMatch(/401/);
  const who = await reader.run(['whoami']);
  expect(who).toMatchObject({ code: 1, stderr: expect.stringContaining('has ended; run "precept login"') });

  expect((await reader.logIn('ada')).outcome.code).toBe(0);
  expect(await agent.rules()).toContain('From the master');
  const show = await reader.run(['context', 'shop', '--format', 'json'], {
    PRECEPT_OIDC_CLIENT_SECRET: 'a-secret-of-the-context',
  });
  expect(show.code).toBe(0);
  expect((await reader.run(['rules', 'shop'], { PRECEPT_LOG_LEVEL: 'debug' })).stdout).toContain(
    'From the master',
  );
  await agent.close();
  const everything = [...reader.printed, agent.log(), master.printed()];
  expect(leaks(issuer, everything)).toEqual([]);
  expect(everything.join('\n')).not.toMatch(/a-secret-of-the-context|eyJ[\w-]{20,}/);
});

test('two processes that refresh one rotating token at once both succeed, and the session survives', async () => {
  await refreshAtOnce(issuer, { rounds: 2, processes: 2 });
});

test('a program that ends while the issuer renews its login keeps the new one', async () => {
  issuer.claims.ada = { roles: ['developer'] };
  const master = await startMaster(issuer);
  const reader = await createLocal(issuer, master.url);
  await reader.logIn('ada');
  // With a copy, a master is not waited for longer than a second.
  const env = { PRECEPT_REMOTE_KEEP_SECONDS: '3600', XDG_CACHE_HOME: `${reader.home}/cache` };
  expect((await reader.run(['rules', 'shop'], env)).stdout).toContain('From the master');
  await expire(reader);
  issuer.setDelay(2500);
  const early = await reader.run(['rules', 'shop'], env);
  expect(early.stdout).toContain('From the master');
  expect(issuer.granted('refresh_token')).toBe(1);
  issuer.setDelay(0);
  await expire(reader);
  const { stdout, stderr } = await reader.run(['rules', 'shop']);
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringContaining('From the master'), stderr: '' });
});

test('a clock that is hours ahead or behind costs neither the login nor its renewal', async () => {
  issuer.claims.ada = { roles: ['developer'] };
  const master = await startMaster(issuer);
  const reader = await createLocal(issuer, master.url);
  await reader.logIn('ada');
  for (const hours of [2, -2, 0]) {
    await expire(reader);
    const clock = `const now = Date.now; Date.now = () => now() + ${hours * 3_600_000};`;
    const { stdout, stderr } = await reader.run(['rules', 'shop'], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
    });
    expect({ stdout, stderr }).toEqual({ stdout: expect.stringContaining('From the master'), stderr: '' });
  }
  // By the clock that is behind, the token had not expired.
  expect(issuer.granted('refresh_token')).toBe(2);
});
