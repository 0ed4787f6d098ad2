import type { RuleKind } from '../../guidance/rules/rule.ts';
import type { ReadRule } from './read-rule.ts';
import { doing, type Quantity, type Statement } from './statements.ts';

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
/** The share of a clause's own words that another must have to be about the same. */
const sameSubject = 0.85;

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
  const isNear = isSame || (likeness > 0 && sameQuantities(a.quantities, b.quantities));
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
      const likeness = subjectLikeness(one, other, isShort || one.isContrast || other.isContrast);
      if (likeness === 0 || likeness <= (best?.likeness ?? 0)) continue;
      const isOpposite = one.isNegative !== other.isNegative;
      const isOtherNumber = differInNumber(one.quantities, other.quantities);
      if (isOpposite && !isOtherNumber) best = { code, reason: 'polarity', likeness };
      if (!isOpposite && isOtherNumber) best = { code, reason: 'number', likeness };
    }
  }
  // Rules that say the same are more alike.
  return best === null ? null : { ...best, likeness: best.likeness * 0.95 };
}

/**
 * How much two clauses are about the same; 0 where that is too little. One word of its own is enough only where it is all
 * that a rule has.
 */
function subjectLikeness(a: Statement, b: Statement, mayBeShort: boolean): number {
  const shared = sharedCount(a.strong, b.strong);
  if (shared === 0 || (shared === 1 && !mayBeShort)) return 0;
  const likeness = (2 * shared) / (a.strong.size + b.strong.size);
  if (shared === 1) return likeness === 1 && sameWeak(a.weak, b.weak) ? 1 : 0;
  if (likeness >= sameSubject) return likeness;
  // What is never done at all is not done in some case either.
  const never = a.isNegative ? a : b;
  const isCovered = a.isNegative !== b.isNegative && never.strong.size === shared;
  return isCovered && shared > shortRule ? likeness : 0;
}

function sameWeak(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const covers = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].every((word) => word === doing || other.has(word));
  return covers(a, b) && covers(b, a);
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
    const isComparable = one.unit === other.unit || one.unit === null || other.unit === null;
    return isComparable && one.value !== other.value && !canBothHold(one, other);
  });
}

/** "At least two" and "at most five" can be kept both. */
function canBothHold(a: Quantity, b: Quantity): boolean {
  if (a.bound === b.bound || a.bound === null || b.bound === null) return false;
  return a.bound === 'least' ? a.value <= b.value : b.value <= a.value;
}
