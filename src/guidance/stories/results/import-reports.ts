import { createHash } from 'node:crypto';
import { Fault } from '../../../model/fault.ts';
import type { Origin } from '../../../model/origin.ts';
import { type CheckResult, checkKey, type Status, type UserStory } from '../story.ts';
import { type ResultOf, storyStatus } from '../story-status.ts';
import { createCheckMatcher, type Verdict } from './check-matcher.ts';
import { readJunit, type TestOutcome } from './junit.ts';
import { automatedChecks, type LocalVision, type LocalVisions, readLocalVisions } from './local-checks.ts';
import { meantTest } from './meant-test.ts';
import { createNearTests } from './near-tests.ts';
import { findReports, openReport } from './report-files.ts';
import type { CheckPlace, ResultStore } from './result-store.ts';
import type { Results } from './results-of.ts';

export interface MatchedCheck extends CheckPlace {
  readonly passed: boolean;
  /** Test cases that it names. */
  readonly cases: number;
}

export interface StatusChange {
  readonly scope: string;
  /** Of an acceptance criterion or a story. */
  readonly ref: string;
  readonly from: Status;
  readonly to: Status;
}

export interface ImportOutcome {
  readonly reports: readonly ({ readonly name: string } & Readonly<Record<TestOutcome, number>>)[];
  readonly matched: readonly MatchedCheck[];
  /** Checks that no test case of these or of earlier reports is named by, each with the names of tests that come nearest. */
  readonly untested: readonly (CheckPlace & { readonly nearest?: readonly string[] })[];
  /** Those of them whose suite is in these reports, so that their test is gone. */
  readonly vanished: readonly CheckPlace[];
  /** Results that were taken out because no check has them any more. */
  readonly pruned: number;
  /** Checks with a result that none of these reports has. */
  readonly earlier: readonly CheckPlace[];
  /** Test cases that no check names: how many, and the first of their names. */
  readonly unnamed: { readonly count: number; readonly names: readonly string[] };
  readonly changes: readonly StatusChange[];
  readonly warnings: readonly string[];
}

export interface ImportOptions {
  readonly rulesPath: string;
  /** The tests that checks of the served rules name, those of masters and sources among them; `isWhole` where these are all. */
  readonly served: { readonly places: readonly CheckPlace[]; readonly isWhole: boolean };
  /** Where results are kept. */
  readonly results: ResultStore;
  /** Paths and globs of the reports, and where they begin. */
  readonly reports: readonly string[];
  readonly cwd: string;
  /** Finds out everything and writes nothing. */
  readonly dryRun: boolean;
  /** Takes out the results of checks that no story and no rule has any more; of none where a scope cannot be read wholly. */
  readonly prune?: boolean;
  /** Hears how far the import is, at each report and at each test case in it. */
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly now: () => Date;
}

export interface ImportProgress {
  /** The report that is read, its number and how many there are. */
  readonly name: string;
  readonly number: number;
  readonly of: number;
  /** Test cases read so far, in all reports. */
  readonly cases: number;
}

interface ReadReport {
  readonly name: string;
  readonly digest: string;
}

/** The checks of what cannot be read are still checks. */
function whyNotPruned({ warnings, hasAllRules }: LocalVisions, { served }: ImportOptions): string[] {
  if (warnings.length > 0)
    return ['--prune took out no results, because the stories of a scope cannot be read; fix them first.'];
  if (!hasAllRules)
    return [
      '--prune took out no results, because the rules of a scope cannot be read: "precept lint" tells why.',
    ];
  if (served.isWhole) return [];
  return ['--prune took out no results, because the default scope is not whole: "precept doctor" tells why.'];
}

/** All checks that name tests, each once. */
function placesOf({ visions, ofRules }: LocalVisions, ofServed: readonly CheckPlace[]): CheckPlace[] {
  const all = [...automatedChecks(visions), ...ofRules, ...ofServed];
  return [...new Map(all.map((place) => [checkKey(place.scope, place.ac, place.check), place])).values()];
}

const maxNames = 10_000;
const maxNameLength = 300;
/** Tests that name a criterion, of which one import keeps the names. */
const maxNamed = 1000;

/**
 * Matches the test cases of JUnit reports with the checks of every local scope and of the served rules, and adds a result for
 * each check that has cases. All reports of one call count as one run of the tests. Faults: those of `readJunit`,
 * before anything is written.
 */
export async function importReports(options: ImportOptions): Promise<ImportOutcome> {
  const files = await findReports(options.reports, options.cwd);
  const local = await readLocalVisions(options.rulesPath);
  const { visions } = local;
  const places = placesOf(local, options.served.places);
  const matcher = createCheckMatcher(places.map(({ check }) => check));
  const names: string[] = [];
  const suites = new Set<string>();
  const named: string[] = [];
  let unnamed = 0;
  let cases = 0;
  const read = new Map<string, ReadReport>();
  const counted: ImportOutcome['reports'][number][] = [];
  for (const [index, report] of files.entries()) {
    const place = { name: report.name, number: index + 1, of: files.length };
    options.onProgress?.({ ...place, cases });
    const count = { passed: 0, failed: 0, skipped: 0 };
    const { bytes, digest } = openReport(report);
    await readJunit(report.name, bytes, (test) => {
      count[test.outcome]++;
      options.onProgress?.({ ...place, cases: ++cases });
      if (test.suite !== '' && suites.size < maxNames) suites.add(test.suite);
      if (matcher.add(test, report.path)) return;
      unnamed++;
      if (named.length < maxNamed && /\bAC\d+\.\d+\b/.test(test.fullName))
        named.push(test.fullName.slice(0, maxNameLength));
      if (names.length < maxNames) names.push(test.fullName.slice(0, maxNameLength));
    });
    read.set(report.path, { name: report.name, digest: digest() });
    counted.push({ name: report.name, ...count });
  }

  const before = await options.results.read().catch(translate('read'));
  const timestamp = options.now().toISOString();
  const fresh: CheckResult[] = [];
  const matched = places.flatMap((place): MatchedCheck[] => {
    const verdict = matcher.verdict(place.check);
    if (verdict === undefined) return [];
    const { passed, cases, state, message, suite } = verdict;
    fresh.push({
      ...{ timestamp, ...place, passed, source: sourceOf(verdict, read), state },
      ...(message !== '' && { message }),
      ...(suite !== '' && { suite }),
    });
    return [{ ...place, passed, cases }];
  });
  const rest = places.filter(({ check }) => matcher.verdict(check) === undefined);
  const hasResult = ({ scope, ac, check }: CheckPlace) => before.latest(scope, ac, check) !== undefined;
  const nearTests = createNearTests(names);
  const untested = rest
    .filter((place) => !hasResult(place))
    .map((place) => ({ ...place, nearest: nearTests(place.check) }));
  const meant = untested.flatMap(({ check, nearest }) => meantTest(check, nearest) ?? []);
  const near = [...new Set(meant)].slice(0, maxNamed);
  const lines = [...fresh, ...importLines(timestamp, suites, { named, near })];
  if (!options.dryRun) await options.results.append(lines).catch(translate('written'));
  const warnings = options.prune ? [...local.warnings, ...whyNotPruned(local, options)] : local.warnings;
  const pruned =
    options.prune && warnings.length === 0
      ? await options.results.prune(places).catch(translate('written'))
      : 0;

  return {
    reports: counted,
    matched,
    untested: untested.map(({ nearest, ...place }) => ({ ...place, ...(nearest.length > 0 && { nearest }) })),
    earlier: rest.filter(hasResult),
    vanished: rest.filter(({ scope, ac, check }) => {
      const { suite } = before.latest(scope, ac, check) ?? {};
      return suite !== undefined && suites.has(suite);
    }),
    pruned,
    unnamed: { count: unnamed, names },
    changes: visions.flatMap((vision) => changesOf(vision, before, fresh, suites)),
    warnings,
  };
}

/** `reports/junit.xml sha256:0123456789abcdef`; of several reports the first's name, and one digest for all. */
function sourceOf({ reports }: Verdict, read: ReadonlyMap<string, ReadReport>): string {
  const all = reports.flatMap((path) => read.get(path) ?? []);
  const digests = all.map(({ digest }) => digest).sort();
  const [first = ''] = digests;
  const digest = digests.length === 1 ? first : createHash('sha256').update(digests.join(' ')).digest('hex');
  const more = all.length === 1 ? '' : ` and ${all.length - 1} more`;
  return `${all[0]?.name}${more} sha256:${digest.slice(0, 16)}`;
}

/** A failed system call in one line: who imports is the one to fix it. */
function translate(verb: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof Fault && error.code === 'store-unavailable') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault('internal', `The validation file cannot be ${verb}: ${reason}. Nothing was imported.`);
  };
}

/** What becomes another status when results are added to those there were. */
function changesOf(
  { scope, stories }: LocalVision,
  before: Results,
  added: readonly CheckResult[],
  covered: ReadonlySet<string>,
): StatusChange[] {
  const now = new Map(
    added.filter((one) => one.scope === scope).map((one) => [`${one.ac}\n${one.check}`, one]),
  );
  const old: ResultOf = (origin: Origin, ac, check) => before.latest(origin.scope, ac, check);
  const updated: ResultOf = (origin, ac, check) =>
    now.get(`${ac}\n${check}`) ?? gone(before.latest(origin.scope, ac, check), covered);
  return stories.flatMap((story) => {
    const [first, second] = [statuses(story, old), statuses(story, updated)];
    return [...second].flatMap(([ref, to]) => {
      const from = first.get(ref);
      return from === undefined || from === to ? [] : [{ scope, ref, from, to }];
    });
  });
}

/** An earlier result after an import of these suites, which did not have it. */
function gone(result: CheckResult | undefined, covered: ReadonlySet<string>): CheckResult | undefined {
  if (result?.suite === undefined || !covered.has(result.suite)) return result;
  return { ...result, passed: false, state: 'stale' };
}

/** Names of suites in one line: a reader passes over lines of more than 1 MiB. */
const suitesPerLine = 1000;

/** What says which suites the import covered. */
function importLines(
  timestamp: string,
  suites: ReadonlySet<string>,
  { named, near }: Readonly<Record<'named' | 'near', readonly string[]>>,
): object[] {
  if (suites.size + named.length + near.length === 0) return [];
  const all = [...suites];
  const id = crypto.randomUUID();
  const count = Math.max(1, Math.ceil(all.length / suitesPerLine));
  return Array.from({ length: count }, (_, index) => ({
    timestamp,
    import: id,
    suites: all.slice(index * suitesPerLine, (index + 1) * suitesPerLine),
    ...(index === 0 && named.length > 0 && { named }),
    ...(index === 0 && near.length > 0 && { near }),
  }));
}

function statuses(story: UserStory, resultOf: ResultOf): Map<string, Status> {
  const { status, acs } = storyStatus(story, resultOf);
  return new Map([[story.id, status], ...acs.map((one): [string, Status] => [one.ac.ref, one.status])]);
}
