import { chmod, mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { replaceFiles, writeFiles } from '../support/folder.ts';
import { startProgram } from '../support/program.ts';
import { hasModes } from '../support/system.ts';
import { begin, newPlace, type Place, touch } from './hooks.ts';

const file = 'src/api/orders.ts';
const commandments = '.precept/rules/shop/commandments.yml';
const kept = async ({ cache }: Place, ending: string) =>
  (await readdir(`${cache}/hooks`).catch(() => [])).filter((name) => name.endsWith(ending));
/** Has the scope compiled, and gives the file of that; content that has just been written is not taken for settled. */
async function compiled(place: Place): Promise<string> {
  await expect
    .poll(async () => {
      await touch(place, 'claude', { session: 'compiles', file });
      return kept(place, '.scope');
    })
    .toHaveLength(1);
  return `${place.cache}/hooks/${(await kept(place, '.scope'))[0]}`;
}

describe('the compiled form', () => {
  test('gives what the scope itself gives, and is not written again', async () => {
    const place = await newPlace();
    const first = await touch(place, 'claude', { session: 'a', file });
    const path = await compiled(place);
    const { mtimeMs } = await stat(path);
    expect(await touch(place, 'claude', { session: 'b', file })).toBe(first);
    expect((await stat(path)).mtimeMs).toBe(mtimeMs);
    const { mode } = await stat(path);
    if (hasModes) expect(mode & 0o777).toBe(0o600);
  });

  test.each([
    ['content', { [commandments]: 'api.http: {paths: [src/api/**], ruleset: [Another rule]}\n' }, {}],
    [
      'settings',
      {
        '.precept/settings.yml': 'default_scope: other\n',
        '.precept/rules/other/commandments.yml': 'a: {paths: [src/**], ruleset: [Another rule]}\n',
      },
      {},
    ],
    [
      'a file of the scope that was not there',
      {
        '.precept/rules/shop/metadata.yml': 'parent: above\n',
        '.precept/rules/above/commandments.yml': 'a: {paths: [src/**], ruleset: [Another rule]}\n',
      },
      {},
    ],
    ['the environment', {}, { PRECEPT_TEAM: 'Another rule' }],
  ])('is not used once %s changed', async (_, files, env) => {
    const place = await newPlace({
      [commandments]:
        'api.http: {paths: [src/api/**], ruleset: ["Ask {{ TEAM | default(\'somebody\') }}"]}\n',
    });
    await compiled(place);
    expect(await touch(place, 'claude', { session: 'a', file })).toContain('Ask somebody');
    await writeFiles(place.project, files);
    const changed = { ...place, env: { ...place.env, ...env } };
    expect(await touch(changed, 'claude', { session: 'b', file })).toContain('Another rule');
  });

  test('is not used once it is damaged, torn, of another version, or empty', async () => {
    const place = await newPlace();
    const path = await compiled(place);
    const bytes = await readFile(path);
    const whole = await touch(place, 'claude', { session: 'a', file });
    const text = bytes.toString('utf8');
    const damaged = [
      bytes.subarray(0, bytes.length / 2),
      Buffer.alloc(0),
      Buffer.from(text.replace('Answer errors', 'Answer errorz')),
      Buffer.from(text.replace('src/api/**', 'src/apj/**')),
      Buffer.from(text.replace(/"version":"[^"]*"/, '"version":"0.0.0"')),
      Buffer.from('precept-hook 4 99999999 1 0123456789abcdef\n'),
      Buffer.alloc(bytes.length, 0xff),
    ];
    for (const [index, wrong] of damaged.entries()) {
      await writeFile(path, wrong);
      expect(await touch(place, 'claude', { session: `b${index}`, file })).toBe(whole);
    }
  });

  test('lies where the settings of its user say', async () => {
    const place = await newPlace();
    const { PRECEPT_CACHE_DIR: _, ...env } = place.env;
    await writeFiles(place.home, {
      '.precept/settings.yml': 'cache_dir: "own"  # here\ndefault_scope: shop\n',
    });
    await rm(`${place.project}/.precept/settings.yml`);
    const own = { ...place, env, cache: `${place.home}/own` };
    const { mtimeMs } = await stat(await compiled(own));
    expect(await touch(own, 'claude', { session: 'a', file })).toContain('Answer errors');
    expect((await stat(await compiled(own))).mtimeMs).toBe(mtimeMs);
  });

  test('is made by a server as well, where hooks run', async () => {
    const place = await newPlace();
    const env = { ...place.env, HOME: place.home, USERPROFILE: place.home };
    await mkdir(`${place.cache}/hooks`, { recursive: true, mode: 0o700 });
    await chmod(place.cache, 0o700);
    const server = await startProgram([], { cwd: place.project, env });
    await expect.poll(() => kept(place, '.scope')).toHaveLength(1);
    server.stdin.end();
    expect((await server.ended).code).toBe(0);
    const path = `${place.cache}/hooks/${(await kept(place, '.scope'))[0]}`;
    const { ino } = await stat(path);
    expect(await touch(place, 'claude', { session: 'a', file })).toContain('Answer errors');
    expect((await stat(path)).ino).toBe(ino);
  });

  test('ends when a waiver does', async () => {
    const place = await newPlace({
      '.precept/rules/shop/waivers.yml': `waivers: [{rule: cursor-paging, reason: old code, until: ${new Date().toISOString().slice(0, 10)}}]\n`,
    });
    const path = await compiled(place);
    const { validity } = JSON.parse((await readFile(path, 'utf8')).split('\n')[1] ?? '');
    expect(validity.expires).toBeGreaterThan(Date.now());
    expect(validity.expires).toBeLessThanOrEqual(Date.now() + 24 * 60 * 60 * 1000);
    expect(await touch(place, 'claude', { session: 'a', file })).toContain('(waived until');
  });

  test('does not hold what plugins say', async () => {
    const place = await newPlace({
      '.precept/settings.yml': 'default_scope: shop\nenabled_plugins: [fs.context]\n',
      [commandments]:
        'api.http: {paths: [src/api/**], ruleset: ["Written in {{ languages | join(\', \') | default(\'nothing\') }}"]}\nplain: {paths: ["*.md"], ruleset: [Plain]}\n',
    });
    await compiled(place);
    expect(await touch(place, 'claude', { session: 'a', file: 'a.md' })).toContain('Plain');
    expect(await touch(place, 'claude', { session: 'a', file })).not.toMatch(/rust/i);
    await writeFiles(place.project, { 'Cargo.toml': '' });
    expect(await touch(place, 'claude', { session: 'b', file })).toMatch(/rust/i);
  });
});

describe('a session', () => {
  test('is told only what changed, so marked', async () => {
    const place = await newPlace();
    await touch(place, 'claude', { session: 'a', file });
    await replaceFiles(place.project, {
      [commandments]: JSON.stringify({
        'api.http': {
          paths: ['src/api/**'],
          ruleset: [{ rule: 'Page by 50', id: 'cursor-paging' }, 'A rule that is new'],
        },
      }),
    });
    const shown = await touch(place, 'claude', { session: 'a', file });
    expect(shown?.split('\n').slice(1)).toEqual([
      'Changed: 1 rule of `api.http` shown before no longer there.',
      '`api.http`:',
      '- **MUST** (changed): Page by 50',
      '- **MUST** (changed): A rule that is new',
      '',
    ]);
    expect(await touch(place, 'claude', { session: 'a', file })).toBeNull();
  });

  test('that goes to another project is told its rules as new, and nothing of the first ones', async () => {
    const place = await newPlace();
    await touch(place, 'claude', { session: 'a', file });
    const { project } = await newPlace({
      [commandments]: 'api.http: {paths: [src/api/**], ruleset: [{rule: Page by 50, id: cursor-paging}]}\n',
    });
    const shown = await touch({ ...place, project }, 'claude', { session: 'a', file });
    expect(shown).toContain('- **MUST**: Page by 50');
    expect(shown).not.toMatch(/changed/i);
    expect(await touch(place, 'claude', { session: 'a', file })).toBeNull();
  });

  test('is forgotten after a day, and its file then goes', async () => {
    const place = await newPlace();
    const first = await touch(place, 'claude', { session: 'a', file });
    await begin(place, 'claude', { session: 'other' });
    expect(await touch(place, 'claude', { session: 'a', file })).toBeNull();
    const long = new Date(Date.now() - 25 * 60 * 60 * 1000);
    for (const name of await readdir(`${place.cache}/hooks`))
      await utimes(`${place.cache}/hooks/${name}`, long, long);
    expect(await touch(place, 'claude', { session: 'a', file })).toBe(first);
    expect(await kept(place, '.session')).toHaveLength(1);
  });

  test('keeps nothing of its task, and is its user’s alone', async () => {
    const place = await newPlace();
    await touch(place, 'claude', { session: 'secret-session', file });
    for (const name of await kept(place, '.session')) {
      const path = `${place.cache}/hooks/${name}`;
      if (hasModes) expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(await readFile(path, 'utf8')).not.toMatch(/secret|orders|Answer/);
      expect(name).not.toContain('secret');
    }
  });

  test('knows what a line that was torn does not say', async () => {
    const place = await newPlace();
    await touch(place, 'claude', { session: 'a', file });
    const [name = ''] = await kept(place, '.session');
    const path = `${place.cache}/hooks/${name}`;
    await truncate(path, (await stat(path)).size - 5);
    expect(await touch(place, 'claude', { session: 'a', file })).toContain('Answer errors');
    expect(await touch(place, 'claude', { session: 'a', file })).toBeNull();
  });

  test('is given everything once by hooks that run at the same time', async () => {
    const place = await newPlace();
    const all = await Promise.all([...Array(12)].map(() => touch(place, 'claude', { session: 'a', file })));
    expect(all.filter((one) => one !== null)).toHaveLength(1);
    const begun = await Promise.all(
      [...Array(6)].map(() => begin(place, 'claude', { session: 'a', source: 'compact' })),
    );
    expect(begun.filter((one) => one !== null)).toHaveLength(1);
  });
});
