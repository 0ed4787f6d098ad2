import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Printed, precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { hasModes, hasRights } from '../support/system.ts';

const content = {
  'company/metadata.yml': 'description: All of us\n',
  'company/commandments.yml': 'general:\n  ruleset: [Keep calm]\n',
  'shop/metadata.yml': 'parent: company\n',
  'shop/suggestions.yml': 'api:\n  ruleset: [Name things]\n',
  'board/metadata.yml': 'parent: company\nauth: {accepted_roles: [chair]}\n',
};

interface Manifest {
  format: number;
  version: number;
  issued_at: string;
  expires_at: string | null;
  scopes: Record<string, { path: string; sha256: string; size: number }>;
}

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(path.join(folder, 'precept.json'), 'utf8')) as Manifest;

/** Every file below a folder, with its text. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const texts = files.sort().map(async (file) => [path.relative(folder, file), await readFile(file, 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

async function project(files: Readonly<Record<string, string>> = content) {
  const cwd = await tempFolder(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`.precept/rules/${name}`, text])),
  );
  const publish = (...args: string[]): Promise<Printed> => precept(['publish', 'out', ...args], { cwd });
  return { cwd, out: path.join(cwd, 'out'), publish };
}

let keys: string;
let publicKey: string;
beforeAll(async () => {
  keys = await tempFolder();
  const made = await precept(['keys', 'new', path.join(keys, 'one.pem')]);
  publicKey = made.stdout;
  await precept(['keys', 'new', path.join(keys, 'two.pem')]);
});

test('keys new writes a key for its owner alone, prints the public one, and leaves a file that exists', async () => {
  expect(publicKey).toMatch(/^MCowBQYDK2VwAyEA[\w+/]{43}=\n$/);
  const file = path.join(keys, 'one.pem');
  expect(await readFile(file, 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
  if (hasModes) expect((await stat(file)).mode & 0o777).toBe(0o600);
  const again = await precept(['keys', 'new', file]);
  expect([again.code, again.stdout, again.stderr]).toEqual([1, '', expect.stringContaining('exists')]);
  expect((await precept(['keys', 'new', path.join(keys, 'none/x.pem')])).code).toBe(1);
});

test('--format json gives programs what was made, and never the private key', async () => {
  const { cwd, out } = await project();
  const run = async (...argv: string[]) => {
    const { code, stdout, stderr } = await precept([...argv, '--format', 'json'], { cwd });
    return { code, stdout, stderr, facts: JSON.parse(stdout || 'null') as unknown };
  };
  const made = await run('keys', 'new', 'json.pem');
  const file = path.join(cwd, 'json.pem');
  expect([made.code, made.stderr, made.facts]).toEqual([
    0,
    '',
    { file, public_key: expect.stringMatching(/^MCowBQYDK2VwAyEA[\w+/]{43}=$/) },
  ]);
  const [, secret = ''] = (await readFile(file, 'utf8')).split('\n');
  expect(secret).toMatch(/^MC4CAQ/);
  expect(made.stdout).not.toContain(secret);
  expect(await run('keys', 'new', 'json.pem')).toMatchObject({ code: 1, stdout: '' });

  const facts = { folder: out, scopes: 2, restricted: ['board'] };
  const absent = await run('publish', 'out', '--check');
  expect([absent.code, absent.facts]).toEqual([
    1,
    { ...facts, differences: [expect.stringContaining('no manifest')], published: null },
  ]);
  const first = await run('publish', 'out');
  const { version, expires_at, scopes } = await readManifest(out);
  const written = [...Object.values(scopes).map((entry) => entry.path), 'precept.json'];
  expect([first.code, first.stderr, first.facts]).toEqual([
    0,
    expect.stringContaining('limited to roles: board'),
    {
      ...facts,
      differences: [expect.any(String)],
      published: { version, expires_at, written, removed: [] },
    },
  ]);
  expect(await run('publish', 'out', '--check')).toMatchObject({ code: 0, facts: { differences: [] } });
});

test('bundles by hash, and a manifest; publishing again changes not a byte, and what changes is new', async () => {
  const { cwd, out, publish } = await project();
  const first = await publish();
  expect(first).toMatchObject({ code: 0, stderr: expect.stringMatching(/limited to roles: board/) });
  const manifest = await readManifest(out);
  expect(manifest).toMatchObject({ format: 1, version: expect.any(Number) });
  expect(Math.abs(manifest.version - Date.now() / 1000)).toBeLessThan(600);
  expect(Date.parse(String(manifest.expires_at)) - Date.parse(manifest.issued_at)).toBe(30 * 86_400_000);
  expect(Object.keys(manifest.scopes)).toEqual(['company', 'shop']);
  for (const [name, { path: file, sha256, size }] of Object.entries(manifest.scopes)) {
    const bytes = await readFile(path.join(out, file));
    expect(file).toContain(sha256);
    expect([createHash('sha256').update(bytes).digest('hex'), bytes.length]).toEqual([sha256, size]);
    expect(JSON.parse(bytes.toString())).toMatchObject({ format: 1, scope_name: name });
  }
  const shop = await readFile(path.join(out, manifest.scopes.shop?.path ?? ''), 'utf8');
  expect(shop).toContain('Keep calm');

  const before = await filesOf(out);
  expect((await publish('--check')).code).toBe(0);
  expect(await publish()).toMatchObject({ code: 0, stdout: expect.stringContaining('unchanged') });
  expect(await filesOf(out)).toEqual(before);

  await writeFiles(cwd, { '.precept/rules/shop/suggestions.yml': 'api:\n  ruleset: [Name things well]\n' });
  expect(await publish('--check')).toMatchObject({ code: 1, stderr: expect.stringContaining('shop') });
  expect(await filesOf(out)).toEqual(before);
  expect((await publish()).code).toBe(0);
  const next = await readManifest(out);
  expect(next.version).toBeGreaterThan(manifest.version);
  expect(next.scopes.company).toEqual(manifest.scopes.company);
  expect(next.scopes.shop?.path).not.toBe(manifest.scopes.shop?.path);
  expect(Object.keys(await filesOf(out))).toHaveLength(4);

  // What others have put there is not ours to delete.
  await writeFile(path.join(out, 'bundles/notes.json'), '');
  expect((await publish('--prune')).code).toBe(0);
  expect(Object.keys(await filesOf(out)).sort()).toEqual(
    ['bundles/notes.json', 'precept.json', ...Object.values(next.scopes).map((entry) => entry.path)].sort(),
  );
  // The same content elsewhere has the same names and bytes.
  const twin = await project({
    ...content,
    'shop/suggestions.yml': 'api:\n  ruleset: [Name things well]\n',
  });
  await twin.publish();
  expect((await readManifest(twin.out)).scopes).toEqual(next.scopes);
});

test('--include-restricted takes what is limited to roles, with whom it is limited to', async () => {
  const { cwd, out, publish } = await project();
  // Without an issuer the bundle could not say whose roles count, and whoever passes it on would ask for none.
  for (const flags of [[], ['--check']]) {
    const refused = await publish('--include-restricted', ...flags);
    expect(refused).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('no auth_issuer_url'),
    });
  }
  await expect(stat(out)).rejects.toThrow('ENOENT');
  await writeFiles(cwd, {
    '.precept/settings.yml': 'auth_issuer_url: https://login.example.com\nauth_audience: x\n',
  });
  expect(await publish('--include-restricted')).toMatchObject({ code: 0, stderr: '' });
  expect(Object.keys((await readManifest(out)).scopes)).toEqual(['board', 'company', 'shop']);
  const { path: file } = (await readManifest(out)).scopes.board ?? { path: '' };
  expect(JSON.parse(await readFile(path.join(out, file), 'utf8'))).toMatchObject({
    auth: { issuer: 'https://login.example.com', all: [{ scope: 'board', accepted_roles: ['chair'] }] },
  });
});

describe('nothing is written', () => {
  test.each<[string, Record<string, string>, string]>([
    ['broken YAML', { 'shop/commandments.yml': 'a: [' }, 'shop/commandments.yml:1'],
    ['a broken parent', { 'company/commandments.yml': 'a:\n  ruleset: 7\n' }, 'company/commandments.yml:2'],
    ['a cycle', { 'company/metadata.yml': 'parent: shop\n' }, 'company -> shop -> company'],
  ])('where there is %s', async (_, files, place) => {
    const { out, publish } = await project({ ...content, ...files });
    for (const flags of [[], ['--check']])
      expect(await publish(...flags)).toMatchObject({ code: 1, stderr: expect.stringContaining(place) });
    await expect(stat(out)).rejects.toThrow('ENOENT');
  });

  test('for wrong usage', async () => {
    const { cwd, out, publish } = await project();
    const ssh = path.join(cwd, 'not-a-key');
    await writeFile(ssh, 'nothing');
    for (const flags of [
      ['--check', '--prune'],
      ['--expires', 'soon'],
      ['--expires', '0', '--sign', path.join(keys, 'one.pem')],
      ['--sign', ssh],
      ['--sign', path.join(cwd, 'absent')],
    ])
      expect((await publish(...flags)).code, flags.join(' ')).toBe(2);
    expect((await precept(['publish', '.precept/rules/public'], { cwd })).code).toBe(1);
    await expect(stat(out)).rejects.toThrow('ENOENT');
  });

  test.runIf(hasRights)('into a folder that cannot be written', async () => {
    const { cwd, publish } = await project();
    await chmod(cwd, 0o500);
    expect((await publish()).code).toBe(1);
  });
});

test('--check says that files have expired, and not that they were to be good for another time', async () => {
  const { out, publish } = await project();
  expect((await publish()).code).toBe(0);
  const manifest = { ...(await readManifest(out)), expires_at: '2020-01-01T00:00:00.000Z' };
  await writeFile(path.join(out, 'precept.json'), JSON.stringify(manifest));
  const { code, stderr } = await publish('--check');
  expect([code, stderr]).toEqual([1, expect.stringContaining('it expired at 2020-01-01T00:00:00.000Z')]);
});

describe('signed', () => {
  const one = () => path.join(keys, 'one.pem');

  test('the manifest is in an envelope; --check asks for the same key', async () => {
    const { out, publish } = await project();
    expect((await publish('--sign', one())).code).toBe(0);
    const envelope = (await readManifest(out)) as unknown as { payloadType: string; payload: string };
    expect(envelope.payloadType).toBe('application/vnd.precept.manifest+json');
    const manifest = JSON.parse(Buffer.from(envelope.payload, 'base64').toString()) as Manifest;
    expect(Object.keys(manifest.scopes)).toEqual(['company', 'shop']);
    const before = await filesOf(out);
    expect((await publish('--check', '--sign', one())).code).toBe(0);
    expect((await publish('--sign', one())).code).toBe(0);
    expect(await filesOf(out)).toEqual(before);
    for (const flags of [[], ['--sign', path.join(keys, 'two.pem')], ['--sign', one(), '--expires', '7']])
      expect((await publish('--check', ...flags)).code, flags.join(' ')).toBe(1);
    // Versions go on from the one before, signed or not.
    expect((await publish()).code).toBe(0);
    expect((await readManifest(out)).version).toBeGreaterThan(manifest.version);
  });

  test('with a key of OpenSSH', async () => {
    const { out, publish } = await project();
    const file = path.join(await tempFolder(), 'id');
    await promisify(execFile)('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
    expect((await publish('--sign', file)).code).toBe(0);
    expect(await readManifest(out)).toMatchObject({ signatures: [{ sig: expect.any(String) }] });
    await promisify(execFile)('ssh-keygen', ['-q', '-p', '-N', 'secret phrase', '-f', file]);
    expect(await publish('--sign', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('passphrase'),
    });
  });
});
