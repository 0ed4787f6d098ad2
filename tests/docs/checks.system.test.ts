import { expect, test } from 'vitest';
import { statesOfRules } from '../checks/checkout.ts';
import { documents, placeOf } from './markdown.ts';
import { ruleOf } from './rules.ts';

/** A file that each linter is for. */
const sources: Readonly<Record<string, string>> = {
  eslint: 'src/a.js',
  biome: 'src/a.ts',
  oxlint: 'src/a.ts',
  stylelint: 'src/a.css',
  ruff: 'src/a.py',
  semgrep: 'src/a.py',
  'ast-grep': 'src/a.ts',
  'golangci-lint': 'a.go',
  clippy: 'src/lib.rs',
  vale: 'docs/a.md',
};
/** What is installed here says itself what is on. */
const installed = ['eslint', 'biome', 'oxlint', 'stylelint'];

const { snippets = [] } = documents.find(({ file }) => file === 'docs/linters.md') ?? {};
const pairs = snippets.flatMap((snippet, index) =>
  ruleOf(snippet) === 'linter' ? [[snippet, snippets[index + 1]] as const] : [],
);

test('there is a worked example for each linter', () => {
  const named = pairs.map(([, rule]) =>
    Object.keys(sources).find((tool) => rule?.text.includes(`check: {${tool}:`)),
  );
  expect(named.sort()).toEqual(Object.keys(sources).sort());
});

test.each(pairs.map(([config, rule]) => [placeOf(config), config, rule] as const))(
  '%s: the configuration enforces the rule that follows',
  async (_place, config, rule) => {
    const [tool = ''] = Object.keys(sources).filter((name) => rule?.text.includes(`check: {${name}:`));
    const names = [...config.before.matchAll(/`([^` ]*[./][^` ]*)`/g)].map(([, name = '']) => name);
    const name =
      tool === 'ast-grep' ? names.at(-1) : names.find((one) => /\.(?:jsx?|json|toml|ya?ml|ini)$/.test(one));
    const files = {
      [name ?? '']: config.text,
      [sources[tool] ?? '']: '\n',
      ...(tool === 'ast-grep' && { 'sgconfig.yml': 'ruleDirs: [rules]\n' }),
    };
    const options = { real: installed.includes(tool) };
    expect(await statesOfRules(rule?.text ?? '', files, options)).toEqual(['enforced']);
  },
);
