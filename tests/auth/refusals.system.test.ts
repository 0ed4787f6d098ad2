import { beforeEach, describe, expect, test, vi } from 'vitest';
import { startIssuer, type TestIssuer } from './issuer.ts';
import { createLocal, expire, leaks } from './reader.ts';
import { listen } from './recording-master.ts';

// Each test starts the program several times.
vi.setConfig({ testTimeout: 60_000 });

let issuer: TestIssuer;
beforeEach(async () => {
  issuer = await startIssuer();
});

describe('a master that refuses', () => {
  test('gets one refreshed token and no third request', async () => {
    const master = await listen(() => [401, {}]);
    const reader = await createLocal(issuer, master.url);
    await reader.logIn();
    const { stdout, stderr } = await reader.run(['rules', 'shop']);
    expect(stdout).toContain('From here');
    expect(stderr.match(/precept warn/g)).toHaveLength(1);
    const tokens = master.seen.map(({ authorization }) => authorization);
    expect(tokens).toHaveLength(2);
    expect(new Set(tokens).size).toBe(2);
    expect(issuer.granted('refresh_token')).toBe(1);
    expect(leaks(issuer, reader.printed)).toEqual([]);
  });

  test('cannot lead the token to another origin', async () => {
    const thief = await listen(() => [200, {}]);
    const master = await listen((_, path) => [302, {}, { Location: `${thief.url}${path}` }]);
    const reader = await createLocal(issuer, master.url);
    await reader.logIn();
    const { stdout, stderr } = await reader.run(['rules', 'shop']);
    expect(stdout).toContain('From here');
    expect(stderr).toContain('redirects to another origin');
    expect(master.seen[0]?.authorization).toMatch(/^Bearer /);
    expect(thief.seen).toEqual([]);
    await reader.run(['reload']);
    expect(thief.seen).toEqual([]);
  });

  test('has its feedback with the token too', async () => {
    let refuse = true;
    const master = await listen((_, path) => {
      const status = path === '/api/v1/feedback' ? (refuse ? 401 : 201) : 404;
      refuse = false;
      return [status, {}];
    });
    const reader = await createLocal(issuer, master.url);
    await reader.logIn();
    const report = ['feedback', 'missed-categories', '--task', 't', '--category', 'a', '--reason', 'r'];
    const { code } = await reader.run(report, {
      PRECEPT_FEEDBACK_FORWARD: 'true',
      PRECEPT_FEEDBACK_FILE: `${reader.home}/feedback.jsonl`,
    });
    expect(code).toBe(0);
    const sent = master.seen.filter(({ path }) => path === '/api/v1/feedback');
    expect(sent.map(({ authorization }) => authorization?.slice(0, 7))).toEqual(['Bearer ', 'Bearer ']);
    expect(new Set(sent.map(({ authorization }) => authorization)).size).toBe(2);
  });

  test('is served by an issuer that is down for as long as the token is good, and no longer', async () => {
    const master = await listen((headers) => [headers.authorization ? 404 : 401, {}]);
    const reader = await createLocal(issuer, master.url);
    await reader.logIn();
    await issuer.stop();
    expect((await reader.run(['rules', 'shop'])).stderr).toBe('');
    await expire(reader);
    const { stdout, stderr } = await reader.run(['rules', 'shop']);
    expect(stdout).toContain('From here');
    expect(stderr).toMatch(/the login cannot be refreshed: .* cannot be reached/);
    expect(stderr).toContain(`master ${master.url} is unavailable: no token for it: ${issuer.url} cannot`);
    await issuer.start();
    expect((await reader.run(['rules', 'shop'])).stderr).toBe('');
  });
});
