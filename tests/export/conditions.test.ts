import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTree } from '../../src/service/export/files/tree.ts';
import { writeFiles } from '../support/folder.ts';
import { content } from './content.ts';
import { commandments, project, rule } from './export-project.ts';

const katas = (...files: string[]) => ({
  '.precept/rules/s/katas.yml': JSON.stringify({
    c: {
      katas: {
        go: {
          procedure: '1. Go.',
          files: Object.fromEntries(files.map((file) => [file, 'files/ours.md'])),
        },
      },
    },
  }),
  '.precept/rules/s/files/ours.md': 'Ours\n',
});

describe('nothing is written where something of it cannot be', () => {
  test.each<[string, string, Readonly<Record<string, string>>, RegExp]>([
    [
      'a folder where a file should be',
      'claude-rules,agents',
      { 'AGENTS.md/': '' },
      /AGENTS\.md cannot be read: .*is not a regular file/,
    ],
    [
      'a file where a folder should be',
      'agents,cursor',
      { '.cursor': 'x' },
      /\.cursor\/rules\/s\/s\.mdc cannot be read: .*\.cursor is a file, where a folder is needed; rename or remove it/,
    ],
    [
      "somebody's file where that of a skill should be",
      'skills',
      { '.agents/skills/go/notes.md': 'Mine\n' },
      /\.agents\/skills\/go\/notes\.md: it was not written by precept export/,
    ],
    ['text in UTF-16', 'agents,claude', { 'CLAUDE.md': '\u00ff\u00fe#' }, /CLAUDE\.md cannot be read/],
  ])('%s', async (_, to, files, says) => {
    const { cwd, run, written } = await project({ ...rule('One'), ...katas('notes.md'), ...files });
    if (files['CLAUDE.md'] !== undefined)
      await writeFile(path.join(cwd, 'CLAUDE.md'), Buffer.from(files['CLAUDE.md'], 'latin1'));
    const before = await written();
    const { code, stdout, stderr } = await run('s', '--to', to, '--write');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(says);
    expect(stderr).toContain('Nothing was written.');
    expect(stderr).not.toContain('    at ');
    expect(await written()).toEqual(before);
  });

  test('files of a skill that were ours are replaced and removed, and no others', async () => {
    const { cwd, run, written } = await project(katas('a.md', 'b.md'));
    expect((await run('s', '--to', 'skills', '--write')).code).toBe(0);
    await writeFiles(cwd, {
      ...katas('a.md'),
      '.precept/rules/s/files/ours.md': 'New\n',
      '.agents/skills/go/mine.md': 'Mine\n',
    });
    expect((await run('s', '--to', 'skills', '--write')).code).toBe(0);
    const { '.agents/skills/go/SKILL.md': _, ...others } = await written();
    expect(others).toEqual({ '.agents/skills/go/a.md': 'New\n', '.agents/skills/go/mine.md': 'Mine\n' });
  });
});

describe('two at once', () => {
  test('write the same, and both succeed', async () => {
    const { run, written } = await project(content);
    const to = 'agents,claude-rules,cursor,copilot,skills';
    const ended = await Promise.all([0, 1, 2].map(() => run('shop', '--to', to, '--write')));
    for (const { code, stderr } of ended) expect(code, stderr).toBe(0);
    expect((await run('shop', '--to', to, '--check')).code).toBe(0);
    expect(Object.keys(await written()).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('what somebody else changes meanwhile is not lost', async () => {
    const { cwd, read } = await project({ 'AGENTS.md': 'Old\n' });
    const tree = createTree(cwd);
    for (const name of ['AGENTS.md', 'NEW.md'])
      await tree.set(path.join(cwd, name), Buffer.from(`Ours in ${name}\n`));
    await writeFiles(cwd, { 'AGENTS.md': 'Theirs\n' });
    await expect(tree.write()).rejects.toThrow(
      'AGENTS.md cannot be written: it has changed since it was read. Nothing was written; fix that and run the command again.',
    );
    expect(await read('AGENTS.md')).toBe('Theirs\n');
    await writeFiles(cwd, { 'AGENTS.md': 'Old\n', 'NEW.md': 'Theirs\n' });
    await expect(tree.write()).rejects.toThrow(/^NEW\.md cannot be written: .* 1 of 2 files were written/);
    expect(await read('NEW.md')).toBe('Theirs\n');
  });
});

test('a file that is read-only is written, and stays read-only', async () => {
  const { cwd, run, read } = await project({ ...rule('One'), 'AGENTS.md': '# Ours\n' });
  await chmod(path.join(cwd, 'AGENTS.md'), 0o444);
  expect((await run('s', '--write')).code).toBe(0);
  expect(await read('AGENTS.md')).toContain('**MUST**: One');
  expect((await stat(path.join(cwd, 'AGENTS.md'))).mode & 0o222).toBe(0);
});

describe('Claude Code', () => {
  const says = async (files: Readonly<Record<string, string>>, to = 'agents') => {
    const { run } = await project({
      [commandments]: JSON.stringify({ a: { ruleset: ['x'] }, b: { paths: ['web/**'], ruleset: ['y'] } }),
      'web/x.ts': '',
      ...files,
    });
    const { stderr } = await run('s', '--to', to);
    return stderr.split('\n').filter((line) => line.includes('Claude Code does not'));
  };

  const nestedAlone =
    'Warning: Claude Code does not read web/AGENTS.md because of CLAUDE.md; export to claude-rules as well.';

  test('is said not to read what a file of its own hides, there and in folders below', async () => {
    expect(await says({ 'CLAUDE.md': '# Mine\n' })).toEqual([
      'Warning: Claude Code does not read AGENTS.md beside CLAUDE.md; write the line @AGENTS.md into CLAUDE.md.',
      nestedAlone,
    ]);
    expect(await says({ 'CLAUDE.md': '@AGENTS.md\r\n' })).toEqual([nestedAlone]);
    expect(await says({ 'CLAUDE.md': '@AGENTS.md\n' }, 'agents,claude-rules')).toEqual([]);
    expect(await says({ 'CLAUDE.md': '@./AGENTS.md\n@web/AGENTS.md\n' })).toEqual([]);
    expect(await says({ '.claude/CLAUDE.md': '@../AGENTS.md\n@../web/AGENTS.md\n' })).toEqual([]);
    expect(await says({ '.claude/CLAUDE.md': 'x\n', 'web/CLAUDE.md': '@AGENTS.md\n' })).toEqual([
      'Warning: Claude Code does not read AGENTS.md beside .claude/CLAUDE.md; write the line @../AGENTS.md into .claude/CLAUDE.md.',
    ]);
    expect(await says({})).toEqual([]);
  });

  test('is not told to take in the same rules a second time', async () => {
    const ours = '<!-- precept:begin s -->\n- x\n<!-- precept:end -->\n';
    expect(await says({}, 'claude,agents')).toEqual([]);
    expect(await says({ 'AGENTS.md': ours }, 'claude')).toEqual([]);
    expect(await says({ 'AGENTS.md': `# Mine\n\n${ours}` }, 'claude')).toEqual([
      'Warning: Claude Code does not read AGENTS.md beside CLAUDE.md; copy what is not of Precept from there into CLAUDE.md.',
    ]);
    expect(await says({ 'CLAUDE.md': ours })).toEqual([nestedAlone]);
    expect(await says({ 'CLAUDE.md': `# Mine\n\n${ours}`, 'AGENTS.md': '# Mine\n' })).toEqual([
      'Warning: Claude Code does not read AGENTS.md beside CLAUDE.md; copy what is not of Precept from there into CLAUDE.md.',
      nestedAlone,
    ]);
    expect(await says({ 'CLAUDE.md': ours.replace('begin s', 'begin other') })).toEqual([
      'Warning: Claude Code does not read AGENTS.md beside CLAUDE.md; write the line @AGENTS.md into CLAUDE.md.',
      nestedAlone,
    ]);
    expect(await says({ 'AGENTS.md': '# Mine\n' }, 'claude')).toEqual([
      'Warning: Claude Code does not read AGENTS.md beside CLAUDE.md; write the line @AGENTS.md into CLAUDE.md.',
    ]);
  });

  test('is said not to read it below a file of the repository around', async () => {
    const { cwd, run } = await project({ ...rule('x'), 'CLAUDE.md': '# Mine\n', '.git/HEAD': 'x' });
    await mkdir(path.join(cwd, 'web'));
    const { stderr } = await run('s', '--dir', 'web');
    expect(stderr).toContain(
      `Claude Code does not read AGENTS.md beside ${path.join(cwd, 'CLAUDE.md')}; write the line @web/AGENTS.md into`,
    );
  });
});

test('what no target of the export is for is named, once for all of them', async () => {
  const { run } = await project({
    ...katas('notes.md'),
    [commandments]: JSON.stringify({ a: { ruleset: ['x'], tags: ['t'], see: ['b'] }, b: { ruleset: ['y'] } }),
  });
  const carried = async (...args: string[]) => {
    const { stdout, stderr } = await run('s', ...args, '--format', 'json');
    return {
      lost: (JSON.parse(stdout).not_carried as { as: string; category: string }[]).map(
        ({ as, category }) => `${as} ${category}`,
      ),
      says: stderr.split('\n').filter((line) => line.startsWith('Not carried')),
    };
  };
  expect(await carried()).toEqual({
    lost: ['tags a', 'see a', 'kata c'],
    says: ['Not carried: 1 kata of s (--to skills).'],
  });
  expect(await carried('--to', 'skills')).toEqual({
    lost: ['rule a', 'rule b', 'category c'],
    says: ['Not carried: the rules in 2 categories of s (--to agents).'],
  });
  expect(await carried('--to', 'agents,skills')).toEqual({
    lost: ['tags a', 'see a', 'category c'],
    says: [],
  });
  const { not_carried: none } = JSON.parse(
    (await run('s', '--categories', 'b', '--to', 'agents', '--format', 'json')).stdout,
  );
  expect(none).toEqual([{ scope: 's', as: 'kata', category: 'c', kata: 'go' }]);
});
