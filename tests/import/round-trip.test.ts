import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { project } from '../init/project.ts';
import { contentOf, type Report } from './imported.ts';

const word = fc.constantFrom(
  'alpha',
  'beta',
  'gamma',
  'delta',
  'Use tabs',
  'Never log',
  '`code` here',
  'Größe',
  '**bold** text',
  '1. x',
  'a: b #c',
);
const rule = fc
  .tuple(word, fc.nat(999), fc.constantFrom('', '\nmore of it', '\n\n```ts\nconst a = 1;\n```', '\n- nested'))
  .map(([start, number, more]) => `${start} ${number}${more}`);
const category = fc.constantFrom('api', 'api.http', 'style', 'style.deep.er', 'Tests_1', 'general');
const glob = fc.constantFrom('src/**/*.ts', '*.sql', 'docs/**', 'a/b.ts');
const entry = fc.record({
  paths: fc.uniqueArray(glob, { maxLength: 2 }),
  must: fc.uniqueArray(rule, { maxLength: 3 }),
  should: fc.uniqueArray(rule, { maxLength: 3 }),
});
const scope = fc
  .dictionary(category, entry, { minKeys: 1, maxKeys: 4 })
  .filter((all) => Object.values(all).some(({ must, should }) => must.length + should.length > 0));

interface Entry {
  readonly paths: readonly string[];
  readonly must: readonly string[];
  readonly should: readonly string[];
}

/** Some clients take a glob without a folder for one of the root, so that it is written for all folders. */
const anywhere = (glob: string) => glob.replace(/^\*\*\/(?=[^/]*$)/, '');

/** What each target has to carry: categories with their rules, strengths and globs. */
function meant(all: Readonly<Record<string, Entry>>): unknown {
  const said = Object.entries(all).map(([name, { paths, must, should }]) => {
    const rest = should.filter((text) => !must.includes(text));
    return [
      name,
      { paths: paths.map(anywhere).sort(), must: [...must].sort(), should: [...rest].sort() },
    ] as const;
  });
  return Object.fromEntries(said.filter(([, { must, should }]) => must.length + should.length > 0));
}

function came(report: Report): unknown {
  const commandments = contentOf(report, 'commandments');
  const suggestions = contentOf(report, 'suggestions');
  const names = new Set([...Object.keys(commandments), ...Object.keys(suggestions)]);
  const sorted = (list: unknown): string[] => [...((list as string[] | undefined) ?? [])].sort();
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      {
        paths: sorted(commandments[name]?.paths ?? suggestions[name]?.paths)
          .map(anywhere)
          .sort(),
        must: sorted(commandments[name]?.ruleset),
        should: sorted(suggestions[name]?.ruleset),
      },
    ]),
  );
}

const file = (all: Readonly<Record<string, Entry>>, key: 'must' | 'should') =>
  stringify(
    Object.fromEntries(
      Object.entries(all).map(([name, one]) => [
        name,
        { paths: one.paths, ruleset: one[key].filter((text) => key === 'must' || !one.must.includes(text)) },
      ]),
    ),
  );

it.each([
  ['agents', ['AGENTS.md']],
  ['claude-rules', ['.claude/rules']],
  ['cursor', ['.cursor/rules']],
  ['copilot', ['.github/instructions']],
])(
  'what %s carries comes back as it was',
  async (target, places) => {
    await fc.assert(
      fc.asyncProperty(scope, async (all) => {
        const shop = await project({
          '.precept/rules/shop/commandments.yml': file(all, 'must'),
          '.precept/rules/shop/suggestions.yml': file(all, 'should'),
        });
        expect(await shop.precept('export', 'shop', '--to', target, '--write')).toMatchObject({ code: 0 });
        const files = Object.keys(await shop.files()).filter((name) =>
          places.some((place) => name.startsWith(place)),
        );
        const { code, stdout, stderr } = await shop.precept(
          'import',
          ...files,
          '--scope',
          's',
          '--format',
          'json',
        );
        expect(code, stderr).toBe(0);
        const report = JSON.parse(stdout) as Report;
        expect(report.unaccounted).toBe(0);
        expect(came(report)).toEqual(meant(all));
        for (const text of Object.values(report.files)) parse(text);
      }),
      { numRuns: 6 },
    );
  },
  120_000,
);
