import { readFile, rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { replaceFiles, writeFiles } from '../support/folder.ts';
import { runProgram } from '../support/program.ts';
import { begin, newPlace, type Place, touch } from './hooks.ts';
import { type ClientName, payloadsOf } from './payloads.ts';

const rules = '.precept/rules/shop/commandments.yml';
const file = 'src/api/orders.ts';
const cure = '`precept lint` names every mistake with its cure.';
const broken = `Precept: no rule of the scope \`shop\` is in force, because \`${rules}\` is broken in line 1: flow`;

const clients: readonly ClientName[] = ['claude', 'codex', 'cursor', 'gemini', 'copilot', 'qwen'];

describe('mistakes in local files are told to the agent', () => {
  test.each(clients)('once a session, by %s', async (client) => {
    const place = await newPlace({ [rules]: 'a: [\n' });
    const here = (session: string) => touch(place, client, { session, file });
    const line = await here('a');
    expect(line).toContain(broken);
    expect(line).toMatch(/^.*\n$/);
    expect(line).toContain(cure);
    expect(await here('a')).toBeNull();
    expect(await touch(place, client, { session: 'a', file: 'README.md' })).toBeNull();
    expect(await here('b')).toBe(line);
  });

  test('again where the mistake is another, and no more where there is none', async () => {
    const place = await newPlace({ [rules]: 'a: [\n' });
    const here = () => touch(place, 'claude', { session: 'a', file });
    const write = (text: string) => replaceFiles(place.project, { [rules]: text });
    expect(await here()).toContain(broken);
    await write('a: {ruleset: [1]}\n');
    expect(await here()).toContain(
      'is broken in line 1: rule 1 of category `a` is a number, not text. `precept lint`',
    );
    await write('a: {paths: ["src/**"], ruleset: [Test it]}\n');
    const mended = await here();
    expect(mended).toContain('Test it');
    expect(mended).not.toContain('broken');
    await write('a: {ruleset: [1]}\n');
    expect(await here()).toBeNull();
  });

  test('also when a session begins, and as the context is emptied', async () => {
    const place = await newPlace({ [rules]: 'a: [\n' });
    expect(await begin(place, 'claude', { session: 'a' })).toContain(broken);
    expect(await touch(place, 'claude', { session: 'a', file })).toBeNull();
    expect(await begin(place, 'claude', { session: 'a', source: 'compact' })).toContain(broken);
    expect(await begin(place, 'claude', { session: 'a', agent: 'one' })).toContain(broken);
  });

  const settings = '.precept/settings.yml';
  test.each([
    [
      'settings that cannot be read',
      { [settings]: 'default_scope: [\n' },
      `because \`${settings}\` is broken: line 1, column 16: Flow`,
    ],
    [
      'a setting',
      { [settings]: 'default_scope: shop\nhttp_port: many\n' },
      `because \`${settings}\` is broken: setting http_port: "many" is not`,
    ],
    [
      'a circle',
      { '.precept/rules/shop/metadata.yml': 'parent: shop\n' },
      'in force: The parents of scope "shop" go round',
    ],
  ])('%s', async (_, files, says) => {
    const place = await newPlace(files);
    const line = await touch(place, 'claude', { session: 'a', file });
    expect(line).toContain(says);
    expect(line).toMatch(
      /^Precept: no rule of .* is in force.*`precept lint` names every mistake with its cure\.\n$/,
    );
    expect(await touch(place, 'claude', { session: 'a', file })).toBeNull();
  });

  test.each([
    [
      'that is broken',
      { '.precept/rules/base/commandments.yml': 'a: [\n' },
      'base/commandments.yml:1:4 flow',
    ],
    ['that is nowhere', {}, 'no scope of that name is here or on a master (named at shop/metadata.yml:1:9)'],
  ])('the rules of a parent %s are missing: those that are there come with it', async (_, files, says) => {
    const place = await newPlace({ '.precept/rules/shop/metadata.yml': 'parent: base\n', ...files });
    const here = (session: string) => touch(place, 'claude', { session, file });
    const first = await here('a');
    expect(first).toContain('Answer errors');
    expect(first).toContain(`\nPrecept: the rules of \`base\` are missing: ${says}`);
    expect(await here('a')).toBeNull();
    // From the compiled form too, which ends with the mistake.
    expect(await here('b')).toBe(first);
    await writeFiles(place.project, { '.precept/rules/base/commandments.yml': 'a: {ruleset: [Fine]}\n' });
    expect(await here('c')).not.toContain('missing');
  });

  test('long and hostile ones in one short line', async () => {
    const place = await newPlace({ [rules]: `a:\n  ruleset:\n    - "${'x\\n`'.repeat(3000)}": {b: c}\n` });
    const line = (await touch(place, 'claude', { session: 'a', file })) ?? '';
    expect(line).toMatch(/^Precept: .*\n$/);
    expect(line.length).toBeLessThan(700);
  });
});

describe('nothing is told', () => {
  test('of what a command line says wrong, or of a scope that is not there', async () => {
    const place = await newPlace();
    await rm(`${place.project}/.precept/rules`, { recursive: true });
    expect(await touch(place, 'claude', { session: 'a', file })).toBeNull();
  });

  test('of a file outside of the project', async () => {
    const place = await newPlace({ [rules]: 'a: [\n' });
    expect(await touch(place, 'claude', { session: 'a', file: '/elsewhere/a.ts' })).toBeNull();
  });
});

test('the program ends with 0, and hook.log has the whole mistake', async () => {
  const place: Place = await newPlace({ [rules]: 'a: [\n' });
  const { project, home, env, cache } = place;
  const { code, stdout, stderr } = await runProgram(['hook', 'PreToolUse', '--client', 'claude'], {
    cwd: project,
    env: { ...env, HOME: home, USERPROFILE: home },
    input: JSON.stringify(payloadsOf('claude').touched({ cwd: project, session: 'a', file })),
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout).hookSpecificOutput.additionalContext).toContain(broken);
  expect(await readFile(`${cache}/hook.log`, 'utf8')).toContain(
    'Scope "shop" has invalid content: shop/commandments.yml:1:4',
  );
  expect(await touch(place, 'claude', { session: 'a', file })).toBeNull();
});
