import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hashPiece } from '../../src/guidance/piece-id.ts';
import type { Problem } from '../../src/model/problems/problem.ts';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';
import { conflicting, harmless, type PlantedRule } from './conflicting.ts';
import { lint } from './lint.ts';
import { unrelated } from './unrelated.ts';

const root = path.resolve(import.meta.dirname, '../..');
const codes = [
  'redundant-rule',
  'must-and-should',
  'contradicting-rules',
  'duplicate-rule',
  'near-duplicate-rule',
];

const family = { 'team/metadata.yml': 'parent: company\n', 'app/metadata.yml': 'parent: team\n' };

/** A rules folder with these rules. */
function treeOf(rules: readonly PlantedRule[], more: Record<string, string> = {}): Promise<string> {
  const files = new Map<string, string>(Object.entries({ ...more }));
  for (const { at, text } of rules) {
    const [file = '', category = ''] = at.split(' ');
    const entry = `${category}:\n  when: Now\n  ruleset:\n    - ${JSON.stringify(text)}\n`;
    files.set(`${file}.yml`, `${files.get(`${file}.yml`) ?? ''}${entry}`);
  }
  return tempFolder(Object.fromEntries(files));
}

const rulesOf = (scope: string, texts: readonly string[], kind = 'commandments') =>
  texts.map((text, index) => ({ at: `${scope}/${kind} c${index}`, text }));

async function pairsIn(folder: string, argv: readonly string[] = []): Promise<Problem[]> {
  const { problems } = await lint(folder, argv);
  return problems.filter(({ code }) => codes.includes(code));
}

describe('planted pairs', () => {
  test('are five of each sort, each rule once in its category', () => {
    const counts = [...new Set(conflicting.map(({ sort }) => sort))].map(
      (sort) => conflicting.filter((pair) => pair.sort === sort).length,
    );
    expect(counts).toEqual([5, 5, 5, 5, 5]);
    const rules = conflicting.flatMap((pair) => pair.rules);
    expect(new Set(rules.map(({ at }) => at)).size).toBe(rules.length);
  });

  test('are found in one tree, each at its later rule with the other one named, and nothing else is', async () => {
    const rules = conflicting.flatMap((pair) => pair.rules);
    const folder = await treeOf(rules, family);
    const found = (await pairsIn(folder)).map(({ code, severity, file, related = [] }) => {
      expect(severity).toBe('info');
      expect(related).toHaveLength(1);
      return `${code} ${file} -> ${related[0]?.file} ${related[0]?.message}`;
    });
    const planted = conflicting.map(({ code, rules: [first, second] }) => {
      const word = first.at.includes('/commandments') ? 'MUST' : 'SHOULD';
      const text = first.text.replace(/\s+/g, ' ');
      return `${code} ${second.at.split(' ')[0]}.yml -> ${first.at.split(' ')[0]}.yml ${word}: ${text}`;
    });
    expect(found.sort()).toEqual(planted.sort());
  });

  test.each(harmless)('nothing is said of "%s" and "%s"', async (...texts) => {
    expect(await pairsIn(await treeOf(rulesOf('s', texts)))).toEqual([]);
  });
});

describe('pairs of rules that share words', () => {
  test('are sixty at least', () => {
    expect(Object.values(unrelated).flat().length).toBeGreaterThanOrEqual(60);
  });

  test.each(Object.entries(unrelated))('nothing is said where they have %s', async (_, pairs) => {
    const rules = pairs.flatMap((texts, index) => rulesOf(`pair-${index}`, texts));
    const found = await pairsIn(await treeOf(rules));
    expect(found.map(({ code, file, related = [] }) => [code, file, related[0]?.message])).toEqual([]);
  });
});

test.each([
  ['acme', ['-c', 'examples/acme/settings.yml']],
  ['meridian', ['-c', 'examples/meridian/settings.yml']],
  ['precept', ['.precept/rules/precept']],
])('nothing is said of the rules of the example %s', async (_, argv) => {
  const { stdout } = await precept(['lint', ...argv, '--format', 'json'], { cwd: root });
  expect(JSON.parse(stdout).filter(({ code }: Problem) => codes.includes(code))).toEqual([]);
});

test.each([
  ['Keep secrets out of logs', 'Never log secrets', ['near-duplicate-rule']],
  [
    'Keep business logic out of controllers',
    'Never put business logic into controllers',
    ['near-duplicate-rule'],
  ],
  ['Leave business logic out of controllers', 'Put business logic into controllers', ['contradicting-rules']],
  [
    'Keep personal data out of error messages',
    'Put personal data into error messages',
    ['contradicting-rules'],
  ],
])('"%s" forbids, as "%s" says or denies', async (...pair) => {
  const [one, other, told] = pair;
  const found = await pairsIn(await treeOf(rulesOf('s', [one, other])));
  expect(found.map(({ code }) => code)).toEqual(told);
});

describe('a pair is told once', () => {
  test('at the farthest scope that has both, whoever inherits from it', async () => {
    const folder = await treeOf(
      [
        { at: 'company/commandments a', text: 'Page lists by 50' },
        { at: 'team/commandments b', text: 'Page lists by 20' },
      ],
      { ...family, 'other/metadata.yml': 'parent: team\n' },
    );
    const [problem, ...others] = await pairsIn(folder);
    expect(problem).toMatchObject({
      code: 'contradicting-rules',
      file: 'team/commandments.yml',
      line: 4,
      column: 7,
    });
    expect(problem?.message).toBe(
      'the rule gives another number than the MUST at company/commandments.yml:4:7, "Page lists by 50"',
    );
    expect(others).toEqual([]);
  });

  test('where two scopes come together that know nothing of each other, and not where they stay apart', async () => {
    const rules = [
      { at: 'left/commandments a', text: 'Page lists by 50' },
      { at: 'right/commandments b', text: 'Page lists by 20' },
    ];
    expect(await pairsIn(await treeOf(rules))).toEqual([]);
    const joined = {
      'x/metadata.yml': 'parents: [left, right]\n',
      'y/metadata.yml': 'parents: [left, right]\n',
    };
    const [problem, ...others] = await pairsIn(await treeOf(rules, joined));
    // The first parent is laid over the second.
    expect(problem?.file).toBe('left/commandments.yml');
    expect(problem?.message).toMatch(/the MUST at right\/commandments.yml:4:7.*\(both are in scope "x"\)$/);
    expect(others).toEqual([]);
  });

  test('with the first code that fits', async () => {
    const text = 'Test each bug fix first';
    const rules = [
      ...['company/commandments', 'team/commandments'].map((file) => ({ at: `${file} a`, text })),
      { at: 'app/suggestions a', text: 'Test each bug fix first!' },
    ];
    const found = await pairsIn(await treeOf(rules, family));
    expect(found.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'must-and-should app/suggestions.yml',
      'redundant-rule team/commandments.yml',
    ]);
  });

  test('and not where the one replaces the other', async () => {
    const rules = [
      { at: 'company/suggestions a', text: 'Page lists by 50' },
      { at: 'team/suggestions a', text: 'Page lists by 20' },
    ];
    expect(await pairsIn(await treeOf(rules, family))).toEqual([]);
    expect(
      await pairsIn(
        await treeOf(
          rules.map((rule) => ({
            ...rule,
            at: rule.at.replace('team/suggestions a', 'team/suggestions +a'),
          })),
          family,
        ),
      ),
    ).toHaveLength(1);
  });
});

describe('lint_ignore', () => {
  const [first, second] = ['Page lists by 50', 'Page lists by 20'];
  const ids = [hashPiece('commandments', first as string), hashPiece('commandments', second as string)];
  const rules = [
    { at: 'company/commandments a', text: first as string },
    { at: 'team/commandments b', text: second as string },
  ];
  const ignoring = (scope: keyof typeof parents, entry: string) => ({
    ...family,
    [`${scope}/metadata.yml`]: `${parents[scope]}lint_ignore:\n  - ${entry}\n`,
  });
  const parents = { company: '', team: 'parent: company\n', app: 'parent: team\n' };
  const all = async (more: Record<string, string>, argv: readonly string[] = []) =>
    (await lint(await treeOf(rules, more), argv)).problems.map(({ code, file }) => `${code} ${file}`);

  test('the hint has the line to write', async () => {
    const [problem] = await pairsIn(await treeOf(rules, family));
    expect(problem?.hint).toContain(
      `"- rules: [${ids.join(', ')}]" below \`lint_ignore\` in team/metadata.yml`,
    );
  });

  test.each([
    ['in the scope where they meet', 'team', `rules: [${ids.join(', ')}]`],
    [
      'in the other order, with a reason',
      'team',
      `{rules: [${ids.toReversed().join(', ')}], reason: Both are meant}`,
    ],
    ['for this code', 'team', `{rules: [${ids.join(', ')}], code: contradicting-rules}`],
    ['in a scope below', 'app', `rules: [${ids.join(', ')}]`],
  ] as const)('silences a pair %s', async (_, scope, entry) => {
    expect(await all(ignoring(scope, entry))).toEqual([]);
  });

  test.each([
    ['for another code', 'team', `{rules: [${ids.join(', ')}], code: duplicate-rule}`],
    ['in a scope that has only one of them', 'company', `rules: [${ids.join(', ')}]`],
    ['with another id', 'team', `rules: [${ids[0]}, 0123456789]`],
  ] as const)('does nothing %s, and lint says so', async (_, scope, entry) => {
    expect((await all(ignoring(scope, entry))).sort()).toEqual([
      'contradicting-rules team/commandments.yml',
      `unused-ignore ${scope}/metadata.yml`,
    ]);
  });

  test.each([
    ['no list', 'lint_ignore: x\n', 'wrong-type'],
    ['one id', `lint_ignore:\n  - rules: [${ids[0]}]\n`, 'invalid-value'],
    ['no id', `lint_ignore:\n  - rules: [${ids[0]}, x]\n`, 'invalid-value'],
    ['an unknown code', `lint_ignore:\n  - {rules: [${ids.join(', ')}], code: no-when}\n`, 'invalid-value'],
    ['an unknown key', `lint_ignore:\n  - {rules: [${ids.join(', ')}], cod: x}\n`, 'unknown-key'],
  ])('a mistake in it is a warning, and the scope is served: %s', async (_, text, code) => {
    const folder = await treeOf(rules, { ...family, 'team/metadata.yml': `parent: company\n${text}` });
    const { problems } = await lint(folder);
    expect(problems.filter(({ file }) => file === 'team/metadata.yml')).toMatchObject([
      { code, severity: 'warning' },
    ]);
    const served = await precept(['rules', 'team', '-r', folder]);
    expect(served).toMatchObject({ code: 0, stdout: expect.stringContaining(second as string) });
  });

  test('takes ids that look like numbers as they are spelled', async () => {
    const folder = await treeOf(rules, ignoring('team', 'rules: [0123456789, 12345678e9]'));
    const { problems } = await lint(folder);
    expect(problems.map(({ code }) => code)).toEqual(['contradicting-rules', 'unused-ignore']);
    expect(problems[1]?.message).toContain('0123456789 and 12345678e9');
  });

  test('silences a rule that is inherited already', async () => {
    const text = 'Page lists by 50';
    const twice = ['company', 'team'].map((scope) => ({ at: `${scope}/commandments a`, text }));
    const entry = `rules: [${ids[0]}, ${ids[0]}]`;
    expect((await lint(await treeOf(twice, ignoring('team', entry)))).problems).toEqual([]);
  });
});

test('of many pairs in a scope the 200 that are most alike are told, and how many more there are', async () => {
  const folder = await treeOf([
    ...rulesOf(
      's',
      Array.from({ length: 30 }, (_, index) => `Page lists by ${index + 20} rows of the orders table`),
    ),
    { at: 's/suggestions x', text: 'Page lists by 20 rows of the orders table' },
  ]);
  const found = await pairsIn(folder);
  expect(found).toHaveLength(201);
  expect(found.filter(({ code }) => code === 'must-and-should')).toHaveLength(1);
  const more = found.filter(({ message }) => message.includes(' more pairs of rules in scope "s"'));
  // 30 rules are 435 pairs, and the suggestion repeats one rule and contradicts 29.
  expect(more.map(({ message }) => message)).toEqual([expect.stringMatching(/^there are 265 more pairs/)]);
});
