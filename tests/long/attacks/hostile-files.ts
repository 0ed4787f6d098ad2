import { type Attack, html, markdown, numbered, rest, rulesFile, words } from './attack.ts';

const manyRules = { 's/commandments.yml': rulesFile(numbered(30_000, words)) };

/** Scopes of thousands of pieces. */
const many: readonly Attack[] = [
  {
    name: '30,000 rules',
    files: manyRules,
    steps: [
      { path: `${rest}/rules` },
      { path: `${rest}/rules`, accept: markdown },
      { path: `${rest}/index` },
    ],
  },
  { name: 'the page of 30,000 rules', files: manyRules, steps: [{ path: '/scopes/s', accept: html }] },
  {
    name: 'a rule that is not among 30,000',
    files: manyRules,
    steps: [{ path: '/scopes/s/rules/0123456789', accept: html, status: 404 }],
  },
  {
    name: 'a word of 30,000 rules, explained',
    files: manyRules,
    steps: [{ path: `${rest}/explain?of=besides` }],
  },
  {
    name: 'a text that is not among 30,000',
    files: manyRules,
    steps: [{ path: `${rest}/explain?of=this+is+not+said+by+any+rule+of+these` }],
  },
  {
    name: 'a search in 30,000 rules',
    files: manyRules,
    steps: [{ path: `${rest}/find?task=say+this+rule` }],
  },
  {
    name: '12,000 suggestions replace 12,000',
    files: {
      'p/suggestions.yml': rulesFile(numbered(12_000, () => 'The same words')),
      's/metadata.yml': 'parent: p',
      's/suggestions.yml': rulesFile(numbered(12_000, () => 'The same words')),
    },
    steps: [{ path: '/scopes/s', accept: html }, { path: `${rest}/explain?of=a` }],
  },
  {
    name: 'a comparison of 4,000 rules with 4,000 others',
    files: {
      's/commandments.yml': rulesFile(numbered(4_000, words)),
      't/commandments.yml': rulesFile(numbered(4_000, (at) => `${words(at)} now`)),
    },
    steps: [{ path: '/compare?from=s&to=t', accept: html }],
  },
  {
    name: 'a comparison of 15,000 rules with 15,000 others',
    files: {
      's/commandments.yml': rulesFile(numbered(15_000, words)),
      't/commandments.yml': rulesFile(numbered(15_000, (at) => `${words(at)} now`)),
    },
    steps: [{ path: '/compare?from=s&to=t', accept: html }],
  },
  {
    name: '20,000 katas',
    files: katasFile(20_000),
    steps: [
      { path: `${rest}/katas` },
      { path: `${rest}/katas`, accept: markdown },
      { path: `${rest}/katas/index` },
      { path: `${rest}/find?task=do+it` },
    ],
  },
  {
    name: 'the page of 20,000 katas',
    files: katasFile(20_000),
    steps: [{ path: '/scopes/s/katas', accept: html }],
  },
  {
    name: '10,000 katas replace 10,000',
    files: { ...katasFile(10_000), ...katasFile(10_000, 'p'), 's/metadata.yml': 'parent: p' },
    steps: [{ path: '/scopes/s/katas', accept: html }],
  },
  {
    name: '7,000 stories',
    files: { 's/tenka.yml': `tenka:\n${numbered(7_000, story).join('')}` },
    steps: [
      { path: `${rest}/tenka/stories` },
      { path: `${rest}/tenka/stories`, accept: markdown },
      { path: `${rest}/tenka/acs` },
      { path: `${rest}/tenka/validation` },
      { path: '/scopes/s/tenka', accept: html },
    ],
  },
  {
    name: '50,000 tags',
    files: {
      's/metadata.yml': JSON.stringify({
        description: 'd',
        tags: Object.fromEntries(numbered(50_000, (at) => [`tag-${at}`, 'x'])),
      }),
      's/commandments.yml': rulesFile(['{{ scope.tags | length }}']),
    },
    steps: [
      { path: rest },
      { path: `${rest}/rules` },
      { path: '/scopes/s', accept: html },
      { path: '/', accept: html },
    ],
  },
  {
    name: '10,000 globs',
    files: {
      's/commandments.yml': JSON.stringify(
        Object.fromEntries(
          numbered(10_000, (at) => [
            `c${at}`,
            { paths: [`src/**/{a,b,c}${at}/**/*.{ts,js}`], ruleset: ['x'] },
          ]),
        ),
      ),
    },
    steps: [
      { path: `${rest}/find?files=${numbered(40, (at) => `src/${'a/'.repeat(20)}b${at}/c.ts`).join()}` },
      { path: `${rest}/index` },
      { path: `${rest}/index`, accept: markdown },
    ],
  },
];

function katasFile(count: number, scope = 's'): Record<string, string> {
  const katas = Object.fromEntries(
    numbered(count, (at) => [`kata-${at}`, { when: `When ${at}`, procedure: `Do ${at}` }]),
  );
  return { [`${scope}/katas.yml`]: JSON.stringify({ a: { katas } }) };
}

function story(at: number): string {
  return `  US${at}: {who: user ${at}, what: act, why: reason, acs: {AC${at}.1: {given: this, when: it holds ${at}, then: that}}}\n`;
}

const long = `('a' | replace('a', ${"'aaaaaaaaaa' | replace('a', ".repeat(4)}'aaaaaaaaaa'${')'.repeat(5)})`;
const five = numbered(5, () => '{% for a in [1, 2, 3, 4, 5, 6, 7, 8] %}').join('');

const templates: readonly Attack[] = [
  {
    name: 'templates that search in long texts',
    files: {
      's/commandments.yml': rulesFile(numbered(200, (at) => `${at} {{ 'ab${'a'.repeat(990)}' in ${long} }}`)),
    },
    steps: [{ path: `${rest}/rules` }],
  },
  {
    name: '20,000 templates that fail',
    files: { 's/commandments.yml': rulesFile(numbered(20_000, (at) => `{{ nobody${at} }}`)) },
    steps: [{ path: `${rest}/rules` }, { path: `${rest}/rules`, accept: markdown }],
  },
  {
    name: 'templates that loop',
    files: {
      's/commandments.yml': rulesFile(numbered(1_000, (at) => `${at} ${five}x${'{% endfor %}'.repeat(5)}`)),
    },
    steps: [{ path: `${rest}/rules` }],
  },
  {
    name: 'a `when` of 100 kB that 6,000 categories inherit',
    files: {
      's/commandments.yml': JSON.stringify({
        a: {
          when: 'x'.repeat(100_000),
          ruleset: ['y'],
          ...Object.fromEntries(numbered(6_000, (at) => [`b${at}`, { ruleset: ['z'] }])),
        },
      }),
    },
    steps: [{ path: `${rest}/rules`, status: 500 }],
  },
];

/** What stands before the signs, and the status of a scope with such a file. */
const before: Readonly<Record<string, string>> = { '\\q': '"', ',': '[', '- ': '\n  ' };
const size = 4 * 1024 * 1024 - 100;

const signs: readonly Attack[] = ['[', '"', '\\q', '- ', '*a ', ',', '@\n'].map((sign) => ({
  name: `4 MiB of ${JSON.stringify(sign)}`,
  files: {
    's/commandments.yml': `a: ${before[sign] ?? ''}${sign.repeat(Math.floor(size / sign.length))}`,
  },
  steps: [{ path: `${rest}/rules`, status: 500 }],
}));

export const hostileFiles: readonly Attack[] = [...many, ...templates, ...signs];
