import { oneLine } from '../../../render/foreign-text.ts';
import type { Interval } from '../statistics/wilson.ts';
import type { ArmReport, DifferenceReport, EvalData, MissedShare } from './report-data.ts';
import type { RuleReport } from './report-rules.ts';

/** A report for people: an evaluation after the other, then the rules with their verdicts. */
export function evalText(data: EvalData): string {
  const lines = [headLine(data)];
  for (const { name, arms, differences, expectations } of data.evals) {
    lines.push('', oneLine(name));
    for (const arm of arms) lines.push(`  ${arm.arm}: ${armWords(arm)}`);
    for (const one of differences) lines.push(`  ${one.arm} against ${one.against}: ${differenceWords(one)}`);
    for (const { expectation, arms: own } of expectations)
      lines.push(
        `    ${oneLine(expectation)}: ${own.map(({ arm, passes, runs }) => `${arm} ${passes} of ${runs}`).join(', ')}`,
      );
  }
  if (data.rules.length > 0) lines.push('', 'Rules:');
  for (const rule of data.rules) lines.push(`  ${rule.verdict}  ${rule.id}  ${ruleWords(rule)}`);
  if (data.missed.length > 0) lines.push('');
  for (const missed of data.missed) lines.push(missedWords(missed));
  if (data.outside.length > 0) lines.push('', 'Changed outside of their copies while these ran:');
  for (const { eval: name, arm, repeat, paths } of data.outside)
    lines.push(`  ${oneLine(name)} ${arm} ${repeat}: ${paths.map(oneLine).join(', ')}`);
  return `${lines.join('\n')}\n`;
}

/** `6 of 10 runs of checkout, kept as 2026-…`. */
export function headLine({ scope_name, run, planned, done }: EvalData): string {
  const runs = `${planned} ${planned === 1 ? 'run' : 'runs'}`;
  return `${done === planned ? runs : `${done} of ${runs}`} of ${scope_name}, kept as ${run}`;
}

/** `4 of 5 (80 %, 38 to 96 %), 12 s, 3,400 tokens`. */
export function armWords({
  passes,
  runs,
  rate,
  interval,
  seconds,
  tokens,
  cost_usd: cost,
  ...trouble
}: ArmReport): string {
  const share = runs === 0 ? 'no run' : `${passes} of ${runs} (${percent(rate)}, ${range(interval)})`;
  const parts = [
    share,
    `${seconds} s`,
    ...(tokens === undefined ? [] : [`${tokens.toLocaleString('en-US')} tokens`]),
    ...(cost === undefined ? [] : [`$${cost}`]),
    ...(trouble.timed_out === 0 ? [] : [`${trouble.timed_out} timed out`]),
    ...(trouble.failed === 0 ? [] : [`${trouble.failed} ended with an error`]),
    ...(trouble.unjudged === 0 ? [] : [`${trouble.unjudged} for a reader to judge`]),
  ];
  return parts.join(', ');
}

/** `+40 points (-8 to +71), better in 2 of 5 pairs, worse in 0`. */
export function differenceWords({
  pairs,
  better,
  worse,
  difference,
  interval,
}: Omit<DifferenceReport, 'arm' | 'against' | 'p'>): string {
  if (pairs === 0) return 'no pair of runs';
  return `${points(difference)} points (${points(interval[0])} to ${points(interval[1])}), better in ${better} of ${pairs} pairs, worse in ${worse}`;
}

export function ruleWords(rule: RuleReport): string {
  const { runs, offered, read, followed, runs_needed: needed } = rule;
  const seen = `offered in ${offered} of ${runs} runs, read in ${read}, followed in ${followed}`;
  const compared =
    rule.against === null ? 'no arm to compare with' : `against ${rule.against}: ${differenceWords(rule)}`;
  const more = needed === undefined ? '' : `; ${needed} pairs of runs would show an effect of 20 points`;
  return `${seen}; ${compared}${more}`;
}

export function missedWords({ eval: name, expectation, min_pass, rate }: MissedShare): string {
  const what = expectation === undefined ? oneLine(name) : `${oneLine(name)}: ${oneLine(expectation)}`;
  return `min_pass missed: ${what} passed in ${percent(rate)} of the runs, not ${percent(min_pass)}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function range([low, high]: Interval): string {
  return `${Math.round(low * 100)} to ${percent(high)}`;
}

function points(share: number): string {
  const value = Math.round(share * 100);
  return value > 0 ? `+${value}` : String(value);
}
