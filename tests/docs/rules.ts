import { settingNames } from '../../src/config/settings.ts';
import { parsePlainYaml } from '../../src/content/plain-yaml.ts';
import { contentKinds } from '../../src/guidance/content-files.ts';
import { documents, type Snippet } from './markdown.ts';

/** How a snippet is proved; each rule has its loop in a test of this folder. */
export type Rule =
  | 'shell'
  | 'settings'
  | 'schema comment'
  | 'tests'
  | 'evals'
  | 'ruleset'
  | 'client'
  | 'embedding'
  | 'plugin'
  | 'provider'
  | 'answer'
  | 'output'
  | 'format'
  | 'editor'
  | 'linter'
  | 'statement'
  | 'picture'
  | 'tutorial'
  | (typeof contentKinds)[number];

/** JavaScript by the document it is in. */
const programs: Readonly<Record<string, Rule>> = {
  'docs/embedding.md': 'embedding',
  'docs/plugins.md': 'plugin',
  'docs/try-login.md': 'provider',
};

/** Guides whose blocks of text are what the commands before them print. */
export const outputs: readonly string[] = [
  'docs/checks.md',
  'docs/export.md',
  'docs/katas.md',
  'docs/review.md',
];

/** What the program prints, and what is a picture of its input, by how it starts; `answerSnippet` is compared with it. */
export const answers = {
  rules: { language: 'markdown', starts: '# Rules for shop' },
  folder: { language: '', starts: 'rules/\n' },
  order: { language: '', starts: '        company' },
  incomplete: { language: 'markdown', starts: '> **Incomplete:**' },
  fault: { language: '', starts: 'precept: Scope' },
  request: { language: '', starts: 'precept info: GET' },
  reach: { language: 'text', starts: '# Reach from' },
  metrics: { language: 'text', starts: 'mcp_server_operation_duration' },
  logged: { language: 'json', starts: '{"time"' },
  hook: { language: 'text', starts: '{"hookSpecificOutput"' },
  explained: { language: 'text', starts: '# `style` in scope shop' },
  consent: { language: 'text', starts: '/home/ada/shop/.precept/settings.yml' },
  difference: { language: 'text', starts: 'Compared main with' },
} as const;

/** How this snippet is to be proved; null for one that nobody has thought of. */
export function ruleOf(snippet: Snippet): Rule | null {
  const { language, text, file } = snippet;
  if (language === 'sh') return 'shell';
  // tests/docs/outputs.system.test.ts runs the commands before it.
  if (language === 'text' && outputs.includes(file)) return 'output';
  // tests/store/results.system.test.ts gives them to a database.
  if (language === 'sql') return 'statement';
  // tests/docs/checks.system.test.ts has them decide over the rule that follows.
  if (file === 'docs/linters.md' && !text.startsWith('# commandments.yml')) return 'linter';
  // tests/docs/get-started.system.test.ts follows it.
  if (file === 'docs/get-started.md') return 'tutorial';
  if (file === 'docs/concepts.md') return 'picture';
  // tests/docs/teams.system.test.ts follows it.
  if (file === 'docs/teams.md' && language === 'text') return 'picture';
  // scripts/check-layers.ts holds the code to what it draws.
  if (file === 'docs/architecture.md') return 'picture';
  if (language === 'yaml') return yamlRule(snippet);
  if (file === 'docs/formats.md') return 'format';
  if (file === 'docs/editors.md') return 'editor';
  const known = Object.values(answers).some(
    (one) => one.language === language && text.startsWith(one.starts),
  );
  if (known) return 'answer';
  if (language === 'json' || language === 'toml') return /\bprecept\b/.test(text) ? 'client' : null;
  return language === 'js' ? (programs[file] ?? null) : null;
}

/** All snippets of a rule. */
export function snippetsFor(...rules: readonly Rule[]): Snippet[] {
  return documents.flatMap(({ snippets }) =>
    snippets.filter((snippet) => {
      const rule = ruleOf(snippet);
      return rule !== null && rules.includes(rule);
    }),
  );
}

/** The one snippet that is this answer. */
export function answerSnippet(name: keyof typeof answers): Snippet {
  const { language, starts } = answers[name];
  const found = snippetsFor('answer').filter(
    (one) => one.language === language && one.text.startsWith(starts),
  );
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} snippets are "${name}"`);
  return found[0];
}

/** A file of YAML is the one that its first comment names, or settings, or what the sentence before it names. */
function yamlRule({ text, before }: Snippet): Rule | null {
  const [first = ''] = text.split('\n');
  if (first.startsWith('# yaml-language-server:')) return 'schema comment';
  const data = parsePlainYaml(text);
  if (Array.isArray(data)) return data.every((item) => typeof item === 'string') ? 'ruleset' : null;
  const keys = Object.keys((data ?? {}) as object);
  const named = contentKinds.find((kind) => first.startsWith('#') && first.includes(`${kind}.yml`));
  if (named !== undefined) return named;
  if (keys.length > 0 && keys.every((key) => [...settingNames, 'locked'].includes(key))) return 'settings';
  if (keys.join() === 'tests') return 'tests';
  if (keys.join() === 'evals') return 'evals';
  return contentKinds.find((kind) => before.includes(`${kind}.yml`)) ?? null;
}
