import { describe, expect, test } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { lint } from './lint.ts';

/** What is found in a rule of scope `base`, which `critical` and `plain` inherit. */
async function foundIn(rule: string): Promise<string[]> {
  const folder = await tempFolder({
    'base/commandments.yml': `a:\n  when: Now\n  ruleset:\n    - >-\n      ${rule}\n`,
    'critical/metadata.yml': 'parent: base\ntags: {tier: critical, pager: "#1"}\n',
    'plain/metadata.yml': 'parent: base\ntags: {tier: standard}\n',
  });
  const { problems } = await lint(folder);
  return problems.map(({ code, file, line, column, message }) => {
    expect(`${file}:${line}`).toBe('base/commandments.yml:5');
    return `${code} ${column - 6} ${message}`;
  });
}

describe('variables', () => {
  test.each([
    ['a default', "{{ nobody | default('x') }}"],
    ['is defined', '{% if nobody is defined %}{{ nobody }}{% endif %}'],
    ['is defined, of a part', '{% if team is defined %}{{ team.name }}{% endif %}'],
    ['a conditional expression', "{{ nobody if nobody is defined else 'x' }}"],
    [
      'a branch for other scopes',
      "{% if scope.tags.tier | d('') == 'critical' %}{{ scope.tags.pager }}{% endif %}",
    ],
    ['a loop variable', '{% for tag in scope.tags %}{{ loop.index }} {{ tag }}{% endfor %}'],
    ['a setting, in capitals too', '{{ http_port }} {{ HTTP_PORT }} {{ service_version }}'],
    ['the category', '{{ category.key }} {{ category.when }}'],
  ])('%s is respected', async (_, rule) => {
    expect(await foundIn(rule)).toEqual([]);
  });

  test('a missing one is reported once, with a scope that lacks it', async () => {
    expect(await foundIn('Ask {{ scope.tags.tier }}')).toEqual([
      'undefined-variable 8 "scope.tags.tier" is not defined in scope "base"',
    ]);
    const [found, ...others] = await foundIn(
      '{% if scope.tags.tier is defined %}{{ scope.tags.pager }}{% endif %}',
    );
    expect(found).toBe('undefined-variable 39 "scope.tags.pager" is not defined in scope "plain"');
    expect(others).toEqual([]);
  });

  test('every one of a text is reported', async () => {
    expect(
      (await foundIn('{{ one }} {{ two }} {% if 1 %}{{ three }} {{ four }}{% endif %}')).map(
        (one) => one.split(' ')[2],
      ),
    ).toEqual(['"one"', '"two"', '"three"', '"four"']);
  });

  test('one in a branch that no scope takes is reported if no scope has it', async () => {
    const [found, ...others] = await foundIn("{% if scope.name == 'x' %}{{ nobody }}{% endif %}");
    expect(found).toMatch(/^undefined-variable 30 "nobody" is not defined in any scope/);
    expect(others).toEqual([]);
  });
});

describe('braces of other tools', () => {
  const hintsFor = async (text: string) => {
    const folder = await tempFolder({
      's/commandments.yml': `a:\n  when: Now\n  ruleset:\n    - >-\n      ${text}\n`,
    });
    return (await lint(folder)).problems.map(({ hint }) => hint);
  };

  test.each([
    ['GitHub Actions', 'Write \u0024{{ github.ref }}'],
    ['GitHub Actions, any name', 'Write \u0024{{ nobody }}'],
    ['GitHub Actions, an expression', "Write \u0024{{ hashFiles('**/package-lock.json') }}"],
    ['Helm', 'Write {{ .Values.image.tag }}'],
    ['Helm, a filter', 'Write {{ name | nindent 4 }}'],
    ['Helm, a filter alone', 'Write {{ scope.name | toYaml }}'],
    ['Ansible', 'Write {{ ansible_facts.os }} and {{ item }}'],
    ['Jinja', 'Write {% block content %}'],
    ['a stray mark', 'Write {{ at the start'],
  ])('of %s: the cure names raw', async (_, text) => {
    const hints = await hintsFor(text);
    expect(hints).not.toEqual([]);
    for (const hint of hints) expect(hint).toContain('{% raw %}');
    expect(await hintsFor(`{% raw %}${text}{% endraw %}`)).toEqual([]);
  });

  test('a name that is merely missing is to be defined', async () => {
    expect(await hintsFor('Ask {{ nobody }}')).toEqual(["Define it or write {{ nobody | default('…') }}"]);
  });
});

test('a tag that a scope lacks may stand in a condition', async () => {
  expect(
    await foundIn("{% if scope.tags.tier == 'critical' %}Page {{ scope.tags.pager }}{% endif %}"),
  ).toEqual([]);
});

test('a tag that no scope has is told of where one is like it, and nowhere else', async () => {
  for (const known of ['tier', 'origin.tags.pagers', 'escalation', "other | default('x')"]) {
    const path = known.includes('.tags.') ? known : `scope.tags.${known}`;
    const found = await foundIn(`{% if ${path} == 'critical' %}Page{% else %}Mail{% endif %}`);
    expect(found).toEqual(known.includes('pagers') ? ['unknown-tag 7 no scope has the tag `pagers`'] : []);
  }
  expect(await foundIn("{{ scope.tags.teir | default('standard') }}")).toEqual([
    'unknown-tag 4 no scope has the tag `teir`',
  ]);
});

test.each([
  ["scope.tags.tier == 'critcal'", ['critcal']],
  ["'critcal' == scope.tags.tier", ['critcal']],
  ["origin.tags.tier | default('') != 'Standard'", ['Standard']],
  ["scope.tags.tier in ['critical', 'critcal', 'standart']", ['critcal', 'standart']],
  ["scope.tags.tier == 'critical' or scope.tags.tier == 'internal'", []],
  [
    "scope.tags.tier | d('') | upper == 'CRITICAL' or scope.tags.pager == '#2' or scope.name == 'critcal'",
    [],
  ],
])('a value that no scope has for a tag is told of where one is like it: %s', async (condition, values) => {
  const found = await foundIn(`{% if ${condition} %}Page{% else %}Mail{% endif %}`);
  const column = '{% if '.length + condition.search(/(?:scope|origin)\.tags\.tier/) + 1;
  expect(found).toEqual(
    values.map((value) => `unknown-tag ${column} no scope has the value \`${value}\` for the tag \`tier\``),
  );
});

test('a name that a waiver, an evaluation or a test misspells is told with the one that is meant', async () => {
  const folder = await tempFolder({
    's/commandments.yml': 'a:\n  when: Now\n  ruleset:\n    - {rule: One, id: cursor-paging}\n',
    's/waivers.yml': 'waivers: [{rule: cursor-pagin, reason: x, until: 9999-01-31}]\n',
    's/evals.yml': 'evals:\n  one:\n    task: Do it\n    expect: [{rule: cursr-paging}]\n',
    's/katas.yml': 'do:\n  when: Now\n  katas: {ship: 1. Go}\n',
    's/tests.yml':
      'tests:\n  one: {task: Do it, finds: [do, c], not: {a: [x], b: [x], dos: [x], c: [x]}}\n  two: {not: {below: [x]}, inherited: true}\n',
  });
  const hints = (await lint(folder)).problems.map(({ code, hint }) => `${code} ${hint}`);
  expect(hints).toEqual([
    'eval-without-rule Did you mean "cursor-paging"?',
    'unknown-in-test Name a category that the scope has or inherits, or remove it',
    'unknown-in-test Did you mean `do`?',
    'waiver-without-rule Did you mean "cursor-paging"?',
  ]);
});

test('a text that is overridden is judged only where it is used', async () => {
  const folder = await tempFolder({
    'base/metadata.yml': 'tags: {team: a}\n',
    'base/suggestions.yml': 'a:\n  when: Now\n  ruleset: ["Ask {{ scope.tags.team }}"]\n',
    'child/metadata.yml': 'parent: base\n',
    'child/suggestions.yml': 'a:\n  when: Now\n  ruleset: [Ask me]\n',
  });
  expect((await lint(folder)).problems).toMatchObject([{ code: 'replaces-inherited' }]);
});

test('whens, katas and stories are judged too', async () => {
  const folder = await tempFolder({
    's/commandments.yml': 'a:\n  when: "{{ one }}"\n  ruleset: [x]\n',
    's/katas.yml':
      'a:\n  when: "{{ two }}"\n  katas:\n    do-it: {when: "{{ three }}", procedure: "1. {{ four }}"}\n',
    's/tenka.yml':
      'tenka:\n  US1: {who: "{{ five }}", what: b, why: c, acs: {AC1.1: {given: "{{ six }}", when: b, then: c}}}\n',
  });
  const found = (await lint(folder)).problems.map(({ message }) => message.split('"')[1]);
  expect(found).toEqual(['one', 'two', 'three', 'four', 'five', 'six']);
});

test('a flowchart with templates is judged as it is rendered', async () => {
  const folder = await tempFolder({
    's/katas.yml': `a:
  when: Now
  katas:
    ship: |
      #!fcyaml
      flowchart:
        nodes:
          - {id: a, type: process, description: "{{ scope.name }}", next: x}
`,
  });
  expect((await lint(folder)).problems).toMatchObject([
    { code: 'unknown-target', line: 8, hint: expect.stringContaining('scope "s"') },
  ]);
});
