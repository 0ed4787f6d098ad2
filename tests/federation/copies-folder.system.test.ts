import { chmod, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { hasModes, isLinux } from '../support/system.ts';
import { gone, startWorld, texts } from './copies-world.ts';
import { bundle, bundled, json, rulesOf, warnings } from './servers.ts';

describe('the folder', () => {
  test.runIf(hasModes)('is its owner’s alone, and so are its files', async () => {
    const { folder, open } = await startWorld();
    await texts(await open());
    const modes = [folder, ...(await readdir(folder)).map((name) => path.join(folder, name))].map(
      async (file) => ((await stat(file)).mode & 0o777).toString(8),
    );
    expect(await Promise.all(modes)).toEqual(['700', '600']);
  });

  test('may hold anything: a copy that was changed, cut, or given another’s name is none', async () => {
    const { master, folder, open } = await startWorld({ cache_max_mb: 1 });
    await texts(await open());
    master.text = 'Elsewhere';
    const [name = ''] = await readdir(folder);
    const file = path.join(folder, name);
    const sound = await readFile(file);
    master.turn = gone;
    for (let bit = 0; bit < sound.length * 8; bit += 61) {
      const spoilt = Buffer.from(sound);
      spoilt[bit >> 3] = (spoilt[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await writeFile(file, spoilt);
      expect(await texts(await open()), `bit ${bit}`).toBeUndefined();
    }
    for (const length of [0, 64, 65, 100, sound.length - 1]) {
      await writeFile(file, sound.subarray(0, length));
      expect(await texts(await open()), `${length} bytes`).toBeUndefined();
    }
    // Of another master, by the name of this one's.
    const other = await startWorld();
    other.master.text = 'Of another';
    await texts(await other.open());
    const [foreign = ''] = await readdir(other.folder);
    await rename(path.join(other.folder, foreign), file);
    expect(await texts(await open())).toBeUndefined();
    await writeFile(file, sound);
    expect(await texts(await open())).toEqual(['Remote']);
  });

  test.runIf(hasModes)('is not used where it is a link, or others may write to it: one warning', async () => {
    const spoil: ((folder: string) => Promise<unknown>)[] = [
      async (folder) => symlink(await tempFolder(), folder),
      async (folder) => {
        await mkdir(folder);
        await chmod(folder, 0o777);
      },
      (folder) => writeFile(folder, ''),
    ];
    for (const make of spoil) {
      const { folder, open } = await startWorld();
      await make(folder);
      const own = await open();
      expect(await texts(own)).toEqual(['Remote']);
      expect(await texts(own)).toEqual(['Remote']);
      expect(warnings(own)).toEqual([expect.stringMatching(/copies of masters are not kept: .*cache_dir/)]);
      expect(await readdir(folder).catch(() => [])).toEqual([]);
    }
  });

  test.runIf(isLinux)('that cannot be made costs one warning and no time', async () => {
    for (const cache_dir of ['/proc/precept/copies', '/dev/null/copies']) {
      const { open } = await startWorld({ cache_dir });
      const own = await open();
      expect(await texts(own)).toEqual(['Remote']);
      expect(warnings(own)).toHaveLength(1);
    }
  });

  test('stays within cache_max_mb: what was confirmed longest ago goes, and drafts that nobody finishes', async () => {
    const { master, folder, open } = await startWorld({ cache_max_mb: 1 });
    const size = 300_000;
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    master.turn = (request, response) => {
      const scope = request.url?.split('/')[4] ?? '';
      json(bundle(scope, { commandments: bundled(scope, { a: ['x'.repeat(size)] }) }))(request, response);
      return true;
    };
    await mkdir(folder, { mode: 0o700 });
    const draft = path.join(folder, 'x.copy.0123456789ab.tmp');
    await writeFile(draft, 'x'.repeat(size));
    await utimes(draft, 1, 1);
    const own = await open();
    for (const name of names) await rulesOf(own, name);
    await own.service.close();
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).size),
    );
    expect(sizes).toHaveLength(3);
    expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThan(1024 * 1024);
    master.turn = gone;
    const later = await open();
    expect((await rulesOf(later, 'f')).commandments.a?.rules).toHaveLength(1);
  });
});

test('the program keeps them in the platform’s cache folder, and nothing without the setting', async () => {
  const { master } = await startWorld();
  const cache = await tempFolder();
  const env = { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, PRECEPT_MASTER_SERVER_URL: master.url };
  const rules = (more = {}) => runProgram(['rules', 'shop'], { env: { ...env, ...more } });
  expect((await rules()).stdout).toContain('Remote');
  expect(await readdir(cache)).toEqual([]);
  const keep = { PRECEPT_REMOTE_KEEP_SECONDS: '60' };
  expect((await rules(keep)).stdout).toContain('Remote');
  expect(await readdir(cache)).toEqual(['precept']);
  await master.close();
  const { code, stdout, stderr } = await rules(keep);
  expect([code, stdout, stderr]).toEqual([
    0,
    expect.stringContaining('Remote'),
    expect.stringMatching(/as of/),
  ]);
  expect((await rules()).code).toBe(1);
});
