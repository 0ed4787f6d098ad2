import { mkdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { writeFiles } from '../support/folder.ts';
import { startClock } from '../support/in-time.ts';
import { startProgram } from '../support/program.ts';
import { testService } from '../support/service.ts';
import { family, rules, soon, startWatching } from './server.ts';

describe('under serve --watch', () => {
  test('an edit shows within a second, in the scope and what inherits from it', async () => {
    const { rulesOf, folder, program } = await startWatching();
    expect(await Promise.all(['base', 'grandchild', 'other'].map(rulesOf))).toEqual(['Old', 'Old', 'Other']);
    const clock = startClock();
    // As editors do that write a file where it is.
    await writeFiles(`${folder}/rules`, { 'base/commandments.yml': rules('New') });
    await soon(() => rulesOf('grandchild'), 'New');
    await clock.expectInTime(1000);
    expect(await rulesOf('base')).toBe('New');
    expect(program.stderr()).toMatch(/^precept debug: changed: base$/m);
    expect(program.stderr()).not.toMatch(/changed: .*other/);
  });

  test('a file saved by rename, a new one and a removed one are seen', async () => {
    const { rulesOf, folder, write } = await startWatching();
    expect(await rulesOf('child')).toBe('Old');
    await writeFile(`${folder}/rules/base/.commandments.yml.swp`, rules('New'));
    await rename(`${folder}/rules/base/.commandments.yml.swp`, `${folder}/rules/base/commandments.yml`);
    await soon(() => rulesOf('child'), 'New');
    await write({ 'child/commandments.yml': rules('Own') });
    await soon(() => rulesOf('grandchild'), 'New,Own');
    await unlink(`${folder}/rules/base/commandments.yml`);
    await soon(() => rulesOf('grandchild'), 'Own');
  });

  test('YAML that is half written is a fault until the rest is there', async () => {
    const { rulesOf, write } = await startWatching();
    expect(await rulesOf('base')).toBe('Old');
    await write({ 'base/commandments.yml': 'a:\n  ruleset: [Half' });
    await soon(() => rulesOf('base'), 'invalid-content');
    await write({ 'base/commandments.yml': rules('Whole') });
    await soon(() => rulesOf('base'), 'Whole');
  });

  test('a mistake is told of when it is saved, once, and that it is mended too', async () => {
    const { write, program } = await startWatching();
    const warnings = () => program.stderr().match(/^precept warn: .*$/gm) ?? [];
    const broken = 'a:\n  ruleset:\n    - Use: this\n';
    await write({ 'other/commandments.yml': broken });
    const told = expect.stringMatching(
      /^precept warn: Scope "other" has invalid content: other\/commandments\.yml:3:7: rule 1 .* in quotes/,
    );
    await expect.poll(warnings).toEqual([told]);
    await write({
      'other/commandments.yml': `# The same mistake\n${broken}`,
      'base/commandments.yml': rules('New'),
    });
    await expect.poll(warnings).toEqual([told, expect.stringContaining('other/commandments.yml:4:7')]);
    await write({ 'other/suggestions.yml': rules('Beside it') });
    await write({ 'other/commandments.yml': rules('Mended') });
    await program.logged('Scope "other" has no mistakes any more and is served again.');
    expect(warnings()).toHaveLength(3);
  });

  test('scopes that appear, are renamed or removed change the list, and those that wait for a parent', async () => {
    const { rulesOf, names, write, folder } = await startWatching({
      'late/metadata.yml': 'parent: early\n',
      'last/metadata.yml': 'parent: late\n',
    });
    expect([await names(), await rulesOf('last')]).toEqual([['last', 'late'], '']);
    await write({ 'early/commandments.yml': rules('Here') });
    await soon(names, ['early', 'last', 'late']);
    await soon(() => rulesOf('last'), 'Here');
    await write({ 'early/commandments.yml': rules('Here again') });
    await soon(() => rulesOf('last'), 'Here again');
    await rename(`${folder}/rules/early`, `${folder}/rules/gone`);
    await soon(names, ['gone', 'last', 'late']);
    await soon(() => rulesOf('last'), '');
    await rm(`${folder}/rules/gone`, { recursive: true });
    await soon(names, ['last', 'late']);
    expect(await rulesOf('gone')).toBe('scope-not-found');
  });

  test('a rules folder that is removed and made again is still watched', async () => {
    const { rulesOf, names, write, folder, program } = await startWatching();
    expect(await rulesOf('child')).toBe('Old');
    // At once: what is removed file by file is seen as that.
    await rename(`${folder}/rules`, `${folder}/gone`);
    await program.logged('rules cannot be read (ENOENT)');
    // What is known is served; the rest is not taken for deleted.
    expect(await rulesOf('child')).toBe('Old');
    expect(await rulesOf('other')).toBe('rules-unavailable');
    await write({ 'base/commandments.yml': rules('Reborn') });
    await program.logged('rules can be read again');
    await soon(names, ['base']);
    await soon(() => rulesOf('base'), 'Reborn');
    await write({ 'base/commandments.yml': rules('Edited') });
    await soon(() => rulesOf('base'), 'Edited');
  });

  test('a rules folder that is a link is followed, also when it comes to lead elsewhere', async () => {
    const { rulesOf, folder, write } = await startWatching(family, { linked: true });
    expect(await rulesOf('child')).toBe('Old');
    await write({ 'base/commandments.yml': rules('New') });
    await soon(() => rulesOf('child'), 'New');
    await writeFiles(`${folder}/second`, { ...family, 'base/commandments.yml': rules('Second') });
    await symlink(`${folder}/second`, `${folder}/next`);
    await rename(`${folder}/next`, `${folder}/rules`);
    await soon(() => rulesOf('child'), 'Second');
    await write({ 'base/commandments.yml': rules('Third') });
    await soon(() => rulesOf('child'), 'Third');
  });

  test('a file that is a link is seen to change where it leads', async () => {
    const { rulesOf, folder } = await startWatching();
    await writeFiles(folder, { 'shared.yml': rules('Shared') });
    await symlink(`${folder}/shared.yml`, `${folder}/rules/child/commandments.yml`);
    await soon(() => rulesOf('child'), 'Old,Shared');
    await writeFiles(folder, { 'shared.yml': rules('Changed') });
    // The system tells nothing of it, so that it waits for the next look at everything.
    await expect.poll(() => rulesOf('child')).toBe('Old,Changed');
  });

  test('one file among thousands is seen, and so are a thousand at once', async () => {
    const many = Array.from({ length: 1500 }, (_, at) => `scope-${at}`);
    const all = (text: string) =>
      Object.fromEntries(many.map((name) => [`${name}/commandments.yml`, rules(text)]));
    const { rulesOf, write } = await startWatching(all('Old'));
    expect(await rulesOf('scope-1499')).toBe('Old');
    await write({ 'scope-1499/commandments.yml': rules('New') });
    await soon(() => rulesOf('scope-1499'), 'New');
    await write(all('Newest'));
    await soon(() => rulesOf('scope-1499'), 'Newest');
    await soon(() => rulesOf('scope-0'), 'Newest');
  });

  test.each(['SIGTERM', 'SIGHUP'] as const)('it ends at once at %s, and says why', async (signal) => {
    const { program } = await startWatching();
    const clock = startClock();
    program.signal(signal);
    expect(await program.ended).toMatchObject({ code: 0, signal: null });
    await clock.expectInTime(1000);
    expect(program.stderr()).toMatch(new RegExp(`^precept info: ending: ${signal}$`, 'm'));
  });
});

describe('precept --watch', () => {
  test.each([{ more: [] }, { more: ['--http', '127.0.0.1:0'] }])(
    'does not outlive its input ($more)',
    async ({ more }) => {
      const { rulesPath } = await testService(family);
      const program = await startProgram(['--watch', '-r', rulesPath, ...more]);
      program.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
      await program.line((line) => line.includes('"id":1'));
      await pause(100);
      const clock = startClock();
      program.stdin.end();
      expect(await program.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
      await clock.expectInTime(1000);
    },
  );

  test('says when there is no rules folder to watch', async () => {
    const program = await startProgram(['--watch']);
    await program.logged('there is no rules folder to watch; name one with --rules-path');
  });
});

describe('a change', () => {
  const change = { scopes: new Set(['base']), names: false, kinds: new Set(['commandments'] as const) };
  const rulesOf = async ({ service }: Awaited<ReturnType<typeof testService>>, scope: string) =>
    Object.values(JSON.parse(await ask(service, 'get_rules', { scope_name: scope })).commandments).flatMap(
      (category) => (category as { rules: string[] }).rules,
    );

  test('has nothing read again but the scope and its descendants', async () => {
    const own = await testService(family);
    for (const scope of ['base', 'grandchild', 'other']) await rulesOf(own, scope);
    const { names } = await own.service.scopes();
    await writeFiles(own.rulesPath, {
      'base/commandments.yml': rules('New'),
      'child/commandments.yml': rules('Not told of'),
      'other/commandments.yml': rules('Not told of'),
    });
    await mkdir(`${own.rulesPath}/unlisted`);
    own.service.changed(change);
    expect(await rulesOf(own, 'grandchild')).toEqual(['New']);
    expect(await rulesOf(own, 'other')).toEqual(['Other']);
    expect((await own.service.scopes()).names).toEqual(names);
  });

  test('is not undone by what was being read when it came', async () => {
    for (let turns = 0; turns < 40; turns++) {
      const own = await testService(family);
      const before = [rulesOf(own, 'grandchild'), rulesOf(own, 'base')];
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      await writeFiles(own.rulesPath, { 'base/commandments.yml': rules('New') });
      own.service.changed(change);
      await Promise.all(before);
      expect([await rulesOf(own, 'grandchild'), await rulesOf(own, 'base')]).toEqual([['New'], ['New']]);
    }
  });
});
