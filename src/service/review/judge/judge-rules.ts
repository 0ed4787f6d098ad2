import {
  type Check,
  type CommandCheck,
  type PatternCheck,
  type RequireCheck,
  type TestCheck,
  type ToolCheck,
  type ToolName,
  toolOf,
} from '../../../guidance/rules/record/check.ts';
import type { Waiver } from '../../../guidance/waivers/waiver.ts';
import { waiverText } from '../../../guidance/waivers/waiver-text.ts';
import { createFileMatcher } from '../../../model/names/path-globs.ts';
import { inBatches } from '../../../runtime/async/in-batches.ts';
import { judgeTest } from '../../checks/judge-test.ts';
import type { PolicyRule } from '../policy/policy.ts';
import type { Outcome, ReviewFinding } from '../review-data.ts';
import { judgePatterns } from './judge-patterns.ts';
import { judgeTool } from './judge-tools.ts';
import type { JudgeWorld } from './judge-world.ts';
import { judgeCommand } from './run-command.ts';
import { type CheckVerdict, editedByChange, kept, notRun, verdictOf } from './verdict.ts';

/** What became of a rule. */
export interface Judgement {
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly waiver?: string;
  readonly findings?: readonly ReviewFinding[];
}

/** Findings of one rule that are told: a generated file may have a million. */
const mostFindings = 1000;

/** Judges rules by their checks. Each tool runs once, and a command that several rules name too. */
export async function judgeRules(
  rules: readonly PolicyRule[],
  world: JudgeWorld,
): Promise<ReadonlyMap<PolicyRule, Judgement>> {
  const checks = rules.flatMap((rule) => rule.checks);
  const byText = await judgePatterns(checks.filter(isTextCheck), world);
  const [byTool, byCommand] = await runAll(rules, world);
  const judge = (check: Check, { checksServer }: PolicyRule): CheckVerdict => {
    if (isTextCheck(check)) return byText.get(check) ?? kept;
    if (toolOf(check) !== null) return byTool.get(check as ToolCheck) ?? kept;
    if ('test' in check) return ofTest(check, world);
    if ('review' in check)
      return { state: 'review', ...(typeof check.review === 'string' && { reason: check.review }) };
    if (checksServer !== 'local')
      return notRun('the command came from a master, and such commands never run');
    return byCommand.get((check as CommandCheck).command + pathsText(check as CommandCheck)) ?? kept;
  };
  return new Map(
    rules.map((rule) => [
      rule,
      together(
        rule,
        rule.checks.map((check) => judge(check, rule)),
      ),
    ]),
  );
}

function isTextCheck(check: Check): check is PatternCheck | RequireCheck {
  return 'pattern' in check || 'require' in check;
}

function pathsText({ paths = [] }: CommandCheck): string {
  return JSON.stringify(paths);
}

/** Runs tools and commands, so many at the same time. */
async function runAll(rules: readonly PolicyRule[], world: JudgeWorld) {
  const byTool = new Map<ToolCheck, CheckVerdict>();
  const byCommand = new Map<string, CheckVerdict>();
  const tools = new Map<ToolName, ToolCheck[]>();
  const commands = new Map<string, CommandCheck>();
  for (const { checks, checksServer } of rules)
    for (const check of checks) {
      const linked = toolOf(check);
      if (linked !== null) tools.set(linked.tool, [...(tools.get(linked.tool) ?? []), check as ToolCheck]);
      if ('command' in check && checksServer === 'local')
        commands.set(check.command + pathsText(check), check);
    }
  const jobs = [
    ...[...tools].map(([tool, own]) => async () => {
      for (const [check, verdict] of await judgeTool(tool, own, world)) byTool.set(check, verdict);
    }),
    ...[...commands].map(([key, check]) => async () => {
      byCommand.set(key, await judgeCommand(check, world));
    }),
  ];
  await inBatches(jobs, world.jobs, (job) => job());
  return [byTool, byCommand] as const;
}

function ofTest(check: TestCheck, { results, files, isEdited }: JudgeWorld): CheckVerdict {
  const found = judgeTest(check.test, results);
  if (found.state === 'failed')
    return verdictOf([{ file: files[0]?.path ?? '', message: `the test "${found.test}" failed` }]);
  if (isEdited(check)) return notRun(editedByChange);
  return found.state === 'passed' ? kept : notRun(found.why);
}

/** What all checks of a rule come to: what is violated counts most, then what did not run, then what a reader has to judge. */
function together({ checks, waivers }: PolicyRule, verdicts: readonly CheckVerdict[]): Judgement {
  const all = verdicts.flatMap(({ findings = [] }) => findings);
  const findings = all.slice(0, mostFindings).map((finding) => {
    return waiverFor(finding, waivers) === undefined ? finding : { ...finding, waived: true };
  });
  const told = all.length === 0 ? {} : { findings };
  const waiver = all.map((finding) => waiverFor(finding, waivers)).find((one) => one !== undefined);
  const waived = waiver === undefined ? {} : { waiver: waiverText(waiver) };
  if (all.some((finding) => waiverFor(finding, waivers) === undefined))
    return { outcome: 'violated', ...waived, ...told };
  // What was not looked at may be outside of the paths of a waiver.
  const unread = reasonOf(verdicts.filter(({ state }) => state !== 'review'));
  const isAllWaived = waivers.some(({ paths }) => paths.length === 0);
  if (all.length > 0 && (unread === null || isAllWaived)) return { outcome: 'waived', ...waived, ...told };
  if (unread !== null) return { outcome: 'not-run', ...waived, ...told, reason: unread };
  const asked = verdicts.filter(({ state }) => state === 'review');
  const reason = reasonOf(asked);
  if (asked.length > 0) return { outcome: 'review', ...(reason !== null && { reason }) };
  return { outcome: checks.length === 0 ? 'review' : 'kept' };
}

/** The reasons of verdicts, each once; null where they have none. */
function reasonOf(verdicts: readonly CheckVerdict[]): string | null {
  const reasons = new Set(verdicts.flatMap(({ reason }) => reason ?? []));
  return reasons.size === 0 ? null : [...reasons].join('; ');
}

function waiverFor({ file }: ReviewFinding, waivers: readonly Waiver[]): Waiver | undefined {
  if (waivers.length === 0) return undefined;
  const isAbout = createFileMatcher([file]);
  return waivers.find(({ paths }) => paths.length === 0 || paths.some(isAbout));
}
