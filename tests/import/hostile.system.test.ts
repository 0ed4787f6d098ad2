import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Project, project } from '../init/project.ts';
import { startProcessorClock } from '../support/in-time.ts';
import { hasShell } from '../support/system.ts';
import { blocksOf, type Report, reportOf, rulesOf } from './imported.ts';

const link = (shop: Project, target: string, name: string) => symlink(target, path.join(shop.folder, name));
const skipped = (report: Report, name: string) => blocksOf(report, name);
const own = { 'AGENTS.md': '- a b\n' };

describe('links', () => {
  it('read a file once that has two names', async () => {
    const shop = await project(own);
    await link(shop, 'AGENTS.md', 'CLAUDE.md');
    const report = await reportOf(shop);
    expect(skipped(report, 'CLAUDE.md')).toEqual(['1 skipped same as AGENTS.md']);
    expect(rulesOf(report)).toEqual(['general SHOULD a b']);
  });

  it('lead neither out of the project nor in circles', async () => {
    const shop = await project({ ...own, '.claude/rules/x.md': '- c d\n' });
    const outside = await project({ 'GEMINI.md': '- secret\n', 'deep/y.md': '- secret\n' });
    await link(shop, path.join(outside.folder, 'GEMINI.md'), 'GEMINI.md');
    await link(shop, path.join(outside.folder, 'deep'), '.clinerules');
    await link(shop, '..', '.claude/rules/up');
    await link(shop, 'nothing.md', 'CLAUDE.md');
    const report = await reportOf(shop);
    expect(skipped(report, 'GEMINI.md')).toEqual(['1 skipped a link that leads out of the checkout']);
    expect(skipped(report, 'CLAUDE.md')).toEqual(['1 skipped a link to nothing']);
    expect(skipped(report, '.clinerules/y.md')).toEqual(['1 skipped a link that leads out of the checkout']);
    expect(rulesOf(report)).toEqual(['general SHOULD a b', 'x SHOULD c d']);
    expect(JSON.stringify(report)).not.toContain('secret');
  });

  it('to folders of a client are followed within the project', async () => {
    const shop = await project({ 'shared/x.mdc': '- a b\n' });
    await mkdir(path.join(shop.folder, '.cursor'));
    await link(shop, '../shared', '.cursor/rules');
    expect(rulesOf(await reportOf(shop))).toEqual(['x SHOULD a b']);
  });
});

describe('files that cannot be read', () => {
  it.each([
    ['of more than 1 MiB', Buffer.alloc(1024 * 1024 + 1, 'a\n'), 'it has more than 1 MiB'],
    ['in Latin 1', Buffer.from('- Größe\n', 'latin1'), 'it is not UTF-8'],
    ['in UTF-16', Buffer.from('\uFEFF- a b\n', 'utf16le'), 'it is not UTF-8'],
    ['without a byte', Buffer.alloc(0), 'it is empty'],
  ])('%s are reported', async (_, bytes, why) => {
    const shop = await project(own);
    await writeFile(path.join(shop.folder, 'CLAUDE.md'), bytes);
    const report = await reportOf(shop, '--write');
    expect(skipped(report, 'CLAUDE.md')[0]).toMatch(new RegExp(`^1(-\\d+)? skipped ${why}$`));
    expect(rulesOf(report)).toEqual(['general SHOULD a b']);
  });

  it.runIf(hasShell)('since they are pipes are reported, and nobody waits for them', async () => {
    const shop = await project(own);
    await promisify(execFile)('mkfifo', [path.join(shop.folder, 'CLAUDE.md')]);
    expect(skipped(await reportOf(shop), 'CLAUDE.md')).toEqual([
      '1 skipped it cannot be read (it is not a regular file)',
    ]);
  });

  it('that are ignored by git are left alone', async () => {
    const shop = await project(
      { ...own, '.gitignore': 'GEMINI.md\n', 'GEMINI.md': '- mine\n' },
      { env: { PATH: process.env.PATH ?? '' } },
    );
    await promisify(execFile)('git', ['init', '-q'], { cwd: shop.folder });
    expect((await reportOf(shop)).sources.map((source) => source.path)).toEqual(['AGENTS.md']);
  });
});

describe('text that takes parsers long', () => {
  it.each([
    ['lists in lists', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['quotes in quotes', `${'> '.repeat(50_000)}a`],
    ['lazy lines', '> a\nb\n\n'.repeat(15_000)],
    ['marks of emphasis', '*a **a '.repeat(50_000)],
    ['brackets', '['.repeat(900_000)],
    ['code marks', Array.from({ length: 1200 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['tables', `a|b\n-|-\n${'c|d\n'.repeat(30_000)}`],
    ['comments', '<!--\n\n'.repeat(20_000)],
    ['marks of tools', '<!-- start: x -->\n'.repeat(20_000)],
    ['braces', '{{'.repeat(400_000)],
    ['a heading', `# ${'[a](<b'.repeat(140_000)}`],
    ['addresses', `${'[a]: b\n'.repeat(10_000)}\n${'- [a]\n'.repeat(10_000)}`],
    ['names in front', `---\n${'a: b\n'.repeat(30_000)}---\n- c\n`],
    ['signs in code', `- a\n\n  ~~~\n${'  #\n'.repeat(200_000)}`],
    ['tags', '<a>\n<b>\n\n'.repeat(15_000)],
  ])('%s: ends in time, every line accounted for', async (_, text) => {
    const shop = await project({ 'AGENTS.md': text });
    const clock = startProcessorClock();
    const report = await reportOf(shop);
    expect(report.unaccounted).toBe(0);
    clock.expectInTime(4_000);
  });
});

describe('a scope that is there', () => {
  it('and broken is not touched', async () => {
    const file = '.precept/rules/s/commandments.yml';
    const shop = await project({ ...own, [file]: 'a:\n  ruleset: [b: c]\n' });
    const ended = await shop.precept('import', '--scope', 's', '--write', '--into');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('s/commandments.yml:2:');
    expect(await shop.read(file)).toBe('a:\n  ruleset: [b: c]\n');
  });

  it('keeps its line ends', async () => {
    const file = '.precept/rules/s/suggestions.yml';
    const shop = await project({ ...own, [file]: 'x: # why\r\n  ruleset:\r\n    - c d\r\n' });
    await reportOf(shop, '--write', '--into');
    expect(await shop.read(file)).toBe(
      'x: # why\r\n  ruleset:\r\n    - c d\r\ngeneral:\r\n  ruleset:\r\n    - a b\r\n',
    );
  });

  it('keeps a kata and a file that differ, and says so', async () => {
    const skill = (text: string) => ({
      '.claude/skills/x/SKILL.md': `---\nname: x\ndescription: d\n---\n${text}\n`,
      '.claude/skills/x/run.sh': text,
    });
    const shop = await project(skill('one'));
    await reportOf(shop, '--write');
    const more = await project({ ...(await shop.files()), ...skill('two') });
    const ended = await more.precept('import', '--scope', 's', '--write', '--into');
    expect(ended.code).toBe(0);
    expect(ended.stderr).toContain('Kept: the kata skills/x differs from the one that is imported.');
    expect(ended.stderr).toContain('Kept: s/files/x/run.sh differs from the file that is imported.');
    expect(await more.read('.precept/rules/s/files/x/run.sh')).toBe('one');
  });

  it('appears whole when two write it at once', async () => {
    const shop = await project({ 'AGENTS.md': '# T\n\n- Never a\n- b\n' });
    const ended = await Promise.all([0, 1].map(() => shop.precept('import', '--scope', 's', '--write')));
    expect(ended.some(({ code }) => code === 0)).toBe(true);
    for (const { code, stderr } of ended) if (code !== 0) expect(stderr).toContain('run the command again');
    expect(Object.keys(await shop.files()).sort()).toEqual([
      ...[
        '.precept/rules/s/commandments.yml',
        '.precept/rules/s/metadata.yml',
        '.precept/rules/s/suggestions.yml',
      ],
      'AGENTS.md',
    ]);
    expect(await shop.precept('lint')).toMatchObject({ code: 0 });
  });
});
