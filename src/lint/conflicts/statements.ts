import { stemmer } from '@orama/stemmers/english';
import { phraseAt, type Segment, segmentsOf, wordAt } from './segments.ts';
import { type Token, tokensOf } from './tokens.ts';
import {
  affirmations,
  boundPhrases,
  emptyPhrases,
  emptyWords,
  measures,
  negations,
  numberWords,
  sameWords,
  silentWords,
  weakWords,
} from './vocabulary.ts';

/** A number with what it counts, and whether it is a bound. */
export interface Quantity {
  readonly value: number;
  /** A unit of measure, or the stem of the word behind the number; null where nothing is. */
  readonly unit: string | null;
  readonly bound: 'least' | 'most' | null;
}

/** What one clause of a rule says: its subject as stems of words, and whether it says so or the opposite. */
export interface Statement {
  readonly strong: ReadonlySet<string>;
  readonly weak: ReadonlySet<string>;
  readonly isNegative: boolean;
  readonly quantities: readonly Quantity[];
  /** Why the rule is there: nothing that it asks for. */
  readonly isReason: boolean;
  /** It is one side of "this, not that". */
  readonly isContrast: boolean;
}

const maxStatements = 12;
const maxWords = 60;

/** What the clauses of a rule say. */
export function statementsOf(text: string): Statement[] {
  return segmentsOf(tokensOf(text))
    .slice(0, maxStatements)
    .map(toStatement)
    .filter(({ strong, weak }) => strong.size + weak.size > 0 && strong.size + weak.size <= maxWords);
}

function toStatement({ tokens, isReason, contrast }: Segment): Statement {
  const strong = new Set<string>();
  const weak = new Set<string>();
  const quantities: Quantity[] = [];
  let isNegative = contrast === 'not that';
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token;
    const skipped = phraseAt(emptyPhrases, tokens, at);
    if (skipped > 0) {
      at += skipped;
      continue;
    }
    const quantity = quantityAt(tokens, at);
    if (quantity !== null) {
      quantities.push(quantity.quantity);
      at += quantity.length;
      continue;
    }
    at++;
    if (token.kind === 'code') strong.add(token.text);
    if (token.kind !== 'word') continue;
    if (negations.has(token.text)) isNegative = !isNegative;
    else if (!affirmations.has(token.text)) addWord(token.text, strong, weak);
  }
  // "Never more than three" is "at most three".
  const [first] = quantities;
  if (isNegative && first !== undefined && first.bound !== null) {
    const bound = first.bound === 'most' ? 'least' : 'most';
    const bounded = [{ ...first, bound } as const, ...quantities.slice(1)];
    return { strong, weak, isNegative: false, quantities: bounded, isReason, isContrast: contrast !== null };
  }
  return { strong, weak, isNegative, quantities, isReason, isContrast: contrast !== null };
}

/** Stands for every verb that says no more than that something is done. */
export const doing = 'do';

function addWord(text: string, strong: Set<string>, weak: Set<string>): void {
  if (silentWords.has(text)) return;
  const word = sameWords.get(text) ?? text;
  const stem = stemOf(word);
  if (emptyWords.has(word)) weak.add(doing);
  else if (weakWords.has(word) || weakWords.has(stem) || numberWords.has(word)) weak.add(stem);
  else strong.add(stem);
}

const stems = new Map<string, string>();
const maxStems = 50_000;

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const stem = /^[a-z]{3,30}$/.test(word) ? stemmer(word) : word;
  if (stems.size < maxStems) stems.set(word, stem);
  return stem;
}

/** The number at a place, with the words around it that belong to it. */
function quantityAt(tokens: readonly Token[], start: number): { quantity: Quantity; length: number } | null {
  const bound = boundAt(tokens, start);
  let at = start + bound.length;
  // "Within half an hour", "under the 40 lines".
  if (bound.length > 0 && ['a', 'the'].includes(wordAt(tokens, at) ?? '')) at++;
  const value = numberAt(tokens, at);
  if (value === null) return null;
  at++;
  while (['a', 'an', 'working', 'calendar', 'consecutive'].includes(wordAt(tokens, at) ?? '')) at++;
  const word = wordAt(tokens, at);
  const measure = word === null ? undefined : measures.get(word);
  if (measure !== undefined) at++;
  else if (tokens[start]?.kind === 'word' && bound.length === 0 && word === null) return null;
  const after = boundAt(tokens, at);
  const isAfter = bound.length === 0 && after.length > 0 && numberAt(tokens, at + after.length) === null;
  if (isAfter) at += after.length;
  const counted =
    measure?.[0] ?? (word === null || silentWords.has(word) ? null : stemOf(sameWords.get(word) ?? word));
  const quantity = {
    value: value * (measure?.[1] ?? 1),
    unit: counted,
    bound: (isAfter ? after.bound : bound.bound) ?? null,
  };
  return { quantity, length: at - start };
}

function boundAt(tokens: readonly Token[], at: number): { bound: Quantity['bound']; length: number } {
  const found = boundPhrases.find(([, words]) =>
    words.every((word, index) => wordAt(tokens, at + index) === word),
  );
  return found === undefined ? { bound: null, length: 0 } : { bound: found[0], length: found[1].length };
}

function numberAt(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at];
  if (token?.kind === 'number') return token.value;
  return token?.kind === 'word' ? (numberWords.get(token.text) ?? null) : null;
}
