import type { AuthoredText } from '../../content/authored.ts';
import { kindNames } from '../../guidance/kinds.ts';
import { isGlob } from '../../guidance/stories/results/glob.ts';
import { meantTest } from '../../guidance/stories/results/meant-test.ts';
import type { LintOptions } from '../lint-options.ts';
import type { LintScope } from '../lint-scope.ts';
import type { Report } from '../report.ts';

/** Searches of one run: each costs time, and content may misspell as often as it likes. */
const mostSearches = 100;
const mostCompared = 1000;

/**
 * Reports tests of checks that no imported report has, and that are nearly one which a report has and no check names. One that is like none may
 * be written before its test.
 */
export async function checkTestNames(
  scopes: readonly LintScope[],
  { testResults }: Pick<LintOptions, 'testResults'>,
  report: Report,
): Promise<void> {
  const named = scopes.flatMap(testsOf);
  const results = named.length === 0 ? null : await testResults?.();
  if (!results) return;
  const known = new Set(results.all().map(({ check }) => check));
  const used = new Set(named.map(({ text }) => text));
  const isUsed = (test: string) => used.has(test) || used.has(test.split(' > ').at(-1) ?? test);
  // Those of earlier checks are free where all checks of now are known.
  const earlier = scopes.every(knowsTests) ? known : [];
  const free = [...results.near, ...earlier, ...results.named].filter(
    (test) => !isGlob(test) && !isUsed(test),
  );
  const unknown = named.filter(({ text }) => !known.has(text) && !isGlob(text));
  for (const test of unknown.slice(0, mostSearches)) {
    const meant = meantTest(test.text, free.slice(0, mostCompared));
    if (meant === null) continue;
    const message = `no imported report has a test \`${test.text}\``;
    report.add('unknown-test', test, message, `Did you mean "${meant}"?`);
  }
}

/** What cannot be read may name any test. */
function knowsTests({ unread }: LintScope): boolean {
  return !['tenka', 'commandments', 'suggestions'].some((kind) => unread.has(kind));
}

function testsOf({ outline }: LintScope): AuthoredText[] {
  return kindNames.flatMap((kind) =>
    outline.guidance[kind].flatMap(({ pieces }) => pieces.flatMap(({ tests = [] }) => tests)),
  );
}
