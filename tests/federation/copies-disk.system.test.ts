import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { afterFile } from '../support/after-file.ts';
import { tempFolder } from '../support/folder.ts';
import { programFile, runProgram } from '../support/program.ts';
import { isLinux } from '../support/system.ts';
import { gone, startWorld, texts, works } from './copies-world.ts';
import { warnings } from './servers.ts';

test.runIf(isLinux)('a full disk costs one warning, and what was kept is served on', async () => {
  const { master, folder } = await startWorld();
  const env = {
    PRECEPT_MASTER_SERVER_URL: master.url,
    PRECEPT_REMOTE_KEEP_SECONDS: '60',
    PRECEPT_REMOTE_RETRY_SECONDS: '0',
    PRECEPT_CACHE_DIR: folder,
  };
  await runProgram(['rules', 'shop'], { env });
  master.text = 'Newer';
  // No file may grow: as where there is no room left.
  const script = 'trap "" XFSZ; ulimit -f 0; exec "$0" "$@"';
  const full = () =>
    promisify(execFile)('sh', ['-c', script, process.execPath, programFile, 'rules', 'shop'], {
      env: { ...env, PATH: process.env.PATH, HOME: folder },
    });
  const { stdout, stderr } = await full();
  expect([stdout, stderr]).toEqual([
    expect.stringContaining('Newer'),
    expect.stringMatching(/^precept warn: copies of masters are not kept: .* cannot be written: .*\n$/),
  ]);
  master.turn = gone;
  expect((await full()).stdout).toContain('Remote');
  expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

/** A file system of 64 KiB in a new folder; null where this user may not mount one. */
async function smallDisk(): Promise<string | null> {
  const folder = path.join(await tempFolder(), 'disk');
  await mkdir(folder, { mode: 0o700 });
  const run = promisify(execFile);
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=700', 'tmpfs', folder]);
  } catch {
    return null;
  }
  afterFile(() => run('umount', [folder]));
  return folder;
}

test('a disk that fills up keeps the copies that are whole, and every answer is right', async (context) => {
  const disk = await smallDisk();
  if (disk === null) return context.skip('only a superuser of Linux may mount a small disk');
  const { master, open } = await startWorld({ cache_dir: disk });
  const says = async (text: string) => {
    master.text = text;
    const own = await open();
    expect(await texts(own)).toEqual([text]);
    return warnings(own);
  };
  const leaves = async (text: string) => {
    master.turn = gone;
    expect(await texts(await open())).toEqual([text]);
    expect((await readdir(disk)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    master.turn = works;
  };
  const [first, second] = ['One', 'Two'].map((name) => `${name} ${'x'.repeat(40_000)}`) as [string, string];
  expect(await says(first)).toEqual([]);
  await leaves(first);
  // Beside the first there is room for half of the second.
  expect(await says(second)).toEqual([expect.stringMatching(/cannot be written: .*(?:ENOSPC|no space)/i)]);
  await leaves(first);
  expect(await says('Three')).toEqual([]);
  await leaves('Three');
  // Not one byte is left.
  await writeFile(path.join(disk, 'else'), 'x'.repeat(200_000)).catch(() => {});
  expect(await says('Four')).toEqual([expect.stringMatching(/ENOSPC|no space/i)]);
  await leaves('Three');
});
