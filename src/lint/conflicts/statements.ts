import { type Roles, rolesOf } from './roles.ts';
import { phraseAt, type Segment, segmentsOf, wordAt } from './segments.ts';
import { stemOf } from './stem.ts';
import { type Token, tokensOf } from './tokens.ts';
import {
  affirmations,
  boundPhrases,
  emptyPhrases,
  emptyWords,
  exceptions,
  keepingOut,
  measures,
  negations,
  numberWords,
  prepositions,
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
  /** It stands before a colon, and says what the next ones are about. */
  readonly isLabel: boolean;
  /** Stems of the labels and conditions before it, which it counts under. */
  readonly context: ReadonlySet<string>;
  /** It says no twice, or makes an exception: whether it asks for something is not sure. */
  readonly isUnsure: boolean;
  readonly roles: Roles;
}

const maxStatements = 12;
const maxWords = 60;

/** What the clauses of a rule say. */
export function statementsOf(text: string): Statement[] {
  const segments = segmentsOf(tokensOf(text)).slice(0, maxStatements);
  const hasException = segments.some(({ tokens }) => tokens.some(isException));
  let context: ReadonlySet<string> = new Set();
  return segments
    .map((segment): Statement => {
      const statement = toStatement(segment, context);
      if (segment.isLabel || isCondition(segment)) context = new Set([...context, ...statement.strong]);
      return { ...statement, isUnsure: statement.isUnsure || hasException };
    })
    .filter(({ strong, weak }) => strong.size + weak.size > 0 && strong.size + weak.size <= maxWords);
}

function isException(token: Token): boolean {
  return token.kind === 'word' && exceptions.has(token.text);
}

/** "In tests", "when it fails", with a clause of its own. */
function isCondition({ tokens, contrast }: Segment): boolean {
  return contrast === null && prepositions.has(wordAt(tokens, 0) ?? '');
}

function toStatement(
  { tokens, isReason, contrast, isLabel }: Segment,
  context: ReadonlySet<string>,
): Statement {
  const strong = new Set<string>();
  const weak = new Set<string>();
  const quantities: Quantity[] = [];
  let negationCount = contrast === 'not that' ? 1 : 0;
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
    const bound = boundAt(tokens, at);
    if (bound.length > 1 && negations.has(wordAt(tokens, at) ?? '')) {
      // "No more than is known" forbids nothing.
      at += bound.length;
      continue;
    }
    if (isKeptOut(tokens, at)) {
      negationCount++;
      at += 2;
      continue;
    }
    at++;
    if (token.kind === 'code') strong.add(token.text);
    if (token.kind !== 'word') continue;
    if (negations.has(token.text)) negationCount++;
    else if (!affirmations.has(token.text)) addWord(token.text, strong, weak);
  }
  const isNegative = negationCount % 2 === 1;
  const statement = {
    ...{ strong, weak, isNegative, quantities, isReason, isLabel, context },
    isContrast: contrast !== null,
    isUnsure: negationCount > 1,
    roles: rolesOf(tokens),
  };
  // "Never more than three" is "at most three".
  const [first] = quantities;
  if (!isNegative || first === undefined || first.bound === null) return statement;
  const bound = first.bound === 'most' ? 'least' : 'most';
  const bounded = [{ ...first, bound } as const, ...quantities.slice(1)];
  return { ...statement, isNegative: false, quantities: bounded };
}

/** Whether "out of" is at a place, behind a verb with which it forbids: "keep secrets out of logs". */
function isKeptOut(tokens: readonly Token[], at: number): boolean {
  if (wordAt(tokens, at) !== 'out' || wordAt(tokens, at + 1) !== 'of') return false;
  const verbs = tokens.slice(0, at).flatMap((token) => (token.kind === 'word' ? [token.text] : []));
  return verbs.some((verb) => keepingOut.has(sameWords.get(verb) ?? verb));
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
