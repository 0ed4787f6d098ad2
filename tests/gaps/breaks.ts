import { hasLinks } from '../support/system.ts';

type Files = Readonly<Record<string, string>>;

/** A company, a team and a project, all sound: the project is asked for. */
export const sound: Files = {
  'company/metadata.yml': 'description: All of us\n',
  'company/commandments.yml': 'top: {ruleset: [Company rule]}\n',
  'company/katas.yml': 'k: {katas: {release: 1. Do it.}}\n',
  'company/tenka.yml':
    'tenka: {US1: {who: a, what: b, why: c, acs: {AC1.1: {given: g, when: w, then: t}}}}\n',
  'team/metadata.yml': 'parent: company\n',
  'team/suggestions.yml': 'side: {ruleset: [Team advice]}\n',
  'project/metadata.yml': 'parents: [team]\n',
  'project/commandments.yml': 'own: {ruleset: [Project rule]}\n',
};

/** One way in which the project can lose a rule. */
export interface Break {
  readonly name: string;
  /** In the place of files of the same names. */
  readonly files: Files;
  /** What its first line says, behind "Incomplete:"; null where asking for it is a fault. */
  readonly told: RegExp | null;
  /** What the fault says, or that of a kata which is lost too. */
  readonly fault?: RegExp;
  /** A folder, or a link that leads nowhere, in the place of this file. */
  readonly folder?: string;
  readonly link?: string;
}

const team = (text: string) => ({ 'team/suggestions.yml': text });
const lost = (where: string) =>
  new RegExp(`^the rules of \`\\w+\` are missing: ${where.replaceAll('.', '\\.')}`);
/** Far more aliases than are followed. */
const manyAliases = Array.from({ length: 2000 }, (_, at) => `c${at}: {tags: *a, ruleset: [r]}\n`).join('');
const noKata = /has no kata "release".* This scope is incomplete: the rules of `(?:company|gone|team)`/;

/** Every way in which one broken file, name or text of the tree can take a rule from the project. */
export const breaks: readonly Break[] = [
  {
    name: 'a rule that is no text',
    files: team('side: {ruleset: [1]}\n'),
    told: lost('team/suggestions.yml:1:18 '),
  },
  {
    name: 'a rule with an unquoted colon',
    files: team('side:\n  ruleset:\n    - a: b\n'),
    told: lost('team/suggestions.yml:3:'),
  },
  {
    name: 'YAML that ends too soon',
    files: team('side: {ruleset: [\n'),
    told: lost('team/suggestions.yml:'),
  },
  { name: 'tabs', files: team('side:\n\truleset: [a]\n'), told: lost('team/suggestions.yml:2:') },
  {
    name: 'marks of a merge',
    files: team('<<<<<<< ours\nside: {ruleset: [a]}\n=======\n'),
    told: lost('team/suggestions.yml:'),
  },
  {
    name: 'a key that stands twice',
    files: team('side: {ruleset: [a]}\nside: {ruleset: [b]}\n'),
    told: lost('team/suggestions.yml:2:1 '),
  },
  {
    name: 'a category that is written twice',
    files: team('a.b: {ruleset: [a]}\na: {b: {ruleset: [b]}}\n'),
    told: lost('team/suggestions.yml:'),
  },
  { name: 'a list that is null', files: team('side: {ruleset: }\n'), told: lost('team/suggestions.yml:1:') },
  { name: 'a file that is no mapping', files: team('- a\n'), told: lost('team/suggestions.yml:1:1 ') },
  {
    name: 'a file that is too large',
    files: team(`side: {ruleset: [a]}\n${'#'.repeat(4 * 1024 * 1024)}\n`),
    told: lost('team/suggestions.yml:'),
  },
  {
    name: 'aliases without end',
    files: team(`x: {tags: &a [${'x, '.repeat(99)}x], ruleset: []}\n${manyAliases}`),
    told: lost('team/suggestions.yml:'),
  },
  {
    name: 'an anchor that is not there',
    files: team('side: {ruleset: *nowhere}\n'),
    told: lost('team/suggestions.yml:1:'),
  },
  {
    name: 'another kind of guidance broken',
    files: { 'team/katas.yml': 'k: {katas: 5}\n' },
    told: lost('team/katas.yml:1:12 '),
  },
  {
    name: 'a flowchart broken',
    files: { 'team/katas.yml': 'k: {katas: {c: "#!fcyaml\\nflowchart: {nodes: []}"}}\n' },
    told: lost('team/katas.yml:1:'),
  },
  {
    name: 'vision broken',
    files: { 'team/tenka.yml': 'tenka: {US1: 5}\n' },
    told: lost('team/tenka.yml:1:'),
  },
  {
    name: 'metadata that cannot be read',
    files: { 'team/metadata.yml': 'parent: [\n' },
    told: /^the rules of `team` and what it inherits are missing: team\/metadata\.yml:/,
    fault: noKata,
  },
  {
    name: 'both parent and parents',
    files: { 'team/metadata.yml': 'parent: company\nparents: [company]\n' },
    told: /^the rules of `team`.* missing: team\/metadata\.yml:2:1 /,
    fault: noKata,
  },
  {
    name: 'a folder in the place of a file',
    files: {},
    folder: 'team/suggestions.yml',
    told: lost('team/suggestions.yml:1:1 '),
  },
  ...(hasLinks
    ? [
        {
          name: 'a link that leads nowhere',
          files: {},
          link: 'team/suggestions.yml',
          told: lost('team/suggestions.yml:1:1 '),
        },
      ]
    : []),
  {
    name: 'a broken grandparent',
    files: { 'company/commandments.yml': 'top: {ruleset: yes}\n' },
    told: lost('company/commandments.yml:1:16 '),
    fault: noKata,
  },
  {
    name: 'a parent that is not there',
    files: { 'project/metadata.yml': 'parents: [team, gone]\n' },
    told: /^the rules of `gone` are missing: no scope of that name is here or on a master \(named at project\/metadata\.yml:1:\d+\)\.$/,
  },
  {
    name: 'a parent in other capitals',
    files: { 'project/metadata.yml': 'parents: [team, Company]\n' },
    told: /^the rules of `Company` are missing: no scope of that name /,
  },
  {
    name: 'a grandparent that is not there',
    files: { 'team/metadata.yml': 'parent: gone\n' },
    told: /^the rules of `gone` are missing: .*\(named at team\/metadata\.yml:1:9\)/,
    fault: noKata,
  },
  {
    name: 'a rule whose template fails',
    files: { 'project/commandments.yml': 'own: {ruleset: ["{{ nobody }}"]}\n' },
    told: /^1 text could not be rendered: see Template Failures below\.$/,
  },
  {
    name: 'a template that is never closed',
    files: { 'project/commandments.yml': 'own: {ruleset: ["{{ nobody"]}\n' },
    told: /^1 text could not be rendered/,
  },
  {
    name: 'a filter that does not exist',
    files: { 'project/commandments.yml': 'own: {ruleset: ["{{ scope.name | nofilter }}"]}\n' },
    told: /^1 text could not be rendered/,
  },
  {
    name: 'a mistake of its own',
    files: { 'project/commandments.yml': 'own: {ruleset: [5]}\n' },
    told: null,
    fault: /project\/commandments\.yml:1:17/,
  },
  {
    name: 'metadata of its own that cannot be read',
    files: { 'project/metadata.yml': '- a\n' },
    told: null,
    fault: /project\/metadata\.yml:1:1/,
  },
  {
    name: 'parents in a circle',
    files: { 'company/metadata.yml': 'parent: team\n' },
    told: null,
    fault: /go round in a circle: .*team/,
  },
  {
    name: 'too many generations',
    files: {
      'company/metadata.yml': 'parent: g0\n',
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [`g${at}/metadata.yml`, `parent: g${at + 1}\n`]),
      ),
      'g12/': '',
    },
    told: null,
    fault: /more than 10 generations of parents/,
  },
];
