import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { SettingValues } from '../../src/config/settings.ts';
import { afterFile } from '../support/after-file.ts';
import { ask } from '../support/ask.ts';
import { stopDate } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { startClock } from '../support/in-time.ts';
import { programFile, runProgram } from '../support/program.ts';
import type { TestService } from '../support/service.ts';
import { asked, bundle, bundled, json, reader, rulesOf, type Stub, startStub, warnings } from './servers.ts';

/** What a master does before it answers: true where it has answered in its own way. */
type Turn = (request: IncomingMessage, response: ServerResponse) => boolean;

const works: Turn = () => false;
const gone: Turn = (request) => {
  request.socket.destroy();
  return true;
};
const status =
  (code: number, body = '', type = 'text/plain'): Turn =>
  (_, response) => {
    response.writeHead(code, { 'Content-Type': type, Location: 'http://127.0.0.1:1/' }).end(body);
    return true;
  };
const ownProblem = JSON.stringify({ type: 'urn:precept:problem:scope-not-found', title: 'none' });

interface Master extends Stub {
  turn: Turn;
  text: string;
}

/** A master with one scope, `shop`, whose one rule can be changed, and whose answers have ETags. */
async function startMaster(): Promise<Master> {
  const stub = await startStub((request, response) => {
    if (master.turn(request, response)) return;
    if (request.url !== '/api/v1/scopes' && !request.url?.startsWith('/api/v1/scopes/shop/')) {
      response.writeHead(404, { 'Content-Type': 'application/problem+json' }).end(ownProblem);
      return;
    }
    const rules = bundle('shop', { commandments: bundled('shop', { a: [master.text] }) });
    const data = request.url === '/api/v1/scopes' ? ['shop'] : rules;
    const etag = `"${createHash('sha256').update(master.text).digest('hex')}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    response.writeHead(isKnown ? 304 : 200, { 'Content-Type': 'application/json', ETag: etag });
    response.end(isKnown ? '' : JSON.stringify(data));
  });
  const master: Master = Object.assign(stub, { turn: works, text: 'Remote' });
  return master;
}

/** Readers of one master that share a folder of copies: each is a process of its own as far as it knows. */
async function startWorld(settings: Partial<SettingValues> = {}) {
  const master = await startMaster();
  const folder = path.join(await tempFolder(), 'copies');
  const open = (more: Partial<SettingValues> = {}): Promise<TestService> =>
    reader([master.url], undefined, {
      remote_keep_seconds: 3600,
      cache_dir: folder,
      remote_retry_seconds: 0,
      cache_ttl_seconds: 0,
      ...settings,
      ...more,
    });
  return { master, folder, open };
}

const texts = async (from: TestService) => (await rulesOf(from)).commandments.a?.rules;

test('a new process asks once, with a condition, and takes what is new', async () => {
  const { master, open } = await startWorld();
  expect(await texts(await open())).toEqual(['Remote']);
  master.seen.length = 0;
  const second = await open();
  expect(await texts(second)).toEqual(['Remote']);
  expect(master.seen.map(({ headers }) => headers['if-none-match'])).toEqual([expect.stringMatching(/^"/)]);
  master.text = 'Newer';
  expect(await texts(await open())).toEqual(['Newer']);
  expect(await texts(second)).toEqual(['Newer']);
  master.turn = gone;
  expect(await texts(await open())).toEqual(['Newer']);
});

test('while a master is away its copy is served, and every answer says of when it is', async () => {
  const pass = stopDate();
  const { master, open } = await startWorld();
  await texts(await open());
  const asOf = new Date().toISOString();
  pass(60_000);
  master.turn = gone;
  const own = await open({ show_unavailable: true });
  const rules = await rulesOf(own);
  expect(rules).toMatchObject({
    commandments: { a: { rules: ['Remote'] } },
    metadata: { sources: ['local', master.url] },
    unavailable: [{ url: master.url, as_of: asOf }],
    warnings: [expect.stringMatching(new RegExp(`${master.url}.* as of ${asOf}`))],
  });
  expect(await ask(own.service, 'get_rules', { scope_name: 'shop' }, 'markdown')).toMatch(
    new RegExp(`^> \\*\\*Incomplete:\\*\\* master ${master.url} .*as of ${asOf}\\.\n\n`),
  );
  expect(await ask((await open()).service, 'get_rules', { scope_name: 'shop' }, 'markdown')).not.toContain(
    asOf,
  );
  expect(await asked(own, 'get_bundle', { scope_name: 'shop' })).toMatchObject({
    unavailable: [{ as_of: asOf }],
  });
  expect(warnings(own)).toEqual([expect.stringContaining(`as of ${asOf} is served`)]);
  // It counts from the last confirmation.
  master.turn = works;
  await texts(await open());
  pass(3_500_000);
  master.turn = gone;
  expect(await texts(await open())).toEqual(['Remote']);
  pass(200_000);
  const late = await rulesOf(await open());
  expect(late.commandments.a).toBeUndefined();
  expect(late.unavailable).toEqual([expect.not.objectContaining({ as_of: expect.anything() })]);
});

test('the list of scopes is kept too', async () => {
  const { master, open } = await startWorld();
  const files = { 'own/': '' };
  const settings = (await open()).service.config.settings;
  const list = async () => asked(await reader([master.url], files, settings), 'list_scopes', {});
  expect(await list()).toEqual(['own', 'shop']);
  expect(await list()).toEqual(['own', 'shop']);
  expect(master.seen.map(({ headers }) => headers['if-none-match'])).toEqual([
    undefined,
    expect.stringMatching(/^"/),
  ]);
  master.turn = gone;
  expect(await list()).toEqual(['own', 'shop']);
});

describe('the copy serves', () => {
  test.each<[string, Turn]>([
    ['500', status(500)],
    ['503', status(503)],
    ['408', status(408)],
    ['429', status(429)],
    ['HTML with 200', status(200, '<p>', 'text/html')],
    ['JSON that is cut', status(200, '{"format":1,', 'application/json')],
    ['another shape', status(200, '[]', 'application/json')],
    ['far too much', status(200, ' '.repeat(9 * 1024 * 1024), 'application/json')],
    ['a redirect elsewhere', status(302)],
  ])('instead of %s', async (_, turn) => {
    const { master, open } = await startWorld();
    await texts(await open());
    master.turn = turn;
    const rules = await rulesOf(await open());
    expect(rules.commandments.a?.rules).toEqual(['Remote']);
  });

  test('not instead of 401 and 403, after which there is none', async () => {
    for (const code of [401, 403]) {
      const { master, open } = await startWorld();
      await texts(await open());
      master.turn = status(code);
      const rules = await rulesOf(await open());
      expect(rules.commandments.a).toBeUndefined();
      expect(rules.unavailable).toEqual([expect.not.objectContaining({ as_of: expect.anything() })]);
      master.turn = gone;
      expect(await texts(await open())).toBeUndefined();
    }
  });

  test('not instead of 404; there is none after the word of a Precept server, and there still is after another’s', async () => {
    for (const [body, type, after] of [
      [ownProblem, 'application/problem+json', undefined],
      ['<p>', 'text/html', ['Remote']],
    ] as const) {
      const { master, open } = await startWorld();
      await texts(await open());
      master.turn = status(404, body, type);
      const rules = await rulesOf(await open());
      expect(rules.commandments.a).toBeUndefined();
      expect(rules.unavailable).toBeUndefined();
      master.turn = gone;
      expect(await texts(await open())).toEqual(after);
    }
  });

  test('of a master of the older wire format', async () => {
    const older: Readonly<Record<string, unknown>> = {
      '/api/v1/scopes/shop/rules?debug=true': {
        metadata: { name: 'shop', description: 'Old', parent: null, tags: null },
        commandments: { a: { when: null, tags: null, rules: ['Old one'] } },
        suggestions: null,
      },
    };
    const { master, open } = await startWorld();
    master.turn = (request, response) => {
      json((asked: string) => older[asked])(request, response);
      return true;
    };
    expect(await texts(await open())).toEqual(['Old one']);
    master.turn = gone;
    expect(await texts(await open())).toEqual(['Old one']);
  });

  test('within a second where the master is slow; other processes need not wait, and what has no copy may', async () => {
    const { master, open } = await startWorld({ remote_retry_seconds: 3600 });
    await texts(await open());
    const release: (() => void)[] = [];
    const answers = { held: true };
    master.turn = (request, response) => {
      if (!answers.held) return false;
      release.push(() => {
        answers.held = false;
        if (request.url?.includes('/other/')) json(bundle('other'))(request, response);
        else response.destroy();
      });
      return true;
    };
    const first = await open();
    const clock = startClock();
    expect(await texts(first)).toEqual(['Remote']);
    await clock.expectInTime(1500);
    expect(master.seen).toHaveLength(2);
    expect(await texts(await open())).toEqual(['Remote']);
    expect(master.seen).toHaveLength(2);
    const other = rulesOf(await open(), 'other');
    await expect.poll(() => release.length).toBe(2);
    release[1]?.();
    expect((await other).unavailable).toBeUndefined();
    release[0]?.();
  });
});

test('what one process finds away, others leave alone, until the time is over or it is asked to reload', async () => {
  const pass = stopDate();
  const { master, open } = await startWorld({ remote_retry_seconds: 10 });
  await texts(await open());
  master.turn = gone;
  await texts(await open());
  master.turn = works;
  master.seen.length = 0;
  const own = await open();
  expect(await rulesOf(own)).toMatchObject({ unavailable: [{ reason: expect.any(String) }] });
  expect(master.seen).toEqual([]);
  pass(11_000);
  expect((await rulesOf(await open())).unavailable).toBeUndefined();
  master.turn = gone;
  await texts(await open());
  master.turn = works;
  await ask(own.service, 'reload', {});
  expect((await rulesOf(await open())).unavailable).toBeUndefined();
  master.turn = gone;
  expect(await texts(await open())).toEqual(['Remote']);
});

describe('the folder', () => {
  const onPosix = process.platform !== 'win32';

  test.runIf(onPosix)('is its owner’s alone, and so are its files', async () => {
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

  test.runIf(onPosix)('is not used where it is a link, or others may write to it: one warning', async () => {
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

  test.runIf(process.platform === 'linux')('that cannot be made costs one warning and no time', async () => {
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

test.runIf(process.platform === 'linux')(
  'a full disk costs one warning, and what was kept is served on',
  async () => {
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
  },
);

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
