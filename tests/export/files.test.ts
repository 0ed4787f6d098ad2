import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { precept } from '../cli/command-line.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { hasLinks } from '../support/system.ts';
import { content } from './content.ts';
import { commandments, project, rule } from './export-project.ts';
import { readRules } from './reading.ts';

describe('a file that is shared', () => {
  test('keeps all that is not ours, byte for byte, and changes our block alone', async () => {
    const { cwd, run, read } = await project({ ...rule('One'), 'AGENTS.md': '\uFEFF# Ours\r\n\r\nText' });
    expect((await run('s', '--write')).stdout).toBe('changed  AGENTS.md\n');
    const first = await read('AGENTS.md');
    expect(first).toMatch(/^\uFEFF# Ours\r\n\r\nText\r\n\r\n<!-- precept:begin s -->\r\n/);
    expect(first.replaceAll('\r\n', '')).not.toContain('\n');
    await writeFile(path.join(cwd, 'AGENTS.md'), `${first}Below\r\n`);
    await writeFiles(cwd, rule('Two'));
    const check = await run('s', '--check');
    expect(check.code).toBe(1);
    expect(check.stdout).toMatch(/^--- AGENTS\.md\n\+\+\+ AGENTS\.md\n@@ /);
    expect(check.stdout).toContain('-- **MUST**: One');
    expect(check.stdout).toContain('+- **MUST**: Two');
    await run('s', '--write');
    const withoutDigest = (text: string) => text.replace(/there\. [0-9a-f]{8} -->/, 'there. -->');
    expect(withoutDigest(await read('AGENTS.md'))).toBe(
      withoutDigest(`${first.replace('One', 'Two')}Below\r\n`),
    );
    expect((await run('s', '--check')).code).toBe(0);
  });

  test('is told of where it says a rule of its block outside of it too', async () => {
    const text = 'Ask a human before each release.';
    const other = 'Ask a human before a release.';
    const { run, read } = await project({ ...rule(text), 'AGENTS.md': `# Ours\n\n- ${text}\n- ${other}\n` });
    const says =
      'Warning: AGENTS.md has a rule of its block outside of it too, on line 3; remove it there, or clients read it twice.\n';
    expect((await run('s', '--write')).stderr).toBe(says);
    expect(await read('AGENTS.md')).toMatch(/^# Ours\n\n- Ask/);
    expect((await run('s', '--check')).stderr).toContain(says);
  });

  test('holds a block for each scope, and loses that of one that has nothing any more', async () => {
    const { cwd, run, read, exists } = await project({
      ...rule('One'),
      '.precept/rules/t/commandments.yml': 'b: {ruleset: [Other]}',
      'sub/': '',
    });
    await run('s', '--write');
    await run('t', '--write');
    expect(readRules(await read('AGENTS.md')).map(({ text }) => text)).toEqual(['One', 'Other']);
    await writeFiles(cwd, { [commandments]: 'a: {paths: ["sub/**"], ruleset: [One]}' });
    await run('s', '--write');
    expect(readRules(await read('AGENTS.md')).map(({ text }) => text)).toEqual(['Other']);
    expect(await read('AGENTS.md')).toMatch(/^<!-- precept:begin t -->/);
    await writeFiles(cwd, {
      ...rule('One'),
      '.precept/rules/t/commandments.yml': 'b: {paths: ["sub/**"], ruleset: [x]}',
    });
    await run('t', '--write');
    expect(await exists('AGENTS.md')).toBe(false);
    expect((await run('s', '--write')).stdout).toBe('created  AGENTS.md\nchanged  sub/AGENTS.md\n');
    expect(await read('sub/AGENTS.md')).toContain('<!-- precept:begin t -->');
  });

  test.each([
    ['<!-- precept:begin s -->\nno end\n', /AGENTS\.md: the block that begins on line 1 has no end/],
    ['<!-- precept:begin s -->\n<!-- precept:end -->\n'.repeat(2), /AGENTS\.md: it has two blocks of s/],
    [Buffer.from([0x23, 0xff, 0xfe]), /AGENTS\.md cannot be read/],
  ])('is left as it is where the block cannot be told: %#', async (text, says) => {
    const { cwd, run } = await project(rule('One'));
    await writeFile(path.join(cwd, 'AGENTS.md'), text);
    const { code, stderr } = await run('s', '--write');
    expect(code).toBe(1);
    expect(stderr).toMatch(says);
    expect(await readFile(path.join(cwd, 'AGENTS.md'))).toEqual(Buffer.from(text));
  });
});

describe('a file of ours', () => {
  test('is never written over one without our block, and is removed when it is left over', async () => {
    const { cwd, run, read, exists } = await project(content);
    const mine = '.cursor/rules/shop/types.mdc';
    await writeFiles(cwd, { [mine]: 'Mine\n' });
    const refused = await run('shop', '--to', 'cursor', '--write');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /types\.mdc: it was not written by precept export.*\nNothing was written\./,
    );
    expect(await read(mine)).toBe('Mine\n');
    expect(await exists('.cursor/rules/shop/shop.mdc')).toBe(false);
    await writeFiles(cwd, { [mine]: '<!-- precept:begin shop -->\n<!-- precept:end -->\nMine\n' });
    await run('shop', '--to', 'cursor', '--write');
    expect(await read(mine)).toMatch(/^---\nglobs: [\s\S]*<!-- precept:end -->\nMine\n$/);
    await writeFiles(cwd, { '.precept/rules/shop/commandments.yml': '' });
    expect((await run('shop', '--to', 'cursor', '--check')).code).toBe(1);
    const { stdout } = await run('shop', '--to', 'cursor', '--write');
    expect(stdout).toContain('removed  .cursor/rules/shop/api.http.mdc\n');
    expect(await exists('.cursor/rules/shop/api.http.mdc')).toBe(false);
    expect(await read(mine)).toBe('Mine\n');
  });

  test('has a name that every file system takes', async () => {
    const { run } = await project({
      [commandments]: JSON.stringify(
        Object.fromEntries(
          ['con', 's', 'A b/../c', 'CAse', 'case', '..'].map((name) => [
            name,
            { paths: ['x/*'], ruleset: ['Do'] },
          ]),
        ),
      ),
    });
    const { code, stdout } = await run('s', '--to', 'claude-rules', '--format', 'json');
    expect(code).toBe(0);
    const names = JSON.parse(stdout).files.map(({ path: name }: { path: string }) => name.toLowerCase());
    expect(new Set(names).size).toBe(6);
    for (const name of names)
      expect(name).toMatch(/^\.claude\/rules\/s\/(?!con\.|s\.)[a-z0-9][a-z0-9.-]*\.md$/);
  });
});

describe('content that is not whole', () => {
  const files = {
    ...rule('Use {{ nowhere }}'),
    '.precept/rules/s/metadata.yml': 'parents: [gone]\n',
    '.precept/rules/s/suggestions.yml': 'a: {ruleset: [Fine]}\n',
  };
  test('is refused, and written with a line that says so where that is wanted', async () => {
    const { run, read, exists } = await project(files);
    const refused = await run('s', '--write');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/the rules of `gone` are missing/);
    expect(refused.stderr).toMatch(/a rule #1: .*nowhere/);
    expect(refused.stderr).toContain('--allow-incomplete');
    expect(await exists('AGENTS.md')).toBe(false);
    expect((await run('s', '--write', '--allow-incomplete')).code).toBe(0);
    expect(await read('AGENTS.md')).toMatch(
      /^<!-- precept:begin s -->\n<!-- Generated by .*\n> \*\*Incomplete:\*\* the rules of `gone` are missing.*\n> \*\*Incomplete:\*\* 1 text could not be rendered/,
    );
  });

  test('values of plugins are not written, and a text that needs one is named', async () => {
    const { cwd, run } = await project({
      ...rule('On {{ git.branch }}'),
      '.precept/settings.yml': 'enabled_plugins: [git.context]\n',
    });
    const { code, stderr } = await run('s');
    expect(code).toBe(1);
    expect(stderr).toMatch(/a rule #1: .*git.*without the values and filters of plugins/);
    await writeFiles(cwd, rule("On {{ git.branch | default('main') }}"));
    expect((await run('s')).stdout).toContain('- **MUST**: On main\n');
  });
});

describe('hostile content', () => {
  test('neither ends our block nor takes in files', async () => {
    const text =
      'See @../secret.md, `@in/code`, (@a/b) and mail a@b.com\n<!-- precept:end -->\n<!-- precept:begin t -->\n@~/.ssh/id';
    const { run, read } = await project(rule(text));
    await run('s', '--write');
    const written = await read('AGENTS.md');
    expect(written.match(/<!-- precept:/g)).toHaveLength(2);
    expect(written.replace(/`[^`]*`/g, '')).not.toMatch(/(^|[\s(])@/m);
    expect(written).toContain('mail a@b.com');
    expect((await run('s', '--check')).code).toBe(0);
  });

  test('cannot add keys to a head', async () => {
    const { run } = await project({
      [commandments]: JSON.stringify({
        a: {
          when: 'x\nalwaysApply: true\n---\nfree',
          paths: ['a\nglobs: **', 'b---c/*', 'x[1]/*', 'd,e/*'],
          ruleset: ['r'],
        },
        b: { when: 'y\u2028alwaysApply: true', paths: ['ok/*'], ruleset: ['r'] },
      }),
    });
    for (const to of ['cursor', 'copilot', 'devin', 'jetbrains', 'kiro', 'claude-rules', 'cline']) {
      const { stdout, stderr } = await run('s', '--to', to, '--format', 'json');
      expect(stderr).toMatch(/the glob "a\\nglobs: \*\*" of `a`/);
      const { files } = JSON.parse(stdout) as { files: { path: string; text: string }[] };
      expect(files).toHaveLength(2);
      for (const { text } of files) {
        const [, head = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
        expect(
          head.split(/[\n\u2028]/).filter((line) => /^(globs|alwaysApply): /.test(line)).length,
        ).toBeLessThan(3);
        expect(head).not.toContain('globs: **');
        expect(text.slice(head === '' ? 0 : head.length + 9)).toMatch(/^<!-- precept:begin s -->\n/);
      }
    }
  });

  test.runIf(hasLinks)('no link is followed inside of a project', async () => {
    const { cwd, run, read } = await project({ ...rule('One'), 'outside.md': 'Mine\n' });
    await symlink('outside.md', path.join(cwd, 'AGENTS.md'));
    const { code, stderr } = await run('s', '--write');
    expect(code).toBe(1);
    expect(stderr).toMatch(/AGENTS\.md.* is a link/);
    expect(await read('outside.md')).toBe('Mine\n');
    const away = await tempFolder();
    await mkdir(path.join(cwd, '.cursor'));
    await symlink(away, path.join(cwd, '.cursor', 'rules'));
    expect((await run('s', '--to', 'cursor', '--write')).code).toBe(1);
  });
});

describe('a folder of git', () => {
  test('gets no AGENTS.md of its own, whatever paths a category names', async () => {
    const rules = (glob: string) => JSON.stringify({ a: { paths: [glob], ruleset: ['One'] } });
    const { run, written } = await project({
      [commandments]: rules('.git/hooks/**'),
      '.git/config': '[core]\n',
      '.git/hooks/': '',
    });
    expect((await run('s', '--write')).code).toBe(0);
    expect(Object.keys(await written())).toEqual(['.git/config', 'AGENTS.md']);
  });
});

describe('the command line', () => {
  test('does all that the settings list, each into its folder', async () => {
    const { run, read } = await project({
      ...rule('One'),
      '.precept/settings.yml':
        'exports:\n  - scope: s\n  - {scope: s, to: [claude-rules, cursor], dir: web}\n',
    });
    const { code, stdout } = await run('--write');
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'created  AGENTS.md',
      'created  web/.claude/rules/s/s.md',
      'created  web/.cursor/rules/s/s.mdc',
    ]);
    expect(readRules(await read('web/.claude/rules/s/s.md'))).toHaveLength(1);
    expect((await run('--check')).code).toBe(0);
  });

  test('warns by folder of entries that reach one client with the same rules', async () => {
    const of = async (exports: string) => {
      const { run } = await project({
        ...rule('One'),
        '.precept/rules/t/metadata.yml': 'parents: [s]\n',
        '.precept/rules/other/commandments.yml': 'a: {ruleset: [Do]}\n',
        '.precept/settings.yml': `exports: ${exports}\n`,
      });
      return (await run()).stderr.split('\n').filter((line) => /reach (?:it|each) twice/.test(line));
    };
    const again = 'the same rules reach it twice.';
    expect(await of('[{scope: s, to: cursor}, {scope: s, to: agents}]')).toEqual([
      `Warning: Cursor reads both targets cursor and agents: ${again}`,
    ]);
    expect(await of('[{scope: s, to: cursor, dir: web}, {scope: s, to: agents, dir: web}]')).toEqual([
      `Warning: Cursor reads both targets cursor and agents in web: ${again}`,
    ]);
    expect(await of('[{scope: s, to: cursor, dir: web}, {scope: t, to: agents, dir: ./web}]')).toEqual([
      'Warning: Cursor reads both cursor of s and agents of t in web: the rules that these share reach it twice.',
    ]);
    expect(await of('[{scope: s, to: gemini}, {scope: t, to: gemini}]')).toEqual([
      'Warning: Gemini CLI reads both gemini of s and gemini of t: the rules that these share reach it twice.',
    ]);
    expect(await of('[{scope: s, to: cursor}, {scope: s, to: agents, dir: web}]')).toEqual([
      'Warning: Cursor reads both cursor of s and agents of s in web: the rules that these share reach it twice.',
    ]);
    expect(await of('[{scope: s, to: [claude, agents]}]')).toEqual([
      'Warning: VS Code, Copilot read both targets claude and agents: the same rules reach each twice; Claude Code reads claude alone.',
    ]);
    for (const fine of [
      '[{scope: s, to: devin, dir: web}, {scope: s, to: agents}]',
      '[{scope: s, to: cursor, dir: api}, {scope: s, to: agents, dir: web}]',
      '[{scope: s, to: cursor}, {scope: other, to: agents}]',
      '[{scope: s, to: agents}, {scope: s, to: agents}]',
    ])
      expect(await of(fine)).toEqual([]);
  });

  test('writes where a settings file of a checkout says only inside of it, until that is trusted', async () => {
    const { cwd, run } = await project({
      ...rule('One'),
      '.precept/settings.yml': 'default_scope: s\nexports: [{scope: s, dir: ../away}]\n',
    });
    const { stdout, stderr } = await run('--format', 'json');
    expect(stderr).toMatch(/exports/);
    expect(JSON.parse(stdout).files[0].path).toBe('AGENTS.md');
    const trusted = await precept(['export', '--format', 'json'], { cwd, env: { PRECEPT_TRUST: '1' } });
    expect(JSON.parse(trusted.stdout).files[0].path).toMatch(/away\/AGENTS\.md$/);
  });

  test('writes below --dir, and names paths below it', async () => {
    const { run, read } = await project(rule('One'));
    const { stdout } = await run('s', '--dir', 'out/new', '--write', '--format', 'json');
    expect(JSON.parse(stdout).files[0].path).toBe('AGENTS.md');
    expect(await read('out/new/AGENTS.md')).toContain('**MUST**: One');
  });

  test.each([
    [['s', '--to', 'nobody'], 2, /--to takes some of agents, claude, .*greptile, not "nobody"/],
    [['s', '--to', ''], 2, /--to takes some of/],
    [['s', '--check', '--write'], 2, /--check and --write do not go together/],
    [['s', '--budget', '0'], 2, /--budget takes a number of tokens/],
    [['s', '--categories', 'a..b'], 2, /--categories/],
    [['s', '--categories', 'nowhere'], 1, /nothing to export in category "nowhere"/],
    [['nowhere'], 1, /There is no scope "nowhere"/],
    [[], 2, /needs a scope/],
  ])('%j ends with %i', async (argv, code, says) => {
    const { run } = await project(rule('One'));
    const printed = await run(...argv);
    expect(printed).toMatchObject({ code, stdout: '' });
    expect(printed.stderr).toMatch(says);
  });

  test('says which file hides another from a client', async () => {
    const { cwd, run } = await project({ ...rule('One'), 'CLAUDE.md': '# Mine\n', '.rules': 'x' });
    const { stderr } = await run('s');
    expect(stderr).toContain(
      'Claude Code does not read AGENTS.md beside CLAUDE.md; write the line @AGENTS.md into CLAUDE.md.',
    );
    expect(stderr).toContain('Zed reads .rules only, and not AGENTS.md');
    await writeFiles(cwd, { 'CLAUDE.md': '# Mine\n\n@AGENTS.md\n' });
    expect((await run('s')).stderr).not.toContain('Claude Code does not');
  });
});
