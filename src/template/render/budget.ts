import type { Value } from '../value.ts';

/** How much one text and one answer may use. Output is in UTF-16 units, work in evaluated steps. */
export interface RenderLimits {
  readonly textOutput: number;
  readonly textTurns: number;
  readonly textWork: number;
  readonly answerOutput: number;
  readonly answerTurns: number;
  readonly answerWork: number;
}

/** The longest string that may exist at any time, in UTF-16 units: 1 MiB. */
export const maxStringLength = 1_048_576;

/** Levels of brackets, of blocks and of lists inside lists. */
export const maxNesting = 64;

/** What may be looked for in a text; longer needles make the engine's string search quadratic. */
export const maxNeedleLength = 1_000;

const defaultLimits: RenderLimits = {
  textOutput: maxStringLength,
  textTurns: 100_000,
  // A step takes 25 ns or less, so a text ends within 0.1 s.
  textWork: 4_000_000,
  answerOutput: 8 * maxStringLength,
  answerTurns: 1_000_000,
  // And an answer within a quarter of a second, also where a hostile master fills it.
  answerWork: 10_000_000,
};

/** What is left for one answer; all its texts share it. It also keeps the safe copies of their contexts. */
export interface RenderBudget {
  readonly limits: RenderLimits;
  readonly copies: WeakMap<object, object>;
  /** What has been read of each context, by name. */
  readonly known: WeakMap<object, Map<string, Value>>;
  output: number;
  turns: number;
  work: number;
}

/** Gives a fresh budget for one answer, with the default limits unless others are given. */
export function createBudget(limits: Partial<RenderLimits> = {}): RenderBudget {
  const all = { ...defaultLimits, ...limits };
  return {
    limits: all,
    copies: new WeakMap(),
    known: new WeakMap(),
    output: all.answerOutput,
    turns: all.answerTurns,
    work: all.answerWork,
  };
}

/** Whether an answer has used up any of its limits. */
export function isSpent(budget: RenderBudget): boolean {
  return budget.output <= 0 || budget.turns <= 0 || budget.work <= 0;
}
