import { spawnSync } from 'node:child_process';
import { chmod, chown, cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { TrackedEntry } from '../../src/feedback/entry.ts';
import { precept } from '../cli/command-line.ts';
import { snippetsFor } from '../docs/rules.ts';
import { createSandbox } from '../docs/sandbox.ts';
import { missed } from '../feedback/support.ts';
import { httpClient, smallContent } from '../http/client.ts';
import { startNginx } from '../http/nginx.ts';
import { postgresPrograms, startPostgres, whyNoPostgres } from '../store/postgres.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';
import { addressOf, programFile, startProgram } from '../support/program.ts';
import { report, tenka } from '../vision/vision.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const has = (program: string, flag: string) => spawnSync(program, [flag]).status === 0;
const noSystemd = has('systemd-analyze', '--version') ? '' : ' (skipped: no systemd-analyze)';
const noNginx = has('nginx', '-v') ? '' : ' (skipped: no nginx)';

test.skipIf(noSystemd !== '')(`the unit is good to systemd${noSystemd}`, async () => {
  const folder = await tempFolder();
  const verify = async (change: (text: string) => string) => {
    const text = change(await readFile(`${examples}systemd/precept@.service`, 'utf8'));
    const unit = path.join(await tempFolder({ 'precept@1.service': text }), 'precept@1.service');
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', unit], {
      encoding: 'utf8',
      cwd: folder,
    });
    return `${status} ${stderr}`;
  };
  expect(await verify((text) => text)).toBe('0 ');
  expect(await verify((text) => text.replace('MemoryMax', 'MemoryMaximum'))).toContain('MemoryMaximum');
});

const isRoot = process.getuid?.() === 0 && has('setpriv', '--version');
const noRoot = isRoot ? '' : ' (skipped: it needs root and setpriv)';

test.skipIf(noRoot !== '')(`a command runs as the server of the unit does${noRoot}`, async () => {
  const folder = await tempFolder({ 'rules/shop/commandments.yml': 'a:\n  ruleset: [One]\n', 'etc/': '' });
  const state = path.join(folder, 'state');
  const here = (text: string) =>
    text
      .replaceAll('/etc/precept', `${folder}/etc`)
      .replaceAll('/var/lib/precept', state)
      .replaceAll('/srv/rules', `${folder}/rules`)
      // A user and a group that are everywhere.
      .replaceAll('id=precept', 'id=65534')
      .replace(' precept "$@"', ` '${process.execPath}' '${programFile}' "$@"`);
  const [script = '', settings = ''] = await Promise.all(
    ['precept-as-server', 'settings.yml'].map((name) => readFile(`${examples}systemd/${name}`, 'utf8')),
  );
  const signIn = `auth_issuer_url: http://127.0.0.1:1\nauth_audience: rules\nauth_client_id: web\n`;
  const entry = { ...missed, id: 'f-1', timestamp: '2026-01-01T00:00:00.000Z' };
  await writeFiles(folder, {
    'as-server': here(script),
    'etc/settings.yml': `${here(settings)}${signIn}public_url: http://127.0.0.1:8000\n`,
    'etc/1.env': "PRECEPT_TEAM='a & b'\n",
    'etc/store.env': `PRECEPT_SESSION_SECRET='${'s'.repeat(40)}'\n`,
    'state/feedback.jsonl': `${JSON.stringify(entry)}\n`,
  });
  await chmod(folder, 0o755);
  await chmod(path.join(folder, 'etc/store.env'), 0o600);
  for (const name of ['', 'feedback.jsonl']) await chown(path.join(state, name), 65_534, 65_534);
  const run = (...argv: string[]) =>
    spawnSync('sh', [path.join(folder, 'as-server'), ...argv], { encoding: 'utf8', cwd: folder });
  expect(run('feedback', 'list').stdout).toContain(missed.task);
  expect(run('context', 'shop').stdout).toContain('a & b');
  // Neither a secret that the server has nor its folders are missing.
  const { stdout } = run('doctor');
  expect(stdout).toMatch(/^ok +rules/m);
  expect(stdout).not.toMatch(/^fail|EACCES/m);
  expect(run('usage').stderr).toContain(`looked in ${state}/usage.jsonl`);
});

test.skipIf(noNginx !== '')(`nginx of the compose file leads to the replicas${noNginx}`, async () => {
  const rules = await tempFolder(smallContent);
  const replicas = await Promise.all(
    [1, 2].map(() => startProgram(['serve', '--host', '0.0.0.0', '--port', '0', '-r', rules])),
  );
  const ports = await Promise.all(replicas.map(async (one) => new URL(await addressOf(one)).port));
  const front = await freePort();
  const text = (await readFile(`${examples}deploy/compose/nginx.conf`, 'utf8'))
    .replaceAll('precept-1:8000', `127.0.0.1:${ports[0]}`)
    .replaceAll('precept-2:8000', `127.0.0.1:${ports[1]}`)
    .replace('listen 8080;', `listen 127.0.0.1:${front};`);
  const address = `http://127.0.0.1:${front}`;
  await startNginx(text, `${address}/ready`);
  replicas[0]?.signal('SIGTERM');
  await replicas[0]?.ended;
  for (const _ of [1, 2, 3]) expect((await fetch(`${address}/api/v1/scopes/shop/rules`)).status).toBe(200);
});

describe.skipIf(whyNoPostgres !== '')(`backup and restore${whyNoPostgres}`, () => {
  test('as the guide says bring everything back, to the last state of each entry', async () => {
    const [saving, restoring] = snippetsFor('shell').filter(({ text }) => /pg_(dump|restore)/.test(text));
    const database = await startPostgres();
    const sandbox = await createSandbox({ 'tenka.yml': tenka(['sums']) }, { 'r.xml': report('a|sums') });
    const env = { PRECEPT_STORE_URL: database.url };
    const options = { env, cwd: sandbox.cwd };
    const run = async (...argv: string[]) => {
      const printed = await precept(argv, options);
      if (printed.code !== 0) throw new Error(printed.stderr);
      return printed.stdout;
    };
    await run('store', 'migrate');
    const client = await httpClient(smallContent, { store_url: database.url, usage: true });
    for (const key of ['one', 'two'])
      await client.send('/api/v1/feedback', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(missed),
      });
    await run('feedback', 'resolve', 'two', '--note', 'Done');
    await client.get('/api/v1/scopes/shop/rules');
    await client.service.close();
    await run('tenka', 'import', 'r.xml');
    const all = async () => [
      JSON.parse(await run('feedback', 'list', '--format', 'json')) as TrackedEntry[],
      await run('usage', '--since', '1d', '--format', 'csv'),
      await run('tenka', 'history', 'AC1.1', '--format', 'json'),
    ];
    const before = await all();
    expect(before[0]).toMatchObject([
      { id: 'one', state: 'open' },
      { id: 'two', state: 'resolved' },
    ]);
    const inPath = (text = '') => `PATH=${postgresPrograms}:$PATH\n${text}`;
    await cp(`${examples}acme/settings.yml`, path.join(sandbox.folder, 'etc/precept/settings.yml'));
    expect(await sandbox.run(inPath(saving?.text), { env })).toMatchObject({ code: 0 });
    await database.ask('drop schema precept cascade');
    expect(await precept(['store', 'migrate', '--check'], options)).toMatchObject({ code: 1 });
    expect(await sandbox.run(inPath(restoring?.text), { env })).toMatchObject({ code: 0 });
    expect(await all()).toEqual(before);
    // What is stored from now on does not collide with what was restored.
    await run('feedback', 'missed-categories', '--task', 't', '--category', 'c', '--reason', 'r');
    expect((await all())[0]).toHaveLength(3);
  });
});
