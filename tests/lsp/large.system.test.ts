import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { lint } from '../lint/lint.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { type Editor, startEditor } from './editor.ts';

/** Enough scopes that the opened file is judged before all of them are read. */
const beside = 30;
const fillers = Object.fromEntries(
  Array.from({ length: beside }, (_, index) => [
    `filler-${index}/commandments.yml`,
    `area.topic-${index}:\n  when: In area ${index}\n  ruleset: [Keep number ${index} of the area in order]\n`,
  ]),
);
const rules = (category: string, ...texts: string[]) =>
  `${category}:\n  when: In doubt\n  ruleset:\n${texts.map((text) => `    - ${text}\n`).join('')}`;
const heirs = (count: number, more: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `heir-${index}/metadata.yml`,
      `description: An heir\nparent: base\n${more}`,
    ]),
  );
const ask = 'Ask {{ scope.tags.team }} before a release';
const opposites = rules(
  'api',
  'Always log request bodies of customers',
  'Never log request bodies of customers',
);

interface Case {
  readonly name: string;
  readonly open: string;
  readonly files: Readonly<Record<string, string>>;
  readonly codes: readonly string[];
  /** What is known before everything is read; the same where it is left out. */
  readonly first?: readonly string[];
}

const cases: readonly Case[] = [
  {
    name: 'a parent that is a typing error for a scope that was not read',
    open: 'leaf/metadata.yml',
    files: { 'leaf/metadata.yml': 'description: A leaf\nparent: filer-7\n' },
    codes: ['unknown-parent'],
  },
  {
    name: 'what is inherited through two generations',
    open: 'leaf/suggestions.yml',
    files: {
      'base/suggestions.yml': rules('api', 'Page by 50'),
      'middle/metadata.yml': 'description: Between\nparent: base\n',
      'leaf/metadata.yml': 'description: A leaf\nparents: [middle, filler-3]\n',
      'leaf/suggestions.yml': rules('+api', 'Page by 50', 'Keep number 3 of the area in order'),
    },
    codes: ['redundant-rule', 'must-and-should'],
  },
  {
    name: 'a tag that only an unrelated scope has',
    open: 'base/commandments.yml',
    files: {
      'base/commandments.yml': rules('api', `${ask} {% if scope.tags.region == "eu" %}there{% endif %}`),
      'other/metadata.yml': 'description: Other\ntags:\n  region: eu\n',
    },
    codes: ['undefined-variable'],
  },
  {
    name: 'a variable that only some of many heirs give a value',
    open: 'base/commandments.yml',
    files: {
      'base/commandments.yml': rules('api', ask, 'Ask {{ nobody }} too'),
      ...heirs(12, 'tags:\n  team: one\n'),
      'late/metadata.yml': 'description: Late\nparent: heir-3\n',
    },
    codes: ['undefined-variable', 'undefined-variable'],
    first: [],
  },
  {
    name: 'a pair of rules that an heir silences, whose parent is written with an escape',
    open: 'base/commandments.yml',
    files: {
      'base/commandments.yml': opposites,
      'heir/metadata.yml': 'description: An heir\nparent: "b\\x61se"\nlint_ignore:\n  - rules: [IDS]\n',
    },
    codes: [],
  },
  {
    name: 'a pair of rules that meets where a scope inherits from both',
    open: 'base/commandments.yml',
    files: {
      'zeta/commandments.yml': rules('api', 'Always log request bodies of customers'),
      'base/commandments.yml': rules('api', 'Never log request bodies of customers'),
      'heir/metadata.yml': 'description: An heir\nparents:\n  - base\n  - zeta\n',
    },
    codes: ['contradicting-rules'],
  },
];

describe('in a folder of many scopes', () => {
  let root: string;
  let editor: Editor;
  beforeAll(async () => {
    root = await tempFolder();
    for (const [index, { files }] of cases.entries()) {
      const folder = path.join(root, `${index}/.precept/rules`);
      await writeFiles(folder, { ...fillers, ...files });
      const [pair] = (await lint(folder)).problems.filter(({ code }) => code === 'contradicting-rules');
      const [, ids = ''] = /rules: \[(.*?)\]/.exec(pair?.hint ?? '') ?? [];
      const [name, text] = Object.entries(files).find(([, one]) => one.includes('[IDS]')) ?? [];
      if (name !== undefined) await writeFiles(folder, { [name]: text?.replace('IDS', ids) ?? '' });
    }
    editor = await startEditor(root);
  });

  test.each(cases.map((one, index) => [one.name, one, index] as const))(
    'the opened file has at first what is known by then, and then all: %s',
    async (_, { open, codes, first = codes }, index) => {
      const name = `${index}/.precept/rules/${open}`;
      await editor.open(name);
      await editor.judged([name]);
      const said = async () => {
        const { problems } = await lint(path.join(root, `${index}/.precept/rules`));
        return problems.filter(({ file }) => file === open).map(({ message, hint }) => `${message}. ${hint}`);
      };
      const shown = () => editor.shown(name)?.diagnostics.map(({ message }) => message);
      await expect.poll(shown).toEqual(await said());
      const published = editor.published.filter(({ uri }) => uri === editor.uri(name));
      expect(published[0]?.diagnostics.map(({ code }) => code)).toEqual(first);
      expect(published.at(-1)?.diagnostics.map(({ code }) => code)).toEqual(codes);
    },
  );

  test('a keystroke while the rest is read is judged, and so is what depends on it', async () => {
    const folder = path.join(root, 'typed/.precept/rules');
    await writeFiles(folder, {
      ...fillers,
      ...heirs(12, ''),
      'base/suggestions.yml': rules('api', 'Page by 50'),
      'heir-3/suggestions.yml': rules('+api', 'Name the fields in small letters'),
    });
    const [base, heir] = ['base', 'heir-3'].map((name) => `typed/.precept/rules/${name}/suggestions.yml`);
    if (base === undefined || heir === undefined) throw new Error('no files');
    await editor.open(base);
    await editor.judged([base]);
    await editor.type(base, rules('apis', 'Page by 50'));
    await editor.judged([base]);
    const codes = () => editor.shown(heir)?.diagnostics.map(({ code }) => code) ?? [];
    await expect.poll(codes).toEqual(['append-to-nothing']);
    await editor.type(base, rules('api', 'Page by 50'));
    await expect.poll(codes).toEqual([]);
  });
});
