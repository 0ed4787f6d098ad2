import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { content } from './content.ts';
import { readers, readRules } from './reading.ts';

let cwd: string;
beforeAll(async () => {
  cwd = await tempFolder(content);
});

interface Json {
  readonly files: readonly { path: string; bytes: number; status: string; text: string }[];
  readonly left_out: readonly { category: string; tokens: number }[];
  readonly warnings: readonly string[];
}

async function exported(...argv: string[]): Promise<Json> {
  const { code, stdout, stderr } = await precept(['export', 'shop', '--format', 'json', ...argv], { cwd });
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('precept:') });
  return JSON.parse(stdout);
}

const general = [
  { category: 'general', word: 'MUST', text: 'Never log secrets of Checkout' },
  { category: 'general', word: 'SHOULD', text: 'Prefer small files' },
  { category: 'style', word: 'SHOULD', text: 'Use spaces' },
].map((rule) => ({ ...rule, globs: [] }));
const http = {
  category: 'api.http',
  word: 'MUST',
  text: 'Page lists\n```ts\nconst page = 1;\n```',
  globs: [],
};
const types = { category: 'types', word: 'MUST', text: 'Be strict', globs: [] };
const typeGlobs = ['*.{ts,tsx}', 'web/*.js'];

/** The file of a category, and the one for the rest, of each target that has those. */
const files: Readonly<Record<string, (category: string | null) => string>> = {
  'claude-rules': (category) => `.claude/rules/shop/${category ?? 'shop'}.md`,
  cursor: (category) => `.cursor/rules/shop/${category ?? 'shop'}.mdc`,
  copilot: (category) =>
    `.github/instructions/shop${category === null ? '' : `-${category}`}.instructions.md`,
  devin: (category) => `.devin/rules/shop${category === null ? '' : `-${category}`}.md`,
  kiro: (category) => `.kiro/steering/shop${category === null ? '' : `-${category}`}.md`,
  cline: (category) => `.clinerules/shop/${category ?? 'shop'}.md`,
  jetbrains: (category) => `.aiassistant/rules/shop${category === null ? '' : `-${category}`}.md`,
  antigravity: (category) => `.agents/rules/shop${category === null ? '' : `-${category}`}.md`,
};

describe('precept export', () => {
  test.each(Object.keys(files))(
    '%s: a file for each category with globs, and one that always counts',
    async (to) => {
      const { files: written } = await exported('--to', to);
      const nameOf = files[to] as (category: string | null) => string;
      const expected = new Map([
        [nameOf('api.http'), { globs: ['src/api/**'], rules: [http], mode: 'globs' }],
        [nameOf('types'), { globs: ['**/*.ts', '**/*.tsx', 'web/*.js'], rules: [types], mode: 'globs' }],
        [nameOf(null), { globs: [], rules: general, mode: 'always' }],
      ]);
      expect(new Set(written.map((file) => file.path))).toEqual(new Set(expected.keys()));
      for (const { path: name, text } of written) {
        const { globs, rules, mode } = expected.get(name) as {
          globs: string[];
          rules: object[];
          mode: string;
        };
        expect(readers[to]?.(text)).toEqual({ mode, globs });
        expect(readRules(text)).toEqual(rules);
      }
    },
  );

  test('agents: what is about a folder goes there, and the rest says which files it is about', async () => {
    const { files: written, warnings, left_out: leftOut } = await exported();
    expect(written.map((file) => file.path)).toEqual(['AGENTS.md', 'src/api/AGENTS.md']);
    expect(readRules(written[0]?.text ?? '')).toEqual([
      general[0],
      { ...types, globs: typeGlobs },
      ...general.slice(1),
    ]);
    expect(readRules(written[1]?.text ?? '')).toEqual([http]);
    expect(written[0]?.text).toMatch(/^<!-- precept:begin shop -->\n# Rules for shop\n\nThe web shop\n/);
    expect(written[0]?.text).toContain('## general\n\n*Always: in all code*\n\n');
    expect(written[0]?.text).toMatch(/\n<!-- precept:end -->\n$/);
    expect({ warnings, leftOut }).toEqual({ warnings: [], leftOut: [] });
    for (const { bytes, text, status } of written)
      expect({ bytes, status }).toEqual({ bytes: Buffer.byteLength(text), status: 'new' });
  });

  test.each([
    ['claude', 'CLAUDE.md'],
    ['gemini', 'GEMINI.md'],
    ['copilot-instructions', '.github/copilot-instructions.md'],
  ])('%s: one block without a head', async (to, file) => {
    const { files: written } = await exported('--to', to);
    expect(written.map((one) => one.path)).toEqual([file]);
    expect(written[0]?.text).toMatch(/^<!-- precept:begin shop -->\n/);
    expect(readRules(written[0]?.text ?? '').map(({ category, word }) => [category, word])).toEqual([
      ['api.http', 'MUST'],
      ['general', 'MUST'],
      ['types', 'MUST'],
      ['general', 'SHOULD'],
      ['style', 'SHOULD'],
    ]);
  });

  test.each([
    ['skills', '.agents/skills'],
    ['claude-skills', '.claude/skills'],
    ['copilot-skills', '.github/skills'],
  ])('%s: a folder for each kata', async (to, folder) => {
    const { files: written } = await exported('--to', to);
    expect(written.map((one) => one.path)).toEqual([`${folder}/cut-release/SKILL.md`]);
    const [, head = '', body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(written[0]?.text ?? '') ?? [];
    expect(parse(head)).toEqual({ name: 'cut-release', description: 'When main is green: really' });
    expect(body).toBe('<!-- precept:begin shop -->\n1. Tag.\n2. Push.\n<!-- precept:end -->\n');
  });

  test('several targets at once, written and found up to date, and the same bytes again', async () => {
    const all = 'agents,claude-rules,cursor,copilot,skills';
    const { code, stderr } = await precept(['export', 'shop', '--to', all, '--write'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('VS Code reads both targets claude-rules and copilot');
    expect(stderr).toContain('Cursor reads both targets agents and cursor');
    const { files: again } = await exported('--to', all);
    expect(again.map(({ status }) => status)).toEqual(again.map(() => 'same'));
    for (const { path: name, text } of again) expect(await readFile(path.join(cwd, name), 'utf8')).toBe(text);
    expect(await precept(['export', 'shop', '--to', all, '--check'], { cwd })).toMatchObject({
      code: 0,
      stdout: '',
    });
  });
});
