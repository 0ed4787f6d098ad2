import { readdir, rm, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { replaceFiles, writeFiles } from '../support/folder.ts';
import { commitAll, git } from '../support/git.ts';
import { runProgram } from '../support/program.ts';
import { newPlace, type Place, touch } from './hooks.ts';
import { payloadsOf } from './payloads.ts';

const file = 'src/api/orders.ts';
const commandments = '.precept/rules/shop/commandments.yml';

/** When the compiled scope was written; null where there is none. */
async function writtenAt({ cache }: Place): Promise<number | null> {
  const names = (await readdir(`${cache}/hooks`).catch(() => [])).filter((name) => name.endsWith('.scope'));
  return names[0] === undefined ? null : (await stat(`${cache}/hooks/${names[0]}`)).mtimeMs;
}

test('a scope stays compiled while a plugin cannot be imported, and no longer', async () => {
  const place = await newPlace({
    '.precept/settings.yml': 'default_scope: shop\nenabled_plugins: [./plugin.mjs]\n',
    '.precept/plugin.mjs': `
      console.log('printed'); console.error('printed');
      import { place } from 'its-package';
      export default { name: 'own', description: 'Ours', context: () => ({ place }) };`,
    [commandments]: 'api: {paths: [src/api/**], ruleset: ["Written {{ place | default(\'nowhere\') }}"]}\n',
  });
  const env = { ...place.env, HOME: place.home, USERPROFILE: place.home, PRECEPT_TRUST: '1' };
  let sessions = 0;
  const shown = async () => {
    const payload = payloadsOf('claude').touched({ cwd: place.project, session: `s${sessions++}`, file });
    const words = ['hook', 'PreToolUse', '--client', 'claude'];
    const input = JSON.stringify(payload);
    const { code, stdout, stderr } = await runProgram(words, { cwd: place.project, env, input });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return String(JSON.parse(stdout).hookSpecificOutput.additionalContext);
  };
  await expect
    .poll(
      async () => {
        expect(await shown()).toContain('Written nowhere');
        return writtenAt(place);
      },
      { timeout: 20_000 },
    )
    .not.toBeNull();
  const at = await writtenAt(place);
  expect(await shown()).toContain('Written nowhere');
  expect(await writtenAt(place)).toBe(at);
  await writeFiles(place.project, {
    '.precept/node_modules/its-package/package.json': '{"type": "module", "exports": "./index.js"}',
    '.precept/node_modules/its-package/index.js': 'export const place = "here";\n',
  });
  expect(await shown()).toContain('Written here');
  await replaceFiles(place.project, {
    '.precept/node_modules/its-package/index.js': 'export const place = "there";\n',
  });
  expect(await shown()).toContain('Written there');
  await rm(`${place.project}/.precept/node_modules`, { recursive: true });
  expect(await shown()).toContain('Written nowhere');
});

test('a scope is not taken for compiled where git may name a branch by now', async () => {
  const place = await newPlace({
    '.precept/settings.yml': 'default_scope: shop\nenabled_plugins: [git.context]\n',
    [commandments]: 'api: {paths: [src/api/**], ruleset: ["On {{ git_branch | default(\'none\') }}"]}\n',
  });
  await git(place.project, 'init', '--quiet', '--initial-branch=main');
  await commitAll(place.project);
  await git(place.project, 'checkout', '--quiet', '--detach');
  const here = { ...place, env: { ...place.env, PATH: process.env.PATH ?? '' } };
  let sessions = 0;
  await expect
    .poll(async () => {
      expect(await touch(here, 'claude', { session: `s${sessions++}`, file })).toContain('On none');
      return writtenAt(here);
    })
    .not.toBeNull();
  await git(place.project, 'checkout', '--quiet', 'main');
  expect(await touch(here, 'claude', { session: 'afterwards', file })).toContain('On main');
});
