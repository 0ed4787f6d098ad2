import type { Filter } from '../filters/filter.ts';
import { limitError } from '../template-error.ts';
import { isList, type TemplateContext, type Value } from '../value.ts';
import { maxNesting, type RenderBudget } from './budget.ts';
import { readOwn } from './safe-copy.ts';

/** One text being rendered: what it reads, what it has written, and what it may still use. */
export interface Frame {
  readonly context: TemplateContext;
  readonly known: Map<string, Value>;
  readonly filters: ReadonlyMap<string, Filter> | undefined;
  readonly budget: RenderBudget;
  /** Loop variables, by the place the compiler gave them. */
  readonly slots: Value[];
  output: string;
  /** Output that was written and taken back; the answer pays for it all the same. */
  discarded: number;
  outputLimit: number;
  turns: number;
  work: number;
  /** Where the tag starts that is being evaluated. */
  start: number;
  /** Offset in it of what is being evaluated, for failures that do not know their place. */
  at: number;
}

/** Starts a text on a shared budget that is not spent. */
export function openFrame(
  context: TemplateContext,
  filters: ReadonlyMap<string, Filter> | undefined,
  budget: RenderBudget,
): Frame {
  const { limits } = budget;
  const known = budget.known.get(context) ?? new Map<string, Value>();
  if (known.size === 0) budget.known.set(context, known);
  return {
    context,
    known,
    filters,
    budget,
    slots: [],
    output: '',
    discarded: 0,
    outputLimit: Math.min(limits.textOutput, budget.output),
    turns: Math.min(limits.textTurns, budget.turns),
    work: Math.min(limits.textWork, budget.work),
    start: 0,
    at: 0,
  };
}

/** Takes what a finished text has used from the answer's budget. */
export function closeFrame(frame: Frame): void {
  const { budget } = frame;
  const { limits } = budget;
  budget.output -= frame.output.length + frame.discarded;
  budget.turns -= Math.min(limits.textTurns, budget.turns) - Math.max(frame.turns, 0);
  budget.work -= Math.min(limits.textWork, budget.work) - Math.max(frame.work, 0);
}

/** Begins with the tag at `start`. */
export function enterTag(frame: Frame, start: number): void {
  frame.start = start;
  frame.at = 0;
}

/** Gives a name's value in the context, read once an answer; undefined if it has none. */
export function readName(frame: Frame, name: string): Value {
  const known = frame.known.get(name);
  if (known !== undefined) return known;
  const value = readOwn(frame.context, name, frame.budget.copies);
  frame.known.set(name, value);
  return value;
}

/** Adds to the text's output. */
export function emit(frame: Frame, text: string): void {
  const output = frame.output + text;
  if (output.length > frame.outputLimit) throw outputLimitError(frame);
  frame.output = output;
}

/** Pays for steps about to be made. */
export function spend(frame: Frame, steps: number): void {
  frame.work -= steps;
  if (frame.work < 0) throw limitError('the template takes too many steps');
}

/** Pays for one turn of a loop. */
export function countTurn(frame: Frame): void {
  frame.turns -= 1;
  if (frame.turns < 0) {
    const { textTurns } = frame.budget.limits;
    throw limitError(`the loops of one text may make at most ${textTurns.toLocaleString('en-GB')} turns`);
  }
}

/** Pays for reading a value to its end `times` times: four characters are a step, an item six, a key twelve. */
export function spendOn(frame: Frame, value: Value, times = 1): void {
  const before = frame.work;
  if (typeof value === 'string') spend(frame, value.length >> 2);
  else if (typeof value === 'object' && value !== null) spendInside(frame, value, 0);
  if (times > 1) spend(frame, (before - frame.work) * (times - 1));
}

function spendInside(frame: Frame, value: Value, level: number): void {
  if (typeof value === 'string') return spend(frame, 6 + (value.length >> 2));
  spend(frame, 6);
  if (typeof value !== 'object' || value === null) return;
  if (level >= maxNesting) throw limitError(`a value may be nested at most ${maxNesting} levels deep`);
  if (isList(value)) {
    for (const item of value) spendInside(frame, item, level + 1);
    return;
  }
  for (const key of Object.keys(value)) {
    spend(frame, 12 + (key.length >> 2));
    spendInside(frame, value[key], level + 1);
  }
}

function outputLimitError(frame: Frame): Error {
  const { budget } = frame;
  const { limits } = budget;
  if (budget.output < limits.textOutput) {
    budget.output = 0;
    return limitError(
      `one answer may hold at most ${limits.answerOutput.toLocaleString('en-GB')} rendered characters`,
    );
  }
  return limitError(
    `one text may become at most ${limits.textOutput.toLocaleString('en-GB')} characters long`,
  );
}
