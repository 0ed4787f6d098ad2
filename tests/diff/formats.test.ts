import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { type CommandLineOptions, precept } from '../cli/command-line.ts';
import { answerSnippet } from '../docs/rules.ts';
import { tempFolder, writeFiles } from '../support/folder.ts';
import { gitEnvironment, gitRepository } from '../support/git.ts';
import { hasGit } from '../support/system.ts';

type Files = Readonly<Record<string, string>>;

const below = (folder: string, files: Files) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

/** What `precept diff` prints of two rules folders with these files. */
async function written(
  before: Files,
  after: Files,
  argv: readonly string[] = [],
  options: CommandLineOptions = {},
): Promise<string> {
  const cwd = await tempFolder({ 'old/': '', 'new/': '', ...below('old', before), ...below('new', after) });
  const printed = await precept(['diff', './old', './new', ...argv], { cwd, ...options });
  expect(printed).toMatchObject({ code: 0, stderr: '' });
  return printed.stdout;
}

const rules = (...texts: readonly string[]) =>
  `api.http:\n  ruleset:\n${texts.map((text) => `    - ${JSON.stringify(text)}\n`).join('')}`;
const before: Files = {
  'acme/commandments.yml': rules('Page lists', 'Log calls', 'Name fields in camelCase'),
  'acme/suggestions.yml': 'a:\n  when: Now\n  ruleset: [One, Two]\n',
  'acme/katas.yml': 'k:\n  katas:\n    go: {procedure: "1. Go\\n"}\n    stop: {procedure: "1. Stop\\n"}\n',
  'shop/metadata.yml': 'parent: acme\n',
  'cart/metadata.yml': 'parent: shop\n',
  'gone/commandments.yml': rules('Old'),
};
const after: Files = {
  'acme/metadata.yml': 'tags: {team: all}\n',
  'acme/commandments.yml': rules('Page lists', 'Name fields in snake_case', 'Ask\nfirst'),
  'acme/suggestions.yml': 'a:\n  when: Later\n  ruleset: [Two, One]\n',
  'acme/katas.yml': 'k:\n  katas:\n    stop: {procedure: "1. Stop\\n"}\n    go: {procedure: "1. Go\\n"}\n',
  'shop/metadata.yml': 'parent: acme\n',
  'shop/commandments.yml': rules('Sell'),
  'cart/metadata.yml': 'parent: shop\n',
  'new/metadata.yml': 'parent: shop\n',
  'new/suggestions.yml': 'b:\n  ruleset: [New]\n',
};

test('text: a line for each change with the scopes it reaches, then what they have now and had before', async () => {
  expect(await written(before, after)).toBe(
    `Compared ./old with ./new.

tag team + "all" — acme
api.http MUST - "Log calls" — acme and 2 scopes below
api.http MUST ~ "Name fields in camelCase" -> "Name fields in snake_case" — acme and 2 scopes below
api.http MUST + "Ask\\nfirst" — acme and 3 scopes below
api.http MUST category - — gone
api.http MUST - "Old" — gone
api.http MUST + "Sell" — shop and 2 scopes below
a SHOULD when ~ "Now" -> "Later" — acme and 2 scopes below
a SHOULD ~ order of 2 rules — acme and 2 scopes below
b SHOULD category + — new
b SHOULD + "New" — new
k kata ~ order of 2 katas — acme and 2 scopes below

acme: 5 rules, 2 katas, about 13 tokens
cart: 5 -> 6 rules, 2 katas, about 13 -> 14 tokens
gone is gone: 1 rule, 0 katas, about 1 token
new is new: 7 rules, 2 katas, about 15 tokens
shop: 5 -> 6 rules, 2 katas, about 13 -> 14 tokens

12 changes in 5 scopes.
`,
  );
});

test('text: one scope below, several scopes beside each other, how often, and nothing', async () => {
  const files = (text: string) => ({
    ...Object.fromEntries(
      ['a', 'b', 'c', 'd'].map((scope) => [`${scope}/suggestions.yml`, `x:\n  ruleset: [${text}]\n`]),
    ),
    'below/metadata.yml': 'parents: [a]\n',
  });
  expect(await written(files('One'), files('One, Two, Two'))).toContain(
    'x SHOULD + "Two" (2 times) — a, b, c and 2 other scopes\n',
  );
  const two = { 'a/commandments.yml': rules('One'), 'below/metadata.yml': 'parent: a\n' };
  expect(await written(two, { ...two, 'a/commandments.yml': rules('One', 'Two') })).toContain(
    'api.http MUST + "Two" — a and 1 scope below\n',
  );
  expect(await written(two, two)).toBe('Compared ./old with ./new.\n\nNothing differs.\n');
});

test('text: long texts are shown where they differ, and what a terminal acts on is written out', async () => {
  const long = (word: string) => `${'Keep this as it is. '.repeat(20)}Say ${word} at the end`;
  const texts = await written(
    { 's/commandments.yml': rules(long('yes')) },
    { 's/commandments.yml': rules(long('no')) },
  );
  expect(texts).toMatch(/MUST ~ "….*Say yes at the end" -> "….*Say no at the end" — s\n/);
  const hostile = await written({}, { 's/commandments.yml': rules('Red \u001b[31m and hid\u200bden') }, [], {
    terminal: true,
  });
  expect(hostile).toContain('\\u{1b}[31m and hid\\u{200b}den');
  // What is left are the colours of ours.
  expect(
    hostile
      .split('\u001b')
      .slice(1)
      .every((part) => /^\[(?:0|2|32)m/.test(part)),
  ).toBe(true);
});

test('markdown: a table of scopes, and the changes as diffs by the scopes they reach', async () => {
  const text = await written(before, after, ['--format', 'markdown']);
  expect(text).toContain('## Guidance: 12 changes in 5 scopes\n\nCompared `./old` with `./new`.\n');
  expect(text).toContain(
    '| `cart` |  | 5 → 6 | 2 | 13 → 14 |\n| `gone` | gone | 1 | 0 | 1 |\n| `new` | new | 7 | 2 | 15 |\n',
  );
  expect(text).toContain(
    '**acme and 3 scopes below: 1 change**\n\n```diff\n@@ api.http MUST @@\n+ Ask\n+ first\n```\n',
  );
  expect(text).toContain(
    '- Name fields in camelCase\n+ Name fields in snake_case\n@@ a SHOULD when @@\n- Now\n+ Later\n',
  );
  expect(text).toContain('@@ a SHOULD @@\n! order of 2 rules\n');
});

test('markdown: at most 60,000 characters, long lists folded, and the rest counted', async () => {
  const many: Record<string, string> = {};
  for (let scope = 0; scope < 500; scope++) {
    many[`s${scope}/metadata.yml`] = 'parent: acme\n';
    many[`t${scope}/commandments.yml`] = rules(
      ...Array.from({ length: 5 }, (_, one) => `Rule ${one} of ${scope} `.repeat(9)),
    );
  }
  const text = await written(
    {},
    { ...many, 'acme/commandments.yml': rules(...Array.from({ length: 50 }, (_, one) => `Rule ${one}`)) },
    ['--format', 'markdown'],
  );
  expect(text.length).toBeLessThanOrEqual(60_000);
  expect(text.length).toBeGreaterThan(50_000);
  expect(text).toMatch(/<details>\n<summary>acme and 500 scopes below: 50 changes<\/summary>\n\n```diff\n/);
  expect(text).toMatch(/\n[\d,]+ more changes: `precept diff` with `--format json` has all\.\n$/);
  expect(text.match(/<details>/g)).toHaveLength(text.match(/<\/details>/g)?.length ?? 0);
  expect(text.match(/^```/gm)?.length ?? 0).toBe(2 * (text.match(/^```diff$/gm)?.length ?? 0));
});

test('markdown: no text of an author gets out of its code block', async () => {
  const texts = [
    '```\n# Heading\n<img src=x onerror=alert(1)>',
    '~~~\n@everyone [x](javascript:y)',
    '</details>',
    '- \n\n````',
  ];
  const folder = {
    's_x_/metadata.yml': 'description: "`a` ``b`` <b>"\n',
    's_x_/commandments.yml': `"<i>|\`x":\n  ruleset: ${JSON.stringify(texts)}\n`,
  };
  const broken = { 'b/commandments.yml': '"`<b>`": [\n' };
  const text = await written({ 'b/commandments.yml': rules('One') }, { ...folder, ...broken }, [
    '--format',
    'markdown',
  ]);
  const blocks = new MarkdownIt({ html: true }).parse(text, {});
  const kinds = new Set(
    blocks.flatMap(({ type, children }) => [type, ...(children ?? []).map((one) => one.type)]),
  );
  expect(kinds).not.toContain('html_block');
  expect(kinds).not.toContain('html_inline');
  expect(kinds).not.toContain('link_open');
  expect(kinds).not.toContain('em_open');
  expect(blocks.filter(({ type }) => type === 'heading_open')).toHaveLength(1);
  const shown = blocks
    .filter(({ type }) => type === 'fence')
    .map(({ content }) => content)
    .join('');
  for (const line of texts.join('\n').split('\n')) expect(shown).toContain(`+ ${line.trim()}`);
});

test.runIf(hasGit())(
  'github: a notice at the line of each change, and an error for what is broken',
  async () => {
    const folder = await gitRepository(below('.precept/rules', before));
    await writeFiles(folder, below('.precept/rules', { ...after, 'cart/commandments.yml': 'a: [\n' }));
    const run = async (...argv: string[]) =>
      (
        await precept(['diff', ...argv, '--format', 'github'], { cwd: folder, env: gitEnvironment })
      ).stdout.split('\n');
    const lines = await run();
    const at = (file: string, line: number) => `file=.precept/rules/${file},line=${line}`;
    expect(lines).toContain(
      `::notice ${at('shop/commandments.yml', 3)},title=api.http MUST%3A added::Sell%0Ain shop and 1 scope below`,
    );
    expect(lines).toContain(
      `::notice ${at('acme/commandments.yml', 4)},title=api.http MUST%3A changed::Name fields in camelCase%0A-> Name fields in snake_case%0Ain acme and 1 scope below`,
    );
    expect(lines).toContain(
      '::notice file=.precept/rules/acme/commandments.yml,title=api.http MUST%3A removed::Log calls%0Ain acme and 1 scope below',
    );
    expect(
      lines.filter((line) => line.startsWith('::error title=cart is broken::now: cart/commandments.yml:')),
    ).toHaveLength(1);
    expect(await run('HEAD', 'HEAD')).toEqual(['']);
  },
);

test.runIf(hasGit())('text: the guide shows what is printed', async () => {
  const scopes = (cursor: string, brief: string): Files => ({
    'acme/commandments.yml': rules('Answer errors as problem details', ...(cursor === '' ? [] : [cursor])),
    'team-shop/metadata.yml': 'parent: acme\n',
    'team-shop/suggestions.yml': `style:\n  ruleset: [${brief}]\n`,
    'cart/metadata.yml': 'parent: team-shop\n',
    'checkout/metadata.yml': 'parent: team-shop\n',
    ...Object.fromEntries(Array.from({ length: 21 }, (_, one) => [`s${one}/metadata.yml`, 'parent: acme\n'])),
  });
  const folder = await gitRepository(below('.precept/rules', scopes('', 'Be brief')));
  await writeFiles(
    folder,
    below('.precept/rules', scopes('Page lists with an opaque cursor', 'Be brief and kind')),
  );
  const { stdout } = await precept(['diff', 'main'], { cwd: folder, env: gitEnvironment });
  expect(stdout).toBe(answerSnippet('difference').text);
});
