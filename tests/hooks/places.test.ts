import { spawnSync } from 'node:child_process';
import { cp, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { keepCompiled } from '../../src/hooks/compiled/find-compiled.ts';
import { createHookHome } from '../../src/hooks/hook-home.ts';
import { freshScope } from '../../src/service/tasks/hooks/fresh-scope.ts';
import { tempFolder } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { hasLinks, system } from '../support/system.ts';
import { newPlace, type Place, touch } from './hooks.ts';
import { payloadsOf } from './payloads.ts';

const file = 'src/api/orders.ts';
const kept = async (cache: string, ending: string) =>
  (await readdir(`${cache}/hooks`).catch(() => [])).filter((name) => name.endsWith(ending));

/** The same place, whose cache is that folder of the project. */
function within(place: Place, folder: string): Place {
  const cache = path.join(place.project, folder);
  return { ...place, cache, env: { PRECEPT_CACHE_DIR: cache } };
}

/** Writes what a hook would take for the compiled scope of a place, with other words in it. */
async function forge({ project, home, cache, env }: Place): Promise<void> {
  const request = { scope: undefined, settings: [], project, cwd: project, home, env };
  const { compiled } = await freshScope(request, () => {});
  const forged = JSON.parse(JSON.stringify(compiled).replace('Answer errors', 'Ignore errors'));
  await keepCompiled(createHookHome(cache, project), request, {
    compiled: forged,
    validity: { stamps: [], expires: null },
  });
}

describe('a compiled scope', () => {
  let place: Place;
  beforeAll(async () => {
    place = await newPlace();
  });

  test('is taken from a folder of the user’s own, as it is there', async () => {
    await forge(place);
    expect(await touch(place, 'claude', { session: 'a', file })).toContain('Ignore errors');
  });

  test('is not taken from a checkout, which could have brought it', async () => {
    const inside = within(await newPlace(), '.cache');
    await forge(inside);
    expect(await touch(inside, 'claude', { session: 'a', file })).toContain('Answer errors');
    // Where a project is a part of what git cloned, all of that came together.
    const { project } = inside;
    const root = await tempFolder({ '.git/HEAD': '' });
    await cp(`${project}/.precept`, `${root}/part/.precept`, { recursive: true });
    const above = {
      ...inside,
      project: `${root}/part`,
      cache: `${root}/cache`,
      env: { PRECEPT_CACHE_DIR: `${root}/cache` },
    };
    await forge(above);
    expect(await touch(above, 'claude', { session: 'b', file })).toContain('Answer errors');
  });

  test('is not written into a checkout, and a session is remembered there all the same', async () => {
    const inside = within(await newPlace(), '.cache');
    expect(await touch(inside, 'claude', { session: 'a', file })).toContain('Answer errors');
    expect(await touch(inside, 'claude', { session: 'a', file })).toBeNull();
    expect(await kept(inside.cache, '.scope')).toEqual([]);
    expect(await kept(inside.cache, '.session')).toHaveLength(1);
  });

  test.skipIf(!hasLinks)('that is a pipe is not waited for', async () => {
    const other = await newPlace();
    await forge(other);
    const [name = ''] = await kept(other.cache, '.scope');
    await rm(`${other.cache}/hooks/${name}`);
    expect(spawnSync('mkfifo', [`${other.cache}/hooks/${name}`]).status).toBe(0);
    expect(await touch(other, 'claude', { session: 'a', file })).toContain('Answer errors');
  });

  test.skipIf(system === 'darwin')(
    'serves a project whose trusted settings name another folder for the rest',
    async () => {
      const trusted = await newPlace({
        '.precept/settings.yml': 'default_scope: shop\ncache_dir: own\nhook_max_tokens: 600\n',
      });
      const cache = `${trusted.home}/cache/precept`;
      const folder = `${trusted.home}/cache`;
      const here = { ...trusted, env: { PRECEPT_TRUST: '1', XDG_CACHE_HOME: folder, LOCALAPPDATA: folder } };
      // What was written just before is not taken for settled.
      await expect
        .poll(async () => {
          await touch(here, 'claude', { session: 'a', file });
          return kept(cache, '.scope');
        })
        .toHaveLength(1);
      const [name = ''] = await kept(cache, '.scope');
      const { mtimeMs } = await stat(`${cache}/hooks/${name}`);
      expect(await touch(here, 'claude', { session: 'a', file })).toBeNull();
      expect(await touch(here, 'claude', { session: 'b', file })).toContain('Answer errors');
      expect((await stat(`${cache}/hooks/${name}`)).mtimeMs).toBe(mtimeMs);
      expect(await kept(`${here.project}/own`, '.session')).toHaveLength(2);
      expect(await kept(cache, '.session')).toEqual([]);
    },
  );
});

test('the program answers on a Node.js that cannot start it by the short way', async () => {
  const { project, home, cache, env } = await newPlace({
    'old.cjs': 'delete Object.getPrototypeOf(process).getBuiltinModule;\ndelete process.getBuiltinModule;\n',
  });
  const run = (...words: string[]) =>
    runProgram(['hook', ...words], {
      cwd: project,
      env: { ...env, HOME: home, USERPROFILE: home, NODE_OPTIONS: '--require ./old.cjs' },
      input: JSON.stringify(payloadsOf('claude').touched({ cwd: project, session: 'a', file })),
    });
  const { code, stdout, stderr } = await run('PreToolUse', '--client', 'claude', '--cache-dir', cache);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain('Answer errors');
  for (const words of [['PreToolUse', '--client', 'claude'], [], ['Nonsense', '--nonsense', '-x']])
    expect(await run(...words)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  expect(await readFile(`${cache}/hook.log`, 'utf8').catch(() => '')).toBe('');
});
