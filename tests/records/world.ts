import { execFileSync } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { library } from '../katas/content.ts';
import { planted } from '../lint/planted.ts';
import { writeFiles } from '../support/folder.ts';
import { mistakes } from '../support/mistakes.ts';
import { files as vision } from '../vision/world.ts';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const ownRules = fileURLToPath(new URL('../../.precept/rules/precept', import.meta.url));
const reports = fileURLToPath(new URL('../fixtures/junit/', import.meta.url));

/** Names that mean something to JavaScript, texts that fail, inheritance of every sort. */
const odd: Readonly<Record<string, string>> = {
  'odd/commandments.yml':
    'constructor: {ruleset: [x]}\n__proto__: {when: Proto, ruleset: [x]}\na:\n  ruleset: [x]\n  rules: {ruleset: [x]}\ntoString.valueOf: {ruleset: [x]}\nlines:\n  when: "When <b>&amp;</b> *stars*"\n  tags: [z, a]\n  ruleset:\n    - "First line\\nsecond line\\n\\n- a list"\n    - "# not a heading"\n    - ""\n',
  'odd/metadata.yml': 'description: "Odd `names` & <tags>"\ntags: {on: yes, n: ~, f: 1.5, b: true}\n',
  'base/metadata.yml': 'description: The base\n',
  'base/commandments.yml':
    'a:\n  when: When {{ mood }}\n  tags: [low]\n  ruleset: [First, Shared]\nz.deep.er:\n  ruleset: [Deep]\n',
  'base/suggestions.yml':
    's:\n  when: When S\n  ruleset: [Below]\nt:\n  ruleset: [Stays, "{{ 1 + }}"]\nu: {ruleset: [Gone]}\n',
  'side/commandments.yml': 'a:\n  ruleset: [Side, Shared]\n',
  'side/suggestions.yml': 's:\n  ruleset: [Of the side]\n',
  'child/metadata.yml':
    'description: The child of two\nparents: [base, side, colon, nowhere]\ntags: {team: kids}\n',
  'child/commandments.yml':
    'a:\n  ruleset: ["Ask {{ owner }}", "{{ scope.tags.team | upper }}", Shared]\na.b:\n  ruleset: [Below A]\n',
  'child/suggestions.yml':
    '"+s":\n  tags: [more]\n  ruleset: [On top, "{{ scope.tags.none }}"]\nu: {ruleset: []}\nv:\n  ruleset: ["{% for i in [1, 2] %}{{ i }}{% endfor %}"]\n',
  'child/katas.yml':
    'a:\n  katas:\n    broken-chart:\n      when: When {{ never }}\n      procedure: |\n        #!fcyaml\n        flowchart:\n          nodes:\n            - {id: a, type: process, description: A, next: "{{ scope.tags.team }}"}\n    fails: "1. {{ nope }}"\n',
};

/** The mistakes that lint knows, each in scopes of its own; those that take megabytes or bytes that are no text aside. */
function plantedTree(): Record<string, string> {
  const tree: Record<string, string> = {};
  const seen = new Map<string, number>();
  for (const { code, files } of planted) {
    const count = (seen.get(code) ?? 0) + 1;
    seen.set(code, count);
    const at = `${code}-${count}`;
    for (const [name, text] of Object.entries(files)) {
      if (typeof text !== 'string' || text.length > 1_000_000) continue;
      const own = name.replace(/^(s|t|p\d+)(?=\/)/, `$1-${at}`);
      tree[`planted/rules/${own}`] = text.replace(/^(parents?: (?:\[ ?)?)(s|t|p\d+)\b/gm, `$1$2-${at}`);
    }
  }
  return tree;
}

/** What a project has beside its rules: something for plugins to find. */
const project: Readonly<Record<string, string>> = {
  'project/package.json': '{"name": "storefront", "private": true}\n',
  'project/CODEOWNERS': '* @acme/checkout\n',
  'project/pyproject.toml': '[project]\nname = "x"\n',
};

/** Addresses that settings name. */
export interface Masters {
  readonly organisation: string;
  readonly region: string;
  readonly older: string;
}

/** Writes all content below `folder`, which is empty: the examples, and what tests of lint, katas and vision use. */
export async function writeWorld(folder: string): Promise<void> {
  await cp(examples, path.join(folder, 'examples'), { recursive: true });
  await mkdir(path.join(folder, 'home'));
  await cp(reports, path.join(folder, 'vision/reports'), { recursive: true });
  await cp(ownRules, path.join(folder, 'dogfood/rules/precept'), { recursive: true });
  const mixed = { ...mistakes, ...library, ...odd };
  await writeFiles(folder, {
    ...Object.fromEntries(Object.entries(mixed).map(([name, text]) => [`mixed/rules/${name}`, text])),
    ...Object.fromEntries(Object.entries(vision).map(([name, text]) => [`vision/${name}`, text])),
    ...plantedTree(),
    ...project,
    'mixed/settings.yml':
      'rules_path: rules\nmax_inheritance_depth: 3\nrules_markdown_prologue: "From {{ nowhere }} for {{ scope.name }}"\nrules_markdown_epilogue: "The end."\nindex_markdown_prologue: Look here first.\nmood: glad\n',
    'flat/settings.yml':
      'rules_path: ../mixed/rules\ndefault_scope: child\nrules_categorized: false\ncommandments_xml_tag: must\nsuggestions_xml_tag: should\nindex_markdown_epilogue: "End of the index."\ndefault_category_description: Always\nmaster_server_url: http://127.0.0.1:2\nremote_max_retries: 0\nshow_unavailable: true\n',
    'broken/settings.yml':
      'rules_path: ../mixed/rules\ncache_ttl_seconds: soon\nhttp_port: 99999\ndefualt_scope: x\n',
    'empty/': '',
  });
  gitProject(path.join(folder, 'project'));
}

/** Writes the settings of the server that has masters. */
export async function writeReader(folder: string, { organisation, region, older }: Masters): Promise<void> {
  const urls = [region, organisation, older].map((url) => `  - ${url}\n`).join('');
  await writeFiles(folder, {
    'reader/settings.yml': `rules_path: ../examples/federation/reader/rules\nREGION: eu-west\nregion: eu-west\nremote_timeout_seconds: 60\nmaster_server_url:\n${urls}`,
  });
}

/** A repository with one commit that has the same hash wherever it is made. */
function gitProject(cwd: string): void {
  const date = '2026-01-02T03:04:05Z';
  const env = {
    ...{ PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' },
    ...{ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  };
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd, env, stdio: 'pipe' });
  git('init', '-q', '-b', 'feature/SHOP-12-coupons');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@acme.example');
  git('remote', 'add', 'origin', 'https://git.acme.example/storefront.git');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin');
}
