import { describe, expect, test } from 'vitest';
import { commandments, project, rule } from './export-project.ts';
import { readRules } from './reading.ts';

const patterns = [...Array(501).keys()].map((at) => `d${at}/*.{a,b}`);
const bound = JSON.stringify({ a: { paths: patterns, ruleset: ['x'] } });
const kata = (name: string, one: object) => ({
  '.precept/rules/s/katas.yml': JSON.stringify({
    c: { katas: { [name]: { procedure: '1. Go.', ...one } } },
  }),
});
const files = (count: number) =>
  Object.fromEntries([...Array(count).keys()].map((at) => [`${at}.txt`, 'files/one.txt']));
const one = { '.precept/rules/s/files/one.txt': '1' };
const half = { '.precept/rules/s/files/one.txt': 'x'.repeat(9 * 1024 * 1024) };

describe('what a client would cut is refused, and nothing is written', () => {
  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['agents', rule('word '.repeat(7000)), /AGENTS\.md 35,\d{3}.* at most 32,768 .*--budget or --categories/],
    [
      'agents',
      { ...rule('r '.repeat(500)), 'sub/deep/AGENTS.md': 'z'.repeat(32_000) },
      /Codex in sub\/deep would read 33,\d{3} bytes .*sub\/deep\/AGENTS\.md 32,000/,
    ],
    [
      'devin',
      rule('x'.repeat(12_000)),
      /\.devin\/rules\/s\.md would have 12,\d{3} characters, and Devin reads at most 12,000 .*--budget or --categories/,
    ],
    [
      'antigravity',
      rule('x'.repeat(12_000)),
      /\.agents\/rules\/s\.md would have 12,\d{3} characters, and Antigravity reads at most 12,000/,
    ],
    [
      'claude',
      { ...rule('x'), 'CLAUDE.md': 'y'.repeat(4 * 1024 * 1024) },
      /CLAUDE\.md would have .* bytes, and Claude Code reads at most 4,194,304/,
    ],
    ['claude-rules', { [commandments]: bound }, /a\.md is about 1,002 patterns, .* at most 1,000/],
    [
      'claude-rules',
      {
        [commandments]: bound,
        '.claude/rules/s/a.md':
          '---\r\npaths:\r\n  - "b"\r\n---\r\n<!-- precept:begin s -->\r\n<!-- precept:end -->\r\n',
      },
      /a\.md is about 1,002 patterns, .* at most 1,000/,
    ],
    ['skills', kata('a'.repeat(65), { when: 'do' }), /"a{65}" cannot be the name of a skill/],
    ['claude-skills', kata('A_b', { when: 'do' }), /"A_b" cannot be the name of a skill/],
    [
      'copilot-skills',
      kata('go', { when: 'w'.repeat(1025) }),
      /its description has 1025 characters, and skills take at most 1024/,
    ],
    ['skills', { ...kata('go', { files: files(512) }), ...one }, /a kata takes at most 511 files/],
    ['skills', { ...kata('go', { files: files(2) }), ...half }, /may have 16777216 bytes together/],
    [
      'gemini',
      { ...rule('x'), 'GEMINI.md': 'y'.repeat(16 * 1024 * 1024 + 1) },
      /GEMINI\.md cannot be read: it has more than 16 MiB/,
    ],
  ])('%s: %#', async (to, content, says) => {
    const { run, written } = await project(content);
    const before = await written();
    for (const how of ['--write', '--check']) {
      const { code, stdout, stderr } = await run('s', '--to', to, how);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(says);
      expect(stderr).toContain('Nothing was written.');
    }
    expect(await written()).toEqual(before);
  });

  test('and what another client takes is written for that one', async () => {
    const { run } = await project({ [commandments]: bound, ...kata('go', { files: files(511) }), ...one });
    expect(await run('s', '--to', 'cline,skills')).toMatchObject({ code: 0 });
  });

  test('Codex counts the files from the root down, and no others', async () => {
    const { run } = await project({
      [commandments]: JSON.stringify({ a: { paths: ['sub/**'], ruleset: ['x'] }, b: { ruleset: ['y'] } }),
      'sub/deep/AGENTS.md': 'z'.repeat(32_000),
      'other/AGENTS.md': 'z'.repeat(32_000),
      'subway/AGENTS.md': 'z'.repeat(32_000),
    });
    expect((await run('s')).code).toBe(0);
    // Folders of which one begins with the name of the other.
    const twice = await project({
      ...rule('r'.repeat(17_000)),
      '.precept/settings.yml': 'exports: [{scope: s, dir: sub}, {scope: s, dir: subway}]\n',
    });
    expect(await twice.run('--write')).toMatchObject({ code: 0 });
  });
});

test('is said where a client reads on all the same', async () => {
  const { run } = await project(rule('x '.repeat(2000)));
  expect((await run('s', '--to', 'copilot')).stderr).toMatch(
    /Warning: .*code review reads the first 4,000 only/,
  );
  const many = JSON.stringify({ a: { ruleset: [...Array(200).keys()].map((at) => `Rule ${at}`) } });
  const { run: other } = await project({ [commandments]: many });
  expect((await other('s', '--to', 'claude')).stderr).toMatch(
    /has 20\d lines; Claude Code advises at most 200/,
  );
});

test('a budget leaves out what does not fit, musts last, and the file says how to ask for it', async () => {
  const words = (count: number) => 'word '.repeat(count).trim();
  const { run } = await project({
    [commandments]: JSON.stringify({ z: { ruleset: [words(40)] } }),
    '.precept/rules/s/suggestions.yml': JSON.stringify({
      a: { ruleset: [words(40)] },
      b: { ruleset: [words(200)] },
    }),
  });
  const { stdout, stderr } = await run('s', '--budget', '120', '--format', 'json');
  const { files: planned, left_out: leftOut } = JSON.parse(stdout);
  expect(Math.ceil(planned[0].bytes / 4)).toBeLessThanOrEqual(120);
  expect(readRules(planned[0].text).map(({ category }) => category)).toEqual(['z']);
  expect(leftOut.map(({ category }: { category: string }) => category)).toEqual(['a', 'b']);
  for (const { tokens } of leftOut) expect(tokens).toBeGreaterThan(40);
  expect(planned[0].text).toMatch(/Not in this file: `a`, `b`\. .*get_rules \(scope_name `s`\)/);
  expect(stderr).toMatch(/Left out: a \(\d+ tokens\), b \(\d+ tokens\)/);
  const some = JSON.parse(
    (await run('s', '--categories', 'z', '--categories', 'b', '--format', 'json')).stdout,
  );
  expect(readRules(some.files[0].text).map(({ category }) => category)).toEqual(['z', 'b']);
});
