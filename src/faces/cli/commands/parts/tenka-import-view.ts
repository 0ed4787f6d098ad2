import type { ImportOutcome, MatchedCheck } from '../../../../guidance/stories/results/import-reports.ts';
import type { CheckPlace } from '../../../../guidance/stories/results/result-store.ts';
import { oneLine } from '../../../../render/foreign-text.ts';
import { bullet, codeSpan, paragraphs } from '../../../../render/markdown.ts';

export interface ImportViewOptions {
  readonly dryRun: boolean;
  /** Names everything; otherwise what has nothing new is only counted. */
  readonly verbose: boolean;
}

/** The outcome of an import as plain data. The names of test cases that no check names come with `verbose` only. */
export function importData(outcome: ImportOutcome, { dryRun, verbose }: ImportViewOptions): object {
  const { reports, matched, untested, earlier, vanished, pruned, unnamed, changes, warnings } = outcome;
  return {
    dry_run: dryRun,
    reports,
    checks: matched.map((check) => ({ ...check, recorded: !dryRun })),
    checks_without_test: untested,
    checks_with_earlier_results: earlier,
    checks_that_vanished: vanished,
    pruned,
    unmatched_test_cases: verbose ? unnamed : { count: unnamed.count },
    changes,
    warnings,
  };
}

/** The outcome of an import for people: what changed first, then what matched, then what did not. */
export function importMarkdown(outcome: ImportOutcome, { dryRun, verbose }: ImportViewOptions): string {
  const { reports, matched, untested, earlier, vanished, pruned, unnamed, changes } = outcome;
  const failed = matched.filter(({ passed }) => !passed);
  const recorded = `${matched.length} ${dryRun ? 'would be recorded' : 'recorded'}`;
  const shown = verbose ? matched : failed;
  return paragraphs([
    dryRun ? '# Import of test results (dry run, nothing is written)' : '# Import of test results',
    reports
      .map(({ name, passed, failed, skipped }) =>
        bullet(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`),
      )
      .join('\n'),
    ...section('Status changes', changes, ({ scope, ref, from, to }) =>
      bullet(`${scope} ${codeSpan(ref)}: ${from} -> ${to}`),
    ),
    `${plural(matched.length, 'check')} matched (${matched.length - failed.length} passed, ${failed.length} did not), ${recorded}.`,
    ...section(verbose ? 'Matched checks' : 'Checks that did not pass', shown, matchLine),
    ...section('Checks without any test', untested, untestedLine),
    ...section('Checks whose test is gone from its suite (stale from now on)', vanished, placeLine),
    earlier.length === 0
      ? ''
      : `${plural(earlier.length, 'check')} not in ${reports.length === 1 ? 'this report' : 'these reports'}, kept as imported before.`,
    ...(verbose ? section('Checks kept as imported before', earlier, placeLine) : []),
    pruned === 0 ? '' : `${plural(pruned, 'result')} of checks that no story and no rule has were taken out.`,
    unnamed.count === 0
      ? ''
      : `${plural(unnamed.count, 'test case')} that no check names${verbose ? ':' : ' (--verbose lists them).'}`,
    verbose ? unnamed.names.map((name) => bullet(oneLine(name))).join('\n') : '',
    verbose && unnamed.names.length < unnamed.count
      ? `… and ${unnamed.count - unnamed.names.length} more.`
      : '',
  ]);
}

function section<Item>(title: string, items: readonly Item[], line: (item: Item) => string): string[] {
  return items.length === 0 ? [] : [`## ${title}`, items.map(line).join('\n')];
}

function matchLine({ passed, cases, ...place }: MatchedCheck): string {
  return bullet(`[${passed ? 'x' : ' '}] ${placeText(place)} (${plural(cases, 'test case')})`);
}

function untestedLine({ nearest = [], ...place }: ImportOutcome['untested'][number]): string {
  const names = nearest.map((name) => codeSpan(oneLine(name))).join(', ');
  return bullet(`${placeText(place)}${names === '' ? '' : `; nearest tests: ${names}`}`);
}

function placeLine(place: CheckPlace): string {
  return bullet(placeText(place));
}

function placeText({ scope, ac, check }: CheckPlace): string {
  return `${scope} ${codeSpan(ac)} test: ${oneLine(check)}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
