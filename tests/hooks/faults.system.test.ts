import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readLastFired } from '../../src/hooks/last-fired.ts';
import { version } from '../../src/model/version.ts';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { hasModes, hasRights } from '../support/system.ts';
import { newPlace, runHere, touch } from './hooks.ts';
import { payloadsOf } from './payloads.ts';

const file = 'src/api/orders.ts';
const nothing = { stdout: '', stderr: '' };
const payload = (project: string, session = 'a') =>
  JSON.stringify(payloadsOf('claude').touched({ cwd: project, session, file }));

describe('the program', () => {
  test('answers, and ends with 0 whatever it is given', async () => {
    const { project, env, home } = await newPlace();
    const run = (args: readonly string[], input: string) =>
      runProgram(['hook', ...args], { cwd: project, env: { ...env, HOME: home, USERPROFILE: home }, input });
    const { code, stdout, stderr } = await run(['PreToolUse', '--client', 'claude'], payload(project));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain('Answer errors');
    for (const args of [
      [],
      ['Nonsense'],
      ['PreToolUse', '--nonsense'],
      ['PreToolUse', '--client'],
      ['PreToolUse', '--client', 'nobody'],
      ['SessionStart', '--scope', 'nowhere'],
      ['SessionStart', '--log-level', 'loud'],
    ])
      expect(await run(args, '{"tool_name":')).toMatchObject({ code: 0, ...nothing });
  });

  test('says what went wrong in hook.log, and on standard error only where it is asked to', async () => {
    const { project, env, home, cache } = await newPlace();
    await mkdir(cache, { mode: 0o700 });
    const run = (...more: string[]) =>
      runProgram(['hook', 'SessionStart', '--client', 'gemini', '--scope', 'nowhere', ...more], {
        cwd: project,
        env: { ...env, HOME: home, USERPROFILE: home },
      });
    expect(await run()).toMatchObject({ code: 0, ...nothing });
    expect(await readFile(`${cache}/hook.log`, 'utf8')).toMatch(
      /^\d{4}-\S+Z gemini SessionStart: There is no scope "nowhere".*\n$/,
    );
    const { code, stdout, stderr } = await run('--debug');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(/^precept hook gemini SessionStart: There is no scope/);
  });

  test('has help', async () => {
    const { code, stdout } = await runProgram(['hook', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('--client');
  });

  test('works without a home folder', async () => {
    const { project } = await newPlace();
    const { code, stdout } = await runProgram(['hook', 'PreToolUse', '--client', 'claude'], {
      cwd: project,
      env: { HOME: '', USERPROFILE: '', XDG_CACHE_HOME: await tempFolder() },
      input: payload(project),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('Answer errors');
  });
});

test('a payload is read before its stream ends, and one that never comes is not waited for', async () => {
  const { project, ...place } = await newPlace();
  const open = new PassThrough();
  open.write(payload(project));
  expect((await runHere({ project, ...place }, ['PreToolUse'], open)).stdout).toContain('Answer errors');
  const silent = new PassThrough();
  expect((await runHere({ project, ...place }, ['SessionStart'], silent)).stdout).toContain('Be kind');
  expect(await runHere({ project, ...place }, ['PreToolUse'], new PassThrough())).toEqual(nothing);
});

test('what is no payload, or too large a one, is nothing', async () => {
  const place = await newPlace();
  const huge = payload(place.project).replace('"a"', `"${'x'.repeat(17 * 1024 * 1024)}"`);
  for (const input of ['', '[]', 'null', '"text"', '{', '\0', Buffer.from([0xff, 0xfe]), huge])
    expect(await runHere(place, ['PreToolUse', '--client', 'claude'], input)).toEqual(nothing);
  expect((await runHere(place, ['PreToolUse'], `\uFEFF${payload(place.project)}`)).stdout).toContain(
    'Answer',
  );
});

test.runIf(hasRights)('a folder that cannot be written keeps nothing, and shows the rules', async () => {
  const place = await newPlace();
  await mkdir(place.cache);
  await chmod(place.cache, 0o500);
  for (let run = 0; run < 2; run++)
    expect(await touch(place, 'claude', { session: 'a', file })).toContain('Answer errors');
  await chmod(place.cache, 0o700);
});

test.runIf(hasModes)('a folder that others may write to is not used', async () => {
  const place = await newPlace();
  await mkdir(place.cache);
  await chmod(place.cache, 0o777);
  for (let run = 0; run < 2; run++)
    expect(await touch(place, 'claude', { session: 'a', file })).toContain('Answer errors');
  await expect(stat(`${place.cache}/hooks`)).rejects.toThrow();
});

test('what stands in the place of the folder stops nothing', async () => {
  const place = await newPlace();
  await writeFile(place.cache, 'a file');
  expect(await touch(place, 'claude', { session: 'a', file })).toContain('Answer errors');
});

test('hook.log has 1 MiB at most, and its latest lines', async () => {
  const place = await newPlace();
  await mkdir(place.cache, { mode: 0o700 });
  const path = `${place.cache}/hook.log`;
  await writeFile(path, 'an old line\n'.repeat(87_381), { mode: 0o600 });
  for (let run = 0; run < 3; run++) await runHere(place, ['SessionStart', '--scope', 'nowhere'], '');
  expect((await stat(path)).size).toBeLessThanOrEqual(1024 * 1024);
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.filter((line) => line.includes('nowhere'))).toHaveLength(3);
  expect(lines.at(-1)).toContain('nowhere');
  expect(lines[0]).toBe('an old line');
});

test('settings of a checkout that need its user’s word have no effect without it', async () => {
  const place = await newPlace({
    '.precept/settings.yml': 'default_scope: shop\ncache_dir: /tmp/elsewhere-than-here\n',
  });
  const { PRECEPT_CACHE_DIR: _, ...env } = place.env;
  const own = {
    ...place,
    env: { ...env, XDG_CACHE_HOME: `${place.home}/x`, LOCALAPPDATA: `${place.home}/x` },
  };
  expect(await touch(own, 'claude', { session: 'a', file })).toContain('Answer errors');
  await expect(stat('/tmp/elsewhere-than-here')).rejects.toThrow();
});

test('it is known when the hooks of a client ran last', async () => {
  const place = await newPlace();
  await touch(place, 'claude', { session: 'a', file });
  const fired = await readLastFired(place.cache, ['claude', 'gemini']);
  expect([...fired]).toEqual([
    ['claude', { client: 'claude', event: 'PreToolUse', version, at: expect.any(String) }],
  ]);
});

test('with usage on, a session that was shown something is counted once', async () => {
  const place = await newPlace({ '.precept/settings.yml': 'default_scope: shop\nusage: true\n' });
  for (const session of ['a', 'a', 'b']) {
    await touch(place, 'claude', { session, file });
    await touch(place, 'claude', { session, file: 'x.sql' });
    await touch(place, 'claude', { session, file, agent: 'one' });
  }
  const lines = (await readFile(`${place.project}/.precept/usage.jsonl`, 'utf8')).trimEnd().split('\n');
  const day = new Date().toISOString().slice(0, 10);
  const sessions = lines.flatMap((line) => JSON.parse(line).sessions ?? []);
  expect(sessions).toEqual(
    [...Array(2)].map(() => ({ day, client: 'claude', connected: 0, asked: 0, shown: 1 })),
  );
});
