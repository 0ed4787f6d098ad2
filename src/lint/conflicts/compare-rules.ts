import type { RuleKind } from '../../guidance/rules/rule.ts';
import type { ReadRule } from './read-rule.ts';
import { haveSameRoles } from './roles.ts';
import { doing, type Quantity, type Statement } from './statements.ts';
import { stemOf } from './stem.ts';
import { measures } from './vocabulary.ts';

export type ConflictCode =
  | 'must-and-should'
  | 'contradicting-rules'
  | 'duplicate-rule'
  | 'near-duplicate-rule';

/** What two rules have to do with each other. */
export interface Verdict {
  readonly code: ConflictCode;
  /** How much of the two is the same, up to 1. */
  readonly likeness: number;
  readonly reason: 'strength' | 'polarity' | 'number' | 'same words' | 'similar words';
}

/** The share of words that two rules must have in common to be nearly the same; a higher one where they have few. */
const nearlyTheSame = 0.72;
const nearlyTheSameShort = 0.8;
const shortRule = 2;

interface ComparedRule {
  readonly kind: RuleKind;
  readonly read: ReadRule;
}

/** What is to be said of two rules in one scope: the first code that fits, or null. */
export function compareRules(
  { read: a, kind: aKind }: ComparedRule,
  { read: b, kind: bKind }: ComparedRule,
): Verdict | null {
  const isSame = a.plain !== '' && a.plain === b.plain;
  const likeness = isSame ? 1 : likenessOf(a, b);
  const isNear = isSame || (likeness > 0 && sameQuantities(a.quantities, b.quantities) && sameRoles(a, b));
  if (isNear && aKind !== bKind) return { code: 'must-and-should', reason: 'strength', likeness };
  if (!isSame) {
    const contradiction = contradictionOf(a, b);
    if (contradiction !== null) return contradiction;
  }
  if (isSame) return { code: 'duplicate-rule', reason: 'same words', likeness };
  return isNear ? { code: 'near-duplicate-rule', reason: 'similar words', likeness } : null;
}

/** The share of the two rules' words that both have; 0 where that is too little to mean the same. */
function likenessOf(a: ReadRule, b: ReadRule): number {
  let shared = 0;
  let sharedStrong = 0;
  let union = 0;
  for (const [word, weight] of a.words) {
    const other = b.words.get(word);
    if (other === undefined) union += weight;
    else {
      shared += Math.min(weight, other);
      union += Math.max(weight, other);
      if (weight === 1 && other === 1) sharedStrong++;
    }
  }
  for (const [word, weight] of b.words) if (!a.words.has(word)) union += weight;
  if (sharedStrong < shortRule) return 0;
  const likeness = shared / union;
  return likeness >= (sharedStrong === shortRule ? nearlyTheSameShort : nearlyTheSame) ? likeness : 0;
}

function contradictionOf(a: ReadRule, b: ReadRule): Verdict | null {
  const code = 'contradicting-rules';
  let best: Verdict | null = null;
  for (const one of a.statements) {
    for (const other of b.statements) {
      const isShort = a.statements.length === 1 && b.statements.length === 1;
      const likeness = subjectLikeness(one, other, isShort || isContrastOfThings(one, other));
      if (likeness === 0 || likeness <= (best?.likeness ?? 0)) continue;
      const isOpposite = one.isNegative !== other.isNegative;
      const isOtherNumber = differInNumber(one.quantities, other.quantities);
      if (isOpposite && !isOtherNumber && isOppositeSure(one, other))
        best = { code, reason: 'polarity', likeness };
      if (!isOpposite && isOtherNumber && likeness === 1) best = { code, reason: 'number', likeness };
    }
  }
  // Rules that say the same are more alike.
  return best === null ? null : { ...best, likeness: best.likeness * 0.95 };
}

/** Whether what one clause asks for is what the other forbids, as far as their small words show it. */
function isOppositeSure(a: Statement, b: Statement): boolean {
  if (a.isUnsure || b.isUnsure) return false;
  const [never, does] = a.isNegative ? [a, b] : [b, a];
  // "Not before the build is green" is "when the build is green".
  return ![...never.weak].some((word) => times.has(word) && !does.weak.has(word)) && !untilAlone(does, never);
}

/** Stems of the words for when and where, which change what a clause forbids. */
const times: ReadonlySet<string> = new Set(
  ['before', 'after', 'until', 'during', 'within', 'outside', 'under', 'over', 'above', 'below'].map(stemOf),
);

function untilAlone({ weak }: Statement, other: Statement): boolean {
  return weak.has('until') && !other.weak.has('until');
}

/** Whether a clause of "this, not that" and another are about things that are used; an act may be asked for as well as not. */
function isContrastOfThings(a: Statement, b: Statement): boolean {
  return (a.isContrast || b.isContrast) && a.weak.has(doing) && b.weak.has(doing);
}

/** Whether two rules make no other exceptions, and use their words for the same things where each has one clause. */
function sameRoles({ statements: a }: ReadRule, { statements: b }: ReadRule): boolean {
  const isUnsure = (statements: readonly Statement[]) => statements.some((one) => one.isUnsure);
  if (isUnsure(a) !== isUnsure(b)) return false;
  const [one, ...more] = a;
  const [other, ...others] = b;
  if (one === undefined || other === undefined || more.length + others.length > 0) return true;
  return haveSameRoles(one.roles, other.roles);
}

/**
 * How much two clauses are about the same; 0 where that is too little. One word of its own is enough only where it is all
 * that a rule has, or what is used instead of something.
 */
function subjectLikeness(a: Statement, b: Statement, mayBeShort: boolean): number {
  if (a.isLabel || b.isLabel || !sameSet(a.context, b.context)) return 0;
  if (!haveSameRoles(a.roles, b.roles) || haveOwnWords(a.weak, b.weak)) return 0;
  const shared = sharedCount(a.strong, b.strong);
  if (shared === 0 || (shared === 1 && !mayBeShort)) return 0;
  const likeness = (2 * shared) / (a.strong.size + b.strong.size);
  // One word says the same only with the same words around it: "give lists an end" is not "end lists".
  if (likeness === 1) return shared > 1 || sameSet(a.weak, b.weak) ? 1 : 0;
  // What is never done at all is not done in some case either.
  const never = a.isNegative ? a : b;
  const isCovered = a.isNegative !== b.isNegative && never.strong.size === shared;
  return isCovered && shared > shortRule ? likeness : 0;
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((word) => b.has(word));
}

/** Whether each of two clauses has a word of those that every rule may have, and the other has not: `users` and `members`. */
function haveOwnWords(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const hasOwn = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].some((word) => word !== doing && !other.has(word));
  return hasOwn(a, b) && hasOwn(b, a);
}

function sharedCount(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const word of a) if (b.has(word)) count++;
  return count;
}

function sameQuantities(a: readonly Quantity[], b: readonly Quantity[]): boolean {
  return a.length === b.length && a.every((one, index) => one.value === b[index]?.value);
}

/** Whether two clauses that count the same things give numbers that cannot both be meant. */
function differInNumber(a: readonly Quantity[], b: readonly Quantity[]): boolean {
  if (a.length !== b.length) return false;
  return a.some((one, index) => {
    const other = b[index] as Quantity;
    const isComparable =
      one.unit === other.unit ||
      (one.unit === null && !isMeasure(other.unit)) ||
      (other.unit === null && !isMeasure(one.unit));
    return isComparable && one.value !== other.value && !canBothHold(one, other);
  });
}

const measureUnits: ReadonlySet<string | null> = new Set([...measures.values()].map(([unit]) => unit));

/** Seconds are no answer to how many. */
function isMeasure(unit: string | null): boolean {
  return measureUnits.has(unit);
}

/** "At least two" and "at most five" can be kept both. */
function canBothHold(a: Quantity, b: Quantity): boolean {
  if (a.bound === b.bound || a.bound === null || b.bound === null) return false;
  return a.bound === 'least' ? a.value <= b.value : b.value <= a.value;
}
