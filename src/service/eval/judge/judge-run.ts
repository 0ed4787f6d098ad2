import { createFileMatcher } from '../../../model/names/path-globs.ts';
import type { Plan, PlannedEval, PlannedExpectation, RunRecord } from '../plan.ts';
import { answerIn } from './agent-answer.ts';
import { whatWasAsked } from './asked-rules.ts';
import { judgeRule } from './judge-rule.ts';
import { matchLines } from './match-lines.ts';
import { type ChangedFile, readDiff } from './read-diff.ts';

/** How one expectation came out; null where nobody can tell. */
export interface ExpectationVerdict {
  readonly expectation: string;
  readonly passed: boolean | null;
  readonly why?: string;
}

/** What is known of a run, from what was kept of it alone. */
export interface RunVerdict {
  readonly eval: string;
  readonly arm: string;
  readonly repeat: number;
  /** Whether all expectations hold; null where a reader has to say so. */
  readonly passed: boolean | null;
  readonly expectations: readonly ExpectationVerdict[];
  /** Rules that evaluations name, by id: those that the run was told of, got in full, and kept. */
  readonly offered: readonly string[];
  readonly read: readonly string[];
  readonly followed: readonly string[];
}

/** A reader's word for a text that no program can judge. */
export interface Graded {
  readonly text: string;
  readonly passed: boolean;
  readonly evidence?: string | undefined;
}

/** Judges a run from what was kept of it: the same record gives the same verdict, always. */
export function judgeRun(
  plan: Plan,
  of: PlannedEval,
  record: RunRecord,
  graded: readonly Graded[],
): RunVerdict {
  const { result } = record;
  const changed = readDiff(record.diff);
  const context: Judging = { plan, of, record, changed, graded, answer: answerIn(record.transcript) };
  const flags = of.flags.map((id) => judgeFlag(id, context));
  const expectations = [...of.expect.map((one) => judgeExpectation(one, context)), ...flags];
  const asked = whatWasAsked(plan.rules, record.asked);
  const named = new Map<string, boolean | null>();
  const ruled = of.expect.flatMap((one) => ('rule' in one && one.rule !== undefined ? [one.rule] : []));
  for (const id of ruled) named.set(id, judgeRuleOf(id, context).passed);
  for (const [index, id] of of.flags.entries()) named.set(id, flags[index]?.passed ?? null);
  return {
    eval: result.eval,
    arm: result.arm,
    repeat: result.repeat,
    passed: together(expectations.map(({ passed }) => passed)),
    expectations,
    offered: asked.offered,
    read: asked.read,
    followed: [...named].flatMap(([id, passed]) => (passed === true ? [id] : [])),
  };
}

/** Whether all hold; nobody can tell of a run that nothing is expected of. */
function together(all: readonly (boolean | null)[]): boolean | null {
  if (all.includes(false)) return false;
  return all.length === 0 || all.includes(null) ? null : true;
}

interface Judging {
  readonly plan: Plan;
  readonly of: PlannedEval;
  readonly record: RunRecord;
  readonly changed: readonly ChangedFile[];
  readonly answer: string;
  readonly graded: readonly Graded[];
}

/** What an expectation is called in reports. */
export function nameOfExpectation(one: PlannedExpectation): string {
  if ('text' in one) return one.text;
  if (one.pattern !== undefined) return `pattern ${one.pattern}`;
  if (one.absent !== undefined) return `absent ${one.absent}`;
  if (one.command !== undefined) return `command ${one.command}`;
  return `rule ${one.rule}`;
}

function judgeExpectation(one: PlannedExpectation, context: Judging): ExpectationVerdict {
  const expectation = nameOfExpectation(one);
  if ('text' in one) {
    const word = context.graded.find(({ text }) => text === one.text);
    if (word === undefined) return { expectation, passed: null, why: 'a reader has to say so' };
    return { expectation, passed: word.passed, ...(word.evidence !== undefined && { why: word.evidence }) };
  }
  if (one.command !== undefined) return { expectation, ...judgeCommand(one.command, context) };
  if (one.rule !== undefined) return { expectation, ...judgeRuleOf(one.rule, context) };
  const pattern = one.pattern ?? one.absent ?? '';
  const places = linesOf(one, context);
  const hits = matchLines(
    pattern,
    places.map(({ text }) => text),
  );
  if (hits === null) return { expectation, passed: null, why: 'the pattern takes too long' };
  const isWanted = one.pattern !== undefined;
  const first = places[hits[0] ?? -1];
  const passed = hits.length > 0 === isWanted;
  const why = first === undefined ? 'no line matches' : `${first.at} matches`;
  return { expectation, passed, ...(!passed && { why }) };
}

interface Line {
  readonly at: string;
  readonly text: string;
}

function linesOf(
  { in: where = 'added', paths }: Exclude<PlannedExpectation, { text: string }>,
  context: Judging,
): Line[] {
  if (where === 'output')
    return context.answer.split('\n').map((text, index) => ({ at: `line ${index + 1} of its answer`, text }));
  return context.changed
    .filter(({ path }) => paths === undefined || paths.some(createFileMatcher([path])))
    .flatMap(({ path, added }) => added.map(({ line, text }) => ({ at: `${path}:${line}`, text })));
}

function judgeCommand(command: string, { record }: Judging): Pick<ExpectationVerdict, 'passed' | 'why'> {
  const found = record.result.commands[command];
  if (found === undefined) return { passed: null, why: 'it did not run' };
  if (found.code === 0) return { passed: true };
  return {
    passed: false,
    why:
      found.code === null ? 'it did not end in time, or could not be started' : `it ended with ${found.code}`,
  };
}

function judgeRuleOf(
  id: string,
  { plan, record, changed }: Judging,
): Pick<ExpectationVerdict, 'passed' | 'why'> {
  const rule = plan.rules.find((one) => one.id === id);
  if (rule === undefined) return { passed: null, why: `no rule has the id ${id}` };
  return judgeRule(rule, changed, record.result.checks);
}

/** Whether a reviewer saw that a patch breaks a rule: it names the rule's id, or a line where the rule's own check finds it broken. */
function judgeFlag(id: string, { plan, of, answer }: Judging): ExpectationVerdict {
  const expectation = `flags ${id}`;
  const isWord = new RegExp(`(?<![\\w-])${id.replace(/[^\w-]/g, '')}(?![\\w-])`);
  if (isWord.test(answer)) return { expectation, passed: true };
  const rule = plan.rules.find((one) => one.id === id);
  const places = rule === undefined ? [] : brokenPlaces(rule.checks, readDiff(of.patch ?? ''));
  const isNamed = places.some(({ file, line }) => namesPlace(answer, file, line));
  return isNamed
    ? { expectation, passed: true }
    : { expectation, passed: false, why: 'the reviewer names neither the rule nor a line that breaks it' };
}

function brokenPlaces(checks: Plan['rules'][number]['checks'], patch: readonly ChangedFile[]) {
  return checks.flatMap((check) => {
    if (!('pattern' in check)) return [];
    return patch
      .filter(({ path }) => check.paths.some(createFileMatcher([path])))
      .flatMap(({ path, added }) => {
        const hits =
          matchLines(
            check.pattern,
            added.map(({ text }) => text),
          ) ?? [];
        return hits.map((index) => ({ file: path, line: added[index]?.line ?? 0 }));
      });
  });
}

function namesPlace(text: string, file: string, line: number): boolean {
  const escaped = file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`${escaped}[^\\n]{0,20}?(?<!\\d)${line}(?!\\d)`).test(text);
}
