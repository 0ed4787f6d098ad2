import type { EvalExpectation } from '../../guidance/evals/read-evals.ts';
import type { Check } from '../../guidance/rules/record/check.ts';

/** What is compared: the guidance that the agent of a run can ask for. */
export interface Arm {
  /** As it is written: `none`, `scope`, `scope@main`, `scope-cursor-paging`. */
  readonly name: string;
  /** SHA-256 of its guidance; null where there is none. */
  readonly digest: string | null;
}

/** An evaluation, with what was read beside it. */
export interface PlannedEval {
  readonly name: string;
  /** Where it is written, for reports. */
  readonly file: string;
  readonly line: number;
  /** What the agent is asked. */
  readonly prompt: string;
  /** The patch that is to be reviewed. */
  readonly patch?: string;
  readonly flags: readonly string[];
  readonly expect: readonly PlannedExpectation[];
  readonly min_pass?: number;
  /** SHA-256 of what each copy begins with; null for an empty folder. */
  readonly base: string | null;
}

export type PlannedExpectation = EvalExpectation | { readonly text: string; readonly min_pass?: undefined };

/** A rule that evaluations name. */
export interface PlannedRule {
  readonly id: string;
  readonly category: string;
  readonly text: string;
  readonly checks: readonly Check[];
  /** Whether its commands may run: those of masters never do. */
  readonly isLocal: boolean;
}

/** All that an experiment is made of. It is kept, and decides what a verdict says. */
export interface Plan {
  readonly version: 1;
  /** Names the folder of what is kept. */
  readonly run: string;
  readonly scope_name: string;
  readonly created: string;
  /** The commit of the guidance; null outside of git. */
  readonly commit: string | null;
  readonly agent: string;
  readonly repeat: number;
  readonly timeout: number;
  readonly arms: readonly Arm[];
  readonly evals: readonly PlannedEval[];
  readonly rules: readonly PlannedRule[];
}

/** One run of the agent. */
export interface RunKey {
  readonly eval: string;
  readonly arm: string;
  /** From 1. */
  readonly repeat: number;
}

/** What a command did in the copy after the run. */
export interface CommandEvidence {
  /** Null where it was stopped, or could not be started. */
  readonly code: number | null;
  /** The end of what it printed. */
  readonly output: string;
}

/** What is known of a run besides its transcript and its diff. */
export interface RunResult extends RunKey {
  /** Null where the agent was stopped. */
  readonly code: number | null;
  readonly timed_out: boolean;
  readonly seconds: number;
  readonly tokens?: number;
  readonly cost_usd?: number;
  /** Files outside of the copy that changed meanwhile. */
  readonly outside: readonly string[];
  /** By command line. */
  readonly commands: Readonly<Record<string, CommandEvidence>>;
  /** What linters and commands of a rule's checks said, by the check as JSON. */
  readonly checks: Readonly<Record<string, CheckEvidence>>;
}

/** What a check that runs something found; `broken` says why nothing is known. */
export interface CheckEvidence {
  readonly violations: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  readonly broken?: string;
}

/** A question to the server of a run, and what it answered. */
export interface Asked {
  readonly method: string;
  readonly tool?: string;
  readonly arguments?: unknown;
  readonly text: string;
}

/** Stands in a transcript before what the agent wrote to standard error. */
export const errorMark = '\n--- standard error ---\n';

/** All that is kept of a run. */
export interface RunRecord {
  readonly result: RunResult;
  readonly diff: string;
  readonly transcript: string;
  readonly asked: readonly Asked[];
}

/** All runs of a plan, so that whoever stops early has whole pairs: repeat by repeat, evaluation by evaluation. */
export function runsOf({ repeat, evals, arms }: Pick<Plan, 'repeat' | 'evals' | 'arms'>): RunKey[] {
  return Array.from({ length: repeat }, (_, index) => index + 1).flatMap((count) =>
    evals.flatMap(({ name }) => arms.map((arm) => ({ eval: name, arm: arm.name, repeat: count }))),
  );
}

/** A name for messages: `cursor-paging scope 2`. */
export function nameOfRun({ eval: name, arm, repeat }: RunKey): string {
  return `${name} ${arm} ${repeat}`;
}

/** The rules that an evaluation names. */
export function rulesNamedBy({ expect, flags }: Pick<PlannedEval, 'expect' | 'flags'>): readonly string[] {
  const ruled = expect.flatMap((one) => ('rule' in one && one.rule !== undefined ? [one.rule] : []));
  return [...new Set([...ruled, ...flags])];
}
