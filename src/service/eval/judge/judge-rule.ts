import type { Check } from '../../../guidance/rules/record/check.ts';
import { createFileMatcher } from '../../../model/names/path-globs.ts';
import type { CheckEvidence, PlannedRule } from '../plan.ts';
import { matchLines } from './match-lines.ts';
import type { ChangedFile } from './read-diff.ts';

type Word = { readonly passed: boolean | null; readonly why?: string };

/** Whether a change keeps a rule, by the rule's own checks: one that finds it broken decides, and one that is unclear leaves it open. */
export function judgeRule(
  { id, checks }: Pick<PlannedRule, 'id' | 'checks'>,
  changed: readonly ChangedFile[],
  evidence: Readonly<Record<string, CheckEvidence>>,
): Word {
  if (checks.length === 0) return { passed: null, why: `rule ${id} has no check` };
  const words = checks.map((check) => judgeCheck(check, changed, evidence[keyOfCheck(check)]));
  return (
    words.find(({ passed }) => passed === false) ??
    words.find(({ passed }) => passed === null) ?? { passed: true }
  );
}

/** What evidence of a check is kept under. */
export function keyOfCheck(check: Check): string {
  return JSON.stringify(check);
}

/** The changed files that a check is about. */
export function filesOfCheck(check: Check, changed: readonly ChangedFile[]): readonly ChangedFile[] {
  const paths = 'paths' in check ? (check.paths ?? []) : [];
  return changed.filter(
    ({ path, isDeleted }) => !isDeleted && (paths.length === 0 || paths.some(createFileMatcher([path]))),
  );
}

function judgeCheck(
  check: Check,
  changed: readonly ChangedFile[],
  evidence: CheckEvidence | undefined,
): Word {
  const files = filesOfCheck(check, changed);
  if ('pattern' in check) {
    for (const { path, added } of files) {
      const hits = matchLines(
        check.pattern,
        added.map(({ text }) => text),
      );
      if (hits === null) return { passed: null, why: 'its pattern takes too long' };
      const [first] = hits;
      if (first !== undefined)
        return { passed: false, why: `${path}:${added[first]?.line} matches ${check.pattern}` };
    }
    return { passed: true };
  }
  if ('require' in check) {
    for (const { path, lines } of files) {
      const hits = matchLines(check.require, [lines.join('\n'), ...lines]);
      if (hits === null) return { passed: null, why: 'its pattern takes too long' };
      if (hits.length === 0) return { passed: false, why: `${path} lacks ${check.require}` };
    }
    return { passed: true };
  }
  if ('review' in check) return { passed: null, why: 'a reader judges it' };
  if ('test' in check) return { passed: null, why: 'results of tests are not imported in a copy' };
  if (evidence === undefined) return { passed: null, why: 'its check did not run' };
  if (evidence.broken !== undefined) return { passed: null, why: evidence.broken };
  const addedIn = new Map(files.map(({ path, added }) => [path, new Set(added.map(({ line }) => line))]));
  const found = evidence.violations.find(({ file, line }) => line === 0 || addedIn.get(file)?.has(line));
  return found === undefined
    ? { passed: true }
    : { passed: false, why: `${found.file}:${found.line} ${found.message}`.slice(0, 300) };
}
