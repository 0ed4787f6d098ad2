import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { rule, sourceWorld } from '../sources/world.ts';
import { writeFiles } from '../support/folder.ts';
import { commitAll, git } from '../support/git.ts';

const checked = `api:
  paths: ['src/**']
  ruleset:
    - {rule: Evaluate no text, id: no-eval, check: {pattern: 'eval\\(', paths: ['src/**']}}
`;

/** A project that was committed with the lock of its source, twice: `older` is a source without the rule that its `main` is locked to. */
async function lockedProject() {
  const world = await sourceWorld(
    { 'rules/acme/commandments.yml': rule('Older') },
    { project: { '.precept/rules/shop/metadata.yml': 'parents: [acme]\n', 'src/a.js': 'export {};\n' } },
  );
  const { project } = world;
  await world.run('sources', 'update', '--write');
  await git(project, 'init', '-q', '-b', 'main');
  await commitAll(project);
  const older = await git(project, 'rev-parse', 'HEAD');
  await world.commit({ 'rules/acme/commandments.yml': checked });
  await world.run('sources', 'update', '--write', '--accept-must');
  await commitAll(project);
  const locked = await git(project, 'rev-parse', 'HEAD');
  const review = async (...args: string[]) => {
    const { code, stdout, stderr } = await world.run(
      ...['review', '--scope', 'shop', '--run', '--format', 'json', ...args],
    );
    if (stdout === '') throw new Error(stderr);
    return { code, ...JSON.parse(stdout) };
  };
  return { ...world, older, locked, review };
}

describe('a change of precept.lock', () => {
  test.each(['an older lock', 'no lock', 'a broken lock'])('cannot weaken its judge: %s', async (way) => {
    const { project, older, review } = await lockedProject();
    await writeFiles(project, { 'src/a.js': 'eval("1");\n' });
    if (way === 'an older lock') await git(project, 'checkout', '-q', older, '--', 'precept.lock');
    if (way === 'no lock') await git(project, 'rm', '-q', 'precept.lock');
    if (way === 'a broken lock') await writeFiles(project, { 'precept.lock': '{' });
    for (const range of [[], ['main...changed']]) {
      const { code, policy, rules, guidance_edits } = await review(...range);
      expect([code, policy.incomplete]).toEqual([1, undefined]);
      expect(rules).toEqual([expect.objectContaining({ id: 'no-eval', outcome: 'violated' })]);
      expect(guidance_edits.files).toEqual([expect.stringMatching(/^precept\.lock \((modified|deleted)\)$/)]);
      if (range.length > 0) break;
      await git(project, 'checkout', '-q', '-b', 'changed');
      await commitAll(project);
    }
  });

  test('judges later changes alone, and is told by the commits of its sources', async () => {
    const { project, repository, older, review, run } = await lockedProject();
    const [was, is] = await Promise.all(['main~1', 'main'].map((ref) => git(repository, 'rev-parse', ref)));
    await writeFiles(project, { 'src/a.js': 'eval("1");\n' });
    const { code, rules, guidance_edits } = await review(older);
    expect([code, rules]).toEqual([0, []]);
    const source = expect.stringContaining(repository);
    expect(guidance_edits.sources).toEqual([{ source, before: was, after: is }]);
    const { stdout } = await run('review', '--scope', 'shop', older);
    expect(stdout).toContain(`: ${was?.slice(0, 12)} -> ${is?.slice(0, 12)}\n`);
  });

  test('names the command that gets the content of the lock before it', async () => {
    const { project, cache, older, review, run } = await lockedProject();
    await rm(cache, { recursive: true });
    await run('sources', 'fetch');
    const lacking = await review(older);
    expect(lacking.code).toBe(1);
    expect(lacking.policy.incomplete).toContain(`run "precept sources fetch --at ${older.slice(0, 12)}"`);
    const told = await run('review', '--scope', 'shop', '--run', older);
    expect(told.stderr).toContain(
      'This ends with 1, because the rules are incomplete: the first line says why.',
    );
    const fetched = await run('sources', 'fetch', '--at', older.slice(0, 12));
    expect([fetched.code, fetched.stdout]).toEqual([0, expect.stringMatching(/^Fetched /)]);
    expect(await review(older)).toMatchObject({ code: 0, policy: { complete: true } });
    await writeFiles(project, { '.precept/settings.yml': 'sources: [' });
    await commitAll(project);
    await git(project, 'checkout', '-q', older, '--', '.precept/settings.yml');
    const broken = await run('sources', 'fetch', '--at', 'main');
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('at main: settings file ')]);
    const unknown = await run('sources', 'fetch', '--at', 'nowhere');
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining('"nowhere" is not a git ref'),
    ]);
    await rm(`${project}/.git`, { recursive: true });
    const outside = await run('sources', 'fetch', '--at', 'main');
    expect([outside.code, outside.stderr]).toEqual([1, expect.stringContaining('is in no git repository')]);
  });
});
