import { chmod, mkdir, readdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { type Server, startServer } from '../federation/servers.ts';
import { tempFolder } from '../support/folder.ts';
import { hasModes, system } from '../support/system.ts';

let master: Server;
beforeAll(async () => {
  master = await startServer({ 'shop/commandments.yml': 'a:\n  ruleset: [Far]\n' });
});

/** A project that has kept a copy of what its master said, and what the doctor says of that. */
async function project() {
  const home = await tempFolder();
  const cwd = await tempFolder();
  const folder = path.join(home, 'copies');
  const env = {
    PRECEPT_MASTER_SERVER_URL: master.url,
    PRECEPT_REMOTE_KEEP_SECONDS: '3600',
    PRECEPT_CACHE_DIR: folder,
    PRECEPT_CACHE_MAX_MB: '1',
    PRECEPT_HTTP_PORT: '0',
  };
  // Both, so that the doctor has nothing to write, and with that nothing to tidy up.
  for (const args of [['rules', 'shop'], ['scopes']])
    expect(await precept(args, { cwd, home, env })).toMatchObject({ code: 0 });
  return {
    folder,
    home,
    async doctor(more = {}) {
      const { stdout } = await precept(['doctor', '--format', 'json'], {
        cwd,
        home,
        env: { ...env, ...more },
        platform: system,
      });
      const { findings } = JSON.parse(stdout) as {
        findings: { level: string; message: string; cure: string }[];
      };
      return findings
        .filter(({ message }) => /cache_dir|for copies/.test(message))
        .map(({ level, message, cure }) => `${level} ${message}${cure ? ` -> ${cure}` : ''}`);
    },
  };
}

test('doctor says what the folder of copies holds, and nothing of it where none are kept', async () => {
  const { doctor } = await project();
  expect(await doctor()).toEqual([
    expect.stringMatching(/^ok cache_dir: ~\/copies holds \d cop(y|ies) .*, 0\.0 of 1 MB$/),
  ]);
  expect(await doctor({ PRECEPT_REMOTE_KEEP_SECONDS: '0' })).toEqual([]);
  expect(await doctor({ PRECEPT_CACHE_DIR: 'not/there/yet' })).toEqual([
    expect.stringMatching(/^ok .*there[\\/]yet holds \d cop(y|ies)/),
  ]);
});

describe.runIf(hasModes)('doctor finds a folder of copies', () => {
  const copyIn = async (folder: string) => {
    const name = (await readdir(folder)).find((one) => one.endsWith('.copy')) ?? '';
    return path.join(folder, name);
  };
  test.each<[string, (folder: string, home: string) => Promise<unknown>, RegExp]>([
    [
      'that is a link',
      async (folder, home) => {
        await rename(folder, path.join(home, 'elsewhere'));
        await symlink(path.join(home, 'elsewhere'), folder);
      },
      /cannot be used: .* is a link.* -> .*cache_dir/,
    ],
    [
      'that others may write to',
      (folder) => chmod(folder, 0o777),
      /cannot be used: .* can be written by others/,
    ],
    [
      'in whose place is a file',
      async (folder, home) => {
        await rename(folder, path.join(home, 'elsewhere'));
        await writeFile(folder, '');
      },
      /cannot be used: .* is not a folder/,
    ],
    [
      'with files for others',
      async (folder) => chmod(await copyIn(folder), 0o644),
      /1 file that others may read.* -> .*chmod/,
    ],
    [
      'with drafts of programs that were killed',
      async (folder) => {
        const draft = `${await copyIn(folder)}.0123456789ab.tmp`;
        await writeFile(draft, '', { mode: 0o600 });
        await utimes(draft, 1, 1);
      },
      /1 draft left over from programs that were ended, \S+\.tmp for one -> Remove/,
    ],
    [
      'that is too large',
      async (folder) => {
        await mkdir(folder, { recursive: true });
        await writeFile(path.join(folder, 'other'), Buffer.alloc(1024 * 1024 + 100_000), { mode: 0o600 });
      },
      /holds 1\.1 of 1 MB, more than cache_max_mb -> Raise/,
    ],
  ])('%s', async (_, spoil, line) => {
    const { folder, home, doctor } = await project();
    await spoil(folder, home);
    expect(await doctor()).toEqual([expect.stringMatching(new RegExp(`^warn .*${line.source}`))]);
  });
});
