import type { Filter } from '../filters/filter.ts';
import type { Span, Statement, Template, TemplateProblem } from '../parse/ast.ts';
import { parseTemplate } from '../parse/parse-template.ts';
import { limitError, TemplateError } from '../template-error.ts';
import type { TemplateContext } from '../value.ts';
import { isSpent, maxStringLength, type RenderBudget } from './budget.ts';
import { compileStatement, type Instruction } from './compile-template.ts';
import { closeFrame, emit, type Frame, openFrame, spend } from './frame.ts';

export interface RenderOptions {
  /** What is read of a context is kept with the budget, so it must not change within an answer. */
  readonly context: TemplateContext;
  /** Shared by all texts of an answer. */
  readonly budget: RenderBudget;
  /** Filters beside the built-in ones. */
  readonly filters?: ReadonlyMap<string, Filter>;
  /** Leave what fails as it is written and render the rest; without it the first failure ends the text. */
  readonly keepFailing?: boolean;
}

export interface RenderFailure {
  /** What is wrong and, behind a semicolon, what to do. */
  readonly message: string;
  /** The two parts of the message; the second is null where there is none. */
  readonly what: string;
  readonly hint: string | null;
  /** The variable to blame, as written. */
  readonly variableName: string | null;
  /** Where in the text, in UTF-16 units from 0. */
  readonly offset: number;
  /** The tag that failed, as written; the whole text where no single tag is to blame. */
  readonly source: string;
}

export interface RenderResult {
  /** Null if the text failed and `keepFailing` was not asked for. */
  readonly text: string | null;
  readonly failures: readonly RenderFailure[];
}

interface Compiled {
  readonly template: Template;
  readonly steps: readonly Instruction[];
}

const maxCachedTexts = 20_000;
// What is compiled takes some fifty times the memory of its text.
const maxCachedLength = 2 * maxStringLength;
const cache = new Map<string, Compiled>();
let cachedLength = 0;
let turnedAway = 0;
const seen = new Set<string>();

/** What reading a text costs for each of its characters: texts of many short tokens take up to 100 ns. */
const readingCost = 3;

/** What a failure costs its text, because errors are slow to make and a bound is met only after much work. */
const failureCost = 400;
const limitFailureCost = 10_000;

/** Renders a text against a context. Text without tags comes back as it is. Never throws: what fails is in `failures`. */
export function renderTemplate(text: string, options: RenderOptions): RenderResult {
  if (!text.includes('{{') && !text.includes('{%')) return { text, failures: [] };
  const keepFailing = options.keepFailing ?? false;
  if (isSpent(options.budget)) return { text: keepFailing ? text : null, failures: [spentFailure(text)] };
  let frame: Frame | undefined;
  try {
    frame = openFrame(options.context, options.filters, options.budget);
    // Paid for known texts too, so that an answer does not depend on what was rendered before.
    spend(frame, text.length * readingCost);
    const compiled = compile(text);
    const { problems, isBroken } = compiled.template;
    if (problems.length > 0 && (isBroken || !keepFailing)) {
      const shown = keepFailing ? problems : problems.slice(0, 1);
      const failures = shown.map(problemFailure);
      return { text: keepFailing ? text : null, failures };
    }
    return keepFailing ? runKeeping(compiled, frame) : run(compiled, frame);
  } catch (error) {
    return { text: keepFailing ? text : null, failures: [toFailure(error, text)] };
  } finally {
    if (frame) closeFrame(frame);
  }
}

/** What becomes of every text of an answer whose budget is spent; made without an error, since there may be ten thousands of them. */
function spentFailure(text: string): RenderFailure {
  const message = 'limit reached: this answer has rendered as much as one answer may';
  return { message, what: message, hint: null, variableName: null, offset: 0, source: text };
}

function run({ template, steps }: Compiled, frame: Frame): RenderResult {
  try {
    for (const step of steps) step(frame);
  } catch (error) {
    pay(frame, error);
    return { text: null, failures: [toFailure(error, template.text, frame, template)] };
  }
  return { text: frame.output, failures: [] };
}

function runKeeping(compiled: Compiled, frame: Frame): RenderResult {
  const { text } = compiled.template;
  const failures: RenderFailure[] = [];
  try {
    for (const [index, step] of compiled.steps.entries()) {
      const statement = compiled.template.body[index] as Statement;
      if (statement.kind === 'text') {
        step(frame);
      } else if (!stepKeeping(statement, step, compiled.template, frame, failures)) {
        emit(frame, text.slice(statement.start));
        break;
      }
    }
  } catch (error) {
    return { text, failures: [...failures, toFailure(error, text)] };
  }
  return { text: frame.output, failures };
}

/** Renders one tag or block, or writes it out as it stands; false if nothing more can be rendered from here on. */
function stepKeeping(
  statement: Exclude<Statement, { kind: 'text' }>,
  step: Instruction,
  template: Template,
  frame: Frame,
  failures: RenderFailure[],
): boolean {
  const before = frame.output;
  if (statement.kind === 'broken') {
    failures.push(...statement.problems.map(problemFailure));
  } else {
    try {
      step(frame);
      return true;
    } catch (error) {
      frame.discarded += frame.output.length - before.length;
      frame.output = before;
      failures.push(toFailure(error, template.text, frame, template));
      if (!pay(frame, error)) return false;
    }
  }
  emit(frame, template.text.slice(statement.start, statement.end));
  return true;
}

/** Charges for a failure; false if the text can afford no more, so that the rest of it stays as written. */
function pay(frame: Frame, error: unknown): boolean {
  try {
    spend(frame, error instanceof TemplateError && !error.isLimit ? failureCost : limitFailureCost);
    return frame.budget.output > 0;
  } catch {
    return false;
  }
}

function compile(text: string): Compiled {
  const known = cache.get(text);
  if (known) return known;
  if (text.length > maxStringLength) {
    throw limitError(
      `a text with tags may have at most ${maxStringLength.toLocaleString('en-GB')} characters`,
    );
  }
  const template = parseTemplate(text);
  const scope = { text, slots: new Map<string, number>(), nextSlot: 0 };
  const compiled = { template, steps: template.body.map((statement) => compileStatement(statement, scope)) };
  // Kept from the second time on: a flood of texts that are rendered once would only keep the collector busy.
  if (!seen.has(text)) {
    if (seen.size >= maxCachedTexts) seen.clear();
    seen.add(text);
    return compiled;
  }
  if (cache.size >= maxCachedTexts || cachedLength + text.length > maxCachedLength) {
    // A working set that does not fit is better served by what is there than by clearing again and again.
    if (++turnedAway < 10 * cache.size) return compiled;
    turnedAway = 0;
    cache.clear();
    cachedLength = 0;
  }
  cache.set(text, compiled);
  cachedLength += text.length;
  return compiled;
}

/** What is wrong with the text itself, found while it was read. */
function problemFailure(problem: TemplateProblem): RenderFailure {
  return { ...problem, what: problem.message, hint: null, variableName: null };
}

/** `frame` and `template` where a tag is to blame. */
function toFailure(error: unknown, text: string, frame?: Frame, template?: Template): RenderFailure {
  const known = error instanceof TemplateError ? error : null;
  const offset = frame === undefined ? 0 : frame.start + (known?.offset ?? frame.at);
  const tag = template && tagAt(template.tags, offset);
  const message = known?.message ?? `the template could not be rendered: ${describe(error)}`;
  return {
    message,
    what: known?.what ?? message,
    hint: known?.hint ?? null,
    variableName: known?.variableName ?? null,
    offset,
    source: tag ? text.slice(tag.start, tag.end) : text,
  };
}

function tagAt(tags: readonly Span[], offset: number): Span | undefined {
  let low = 0;
  let high = tags.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tags[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return tags[low];
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown reason';
}
