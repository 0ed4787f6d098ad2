import { chmod, readFile, writeFile } from 'node:fs/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { runProgram, startProgram } from '../support/program.ts';
import { hasModes } from '../support/system.ts';
import { approve, createBrowser } from './browser.ts';
import { startIssuer, type TestIssuer } from './issuer.ts';
import { createLocal, createReader, leaks, loginUrl, startAgent } from './reader.ts';
import { listen } from './recording-master.ts';

// Each test starts the program several times.
vi.setConfig({ testTimeout: 120_000 });

let issuer: TestIssuer;
beforeEach(async () => {
  issuer = await startIssuer();
});

const nothing = () => listen(() => [404, {}]);

test('a login goes to the masters that it was made for, and settings that change cannot send it elsewhere', async () => {
  const [own, thief] = [await nothing(), await nothing()];
  const reader = await createLocal(issuer, own.url);
  const { outcome } = await reader.logIn();
  expect(outcome.stdout).toContain(`It goes to ${own.url}, and nowhere else.`);
  expect((await reader.run(['rules', 'shop'])).stderr).toBe('');
  expect(own.seen[0]?.authorization).toMatch(/^Bearer /);

  const changed = { PRECEPT_MASTER_SERVER_URL: thief.url };
  for (const command of [['rules', 'shop'], ['reload']]) {
    const { stderr } = await reader.run(command, changed);
    expect(stderr).toContain(`was made for ${own.url} and is not sent to ${thief.url}; run "precept login"`);
  }
  expect(thief.seen.length).toBeGreaterThan(1);
  expect(thief.seen.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
  expect((await reader.run(['whoami'], changed)).stdout).toContain(
    `It goes to ${own.url}, and nowhere else.`,
  );

  // Whoever logs in with these settings says that they want it; the earlier master keeps its login.
  const other = await createReader(issuer, { ...reader.env, ...changed, HOME: reader.home });
  expect((await other.logIn()).outcome.stdout).toContain(
    `It goes to ${thief.url}, ${own.url}, and nowhere else.`,
  );
  const before = own.seen.length;
  await reader.run(['rules', 'shop']);
  await reader.run(['rules', 'shop'], changed);
  expect(own.seen[before]?.authorization).toMatch(/^Bearer /);
  expect(thief.seen.at(-1)?.authorization).toMatch(/^Bearer /);
  expect(leaks(issuer, [...reader.printed, ...other.printed])).toEqual([]);
});

test('a login of an older version, which does not name its masters, goes nowhere', async () => {
  const master = await nothing();
  const reader = await createLocal(issuer, master.url);
  await reader.logIn();
  const file = JSON.parse(await readFile(reader.credentials, 'utf8'));
  for (const login of Object.values<Record<string, unknown>>(file.logins)) {
    delete login.origins;
    delete login.audience;
  }
  await writeFile(reader.credentials, JSON.stringify(file));
  const { stderr } = await reader.run(['rules', 'shop']);
  expect(stderr).toMatch(/of an older version .* run "precept login" to log in for/);
  expect(master.seen.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
});

test('a login is not made for masters that only a checkout names, until its user allows that', async () => {
  const [own, thief] = [await nothing(), await nothing()];
  const folder = await tempFolder({ '.precept/settings.yml': `master_server_url: ${thief.url}\n` });
  const reader = await createReader(issuer);
  const logIn = async () => {
    const program = await startProgram(['login'], { cwd: folder, env: reader.env });
    await approve(createBrowser(), await loginUrl(program), 'ada');
    return program.ended;
  };
  const untrusted = await logIn();
  expect(untrusted.stderr).toContain(`${thief.url} gets no login: only the settings of this folder name it`);
  const origins = async () => Object.values((await reader.stored()).logins).map(({ origins: all }) => all);
  expect(await origins()).toEqual([[]]);
  const inFolder = (args: string[], env = {}) =>
    runProgram(args, { cwd: folder, env: { ...reader.env, ...env } });
  // A master of the user's own settings is another matter, in the same folder too.
  await startProgram(['login'], {
    cwd: folder,
    env: { ...reader.env, PRECEPT_MASTER_SERVER_URL: own.url },
  }).then(async (program) => {
    await approve(createBrowser(), await loginUrl(program), 'ada');
    return program.ended;
  });
  expect(await origins()).toEqual([[own.url]]);
  expect((await inFolder(['rules', 'shop'])).stderr).toContain(`is not sent to ${thief.url}`);

  const shown = await inFolder(['trust', '--show']);
  expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining(thief.url)]);
  expect((await inFolder(['trust'])).code).toBe(0);
  await logIn();
  expect(await origins()).toEqual([[thief.url, own.url]]);
  expect(thief.seen.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
});

test('a login does not go over plain http beyond this machine, which is told once', async () => {
  const master = await nothing();
  // An address that is not this machine's by its name, and leads here all the same.
  const url = `http://0.0.0.0:${master.port}`;
  const reader = await createLocal(issuer, url);
  const { outcome } = await reader.logIn();
  expect(outcome.stderr).toContain(`${url} gets no login: it is plain http`);
  // A store that somebody has changed by hand makes no difference.
  const file = JSON.parse(await readFile(reader.credentials, 'utf8'));
  for (const login of Object.values<{ origins: string[] }>(file.logins)) {
    expect(login.origins).toEqual([]);
    login.origins = [url];
  }
  await writeFile(reader.credentials, JSON.stringify(file));
  const agent = await startAgent(reader);
  await agent.rules();
  await agent.rules();
  expect(agent.log().match(/plain http/g)).toHaveLength(1);
  await agent.close();
  expect(master.seen.length).toBeGreaterThan(0);
  expect(master.seen.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
});

test.runIf(hasModes)('whoami says that others can read the tokens', async () => {
  const reader = await createReader(issuer);
  await reader.logIn();
  expect((await reader.run(['whoami'])).stderr).toBe('');
  await chmod(reader.credentials, 0o644);
  const { code, stderr } = await reader.run(['whoami']);
  expect(code).toBe(0);
  expect(stderr).toContain('everybody on this machine may read it (mode 644)');
  expect(stderr).toContain(`chmod 600 ${reader.credentials}`);
  await chmod(reader.credentials, 0o660);
  expect((await reader.run(['whoami'])).stderr).toContain('its group may read and write it (mode 660)');
});
