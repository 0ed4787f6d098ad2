import { startsWithVerb } from '../../../model/text/verbs.ts';
import type { Finding } from '../../report.ts';
import { splitDetails } from '../rule-details.ts';
import { type Lead, withoutMark } from './lead.ts';
import type { Sections } from './sections.ts';
import { hasLabel, toRule } from './strength.ts';

/** Lines from 0; the end is not part of it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Prose that may go on: a paragraph, with the code and tables that follow it. */
interface Prose extends Span {
  end: number;
  text: string;
  isParagraph: boolean;
}

/** How a text came to be a rule. */
export interface Manner {
  /** What the line above its list says. */
  readonly lead?: Lead | null;
  /** Prose is below a heading, but need not be one of the things that the heading lists. */
  readonly isProse?: boolean;
  /** A callout speaks for itself. */
  readonly isCallout?: boolean;
  readonly must?: boolean | null;
}

/** The rule that was added last in this section, as it was written, so that examples can join it. */
interface Last extends Span {
  readonly index: number;
  readonly text: string;
  readonly manner: Manner;
}

export interface Reading {
  readonly lines: readonly string[];
  readonly sections: Sections;
  readonly findings: Finding[];
  readonly mustByDefault: boolean;
  /** Whether each rule stands for itself, as in what we export. */
  readonly isVerbatim: boolean;
  prose: Prose | null;
  last: Last | null;
  /** The index of the procedure that stands right above, so that its code can join it. */
  kata: number | null;
}

export const placeOf = ({ start, end }: Span) => ({ line: start + 1, end_line: end });

export function skip({ findings }: Reading, span: Span, why: string): void {
  findings.push({ ...placeOf(span), as: 'skipped', why });
}

export function follow({ findings }: Reading, at: number, target: string): void {
  findings.push({ line: at + 1, end_line: at + 1, as: 'skipped', why: 'a pointer', follow: target });
}

/** Adds a rule, with what its heading and the line above it say put in front where it would mean something else without. */
export function addRule(reading: Reading, span: Span, text: string, manner: Manner = {}): void {
  const found = ruleOf(reading, text, manner);
  if (found.text.trim() === '') return skip(reading, span, 'it has no text');
  const { sections, findings } = reading;
  sections.use(manner.lead?.situation ?? null);
  reading.last = { ...span, index: findings.length, text, manner };
  reading.kata = null;
  findings.push({ ...placeOf(span), as: 'rule', category: sections.category, rule: found });
}

/** Puts a block below the prose or the rule that it follows; false where there is none in this section. */
export function extendLast(reading: Reading, { end }: Span, text: string): boolean {
  const { prose, last, findings } = reading;
  if (prose !== null) {
    prose.text += `\n\n${text}`;
    prose.end = end;
    prose.isParagraph = false;
    return true;
  }
  const before = last === null ? undefined : findings[last.index];
  if (last === null || before === undefined || reading.isVerbatim) return false;
  const joined = `${last.text}\n\n${text}`;
  reading.last = { ...last, end, text: joined };
  findings[last.index] = { ...before, end_line: end, rule: ruleOf(reading, joined, last.manner) };
  return true;
}

/** Puts code or a table below the procedure that it follows; false where there is none in this section. */
export function extendKata({ kata, findings, isVerbatim }: Reading, { end }: Span, text: string): boolean {
  const before = kata === null ? undefined : findings[kata];
  if (kata === null || before?.procedure === undefined || isVerbatim) return false;
  const procedure = { ...before.procedure, procedure: `${before.procedure.procedure}\n\n${text}` };
  findings[kata] = { ...before, end_line: end, procedure };
  return true;
}

/** The prose that is held becomes a rule. */
export function flush(reading: Reading): void {
  const { prose } = reading;
  reading.prose = null;
  if (prose !== null) addRule(reading, prose, prose.text, { isProse: true });
}

function ruleOf({ sections, isVerbatim, mustByDefault }: Reading, text: string, manner: Manner) {
  const { text: alone, details } = splitDetails(text);
  const { lead = null, isProse = false, isCallout = false } = manner;
  const isPlain = isVerbatim || hasLabel(alone);
  const { text: own, lead: mark } = isPlain ? { text: alone, lead: null } : withoutMark(alone);
  const heading = isPlain || isCallout ? null : sections.lead;
  // Prose below "Never" may as well say why.
  const above = heading?.isStrict === true && isProse && !startsWithVerb(own) ? null : heading;
  const leads = isPlain ? [] : [mark, lead, above].filter((one) => one !== null);
  const shown = leads.reduce((words, one) => one.apply(words), own);
  const must = leads.find((one) => one.must !== null)?.must ?? manner.must ?? null;
  const rule = toRule(shown, { above: must, mustByDefault });
  return details === null ? rule : { ...rule, details };
}
