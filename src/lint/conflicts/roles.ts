import { wordAt } from './segments.ts';
import { stemOf } from './stem.ts';
import type { Token } from './tokens.ts';
import {
  beForms,
  emptyWords,
  irregularParticiples,
  leadingWords,
  measures,
  modals,
  negations,
  numberWords,
  prepositions,
  relatives,
  sameWords,
  silentWords,
  weakWords,
} from './vocabulary.ts';

/** What tells two clauses of the same words apart: an order is something in "read orders", and an act in "order reads". */
export interface Roles {
  /** The stem of what is to be done; null where that is not known, or no more than that something is done. */
  readonly head: string | null;
  /** Every rule may have such a head, and many say the same: `show`, `tell`. */
  readonly isWeak: boolean;
  /** By preposition, the stems that follow it. */
  readonly after: ReadonlyMap<string, ReadonlySet<string>>;
}

const weakStems: ReadonlySet<string> = new Set([...weakWords].map(stemOf));

/** The roles that words have in a clause, as far as its form shows them. */
export function rolesOf(tokens: readonly Token[]): Roles {
  const head = headOf(tokens);
  return { head, isWeak: head !== null && weakStems.has(head), after: followersOf(tokens) };
}

/** Whether nothing shows that two clauses use their words for different things. */
export function haveSameRoles(a: Roles, b: Roles): boolean {
  const areKnown = a.head !== null && b.head !== null && !(a.isWeak && b.isWeak);
  if (areKnown && a.head !== b.head) return false;
  for (const [preposition, stems] of a.after) {
    const others = b.after.get(preposition);
    if (others !== undefined && [...stems].every((stem) => !others.has(stem))) return false;
  }
  return true;
}

function headOf(tokens: readonly Token[]): string | null {
  let at = 0;
  let isAfterAvoid = false;
  for (; at < tokens.length; at++) {
    const word = wordAt(tokens, at);
    if (word === null || !(leadingWords.has(word) || (negations.has(word) && word !== 'no'))) break;
    isAfterAvoid = word.startsWith('avoid');
  }
  const first = wordAt(tokens, at);
  if (first === null || prepositions.has(first)) return null;
  const rest = tokens.slice(at + 1);
  const end = rest.findIndex((_, index) => endsNoun(wordAt(rest, index) ?? ''));
  const near = end === -1 ? rest.length : end;
  const auxiliary = rest.findIndex((_, index) => {
    const word = wordAt(rest, index) ?? '';
    return modals.has(word) || (index < near && beForms.has(word));
  });
  if (auxiliary !== -1) return participleIn(rest.slice(auxiliary));
  // A noun with its article, or the noun that "avoid" takes, is no verb.
  if (silentWords.has(first) || (isAfterAvoid && !first.endsWith('ing'))) return null;
  return verbStem(first);
}

/** What follows is no part of the noun that a clause may begin with. */
function endsNoun(word: string): boolean {
  return prepositions.has(word) || relatives.has(word);
}

/** What "must not be retried" says is done. */
function participleIn(tokens: readonly Token[]): string | null {
  const be = tokens.findIndex((_, index) => beForms.has(wordAt(tokens, index) ?? ''));
  if (be === -1) return null;
  const after = tokens.slice(be + 1).find((token) => {
    return token.kind !== 'word' || !(leadingWords.has(token.text) || negations.has(token.text));
  });
  const word = after?.kind === 'word' ? after.text : '';
  return word.endsWith('ed') || irregularParticiples.has(word) ? verbStem(word) : null;
}

function verbStem(text: string): string | null {
  const word = sameWords.get(text) ?? text;
  return emptyWords.has(word) ? null : stemOf(word);
}

function followersOf(tokens: readonly Token[]): ReadonlyMap<string, ReadonlySet<string>> {
  const after = new Map<string, Set<string>>();
  let last: string | null = null;
  for (const token of tokens) {
    if (token.kind !== 'word' && token.kind !== 'code') continue;
    if (prepositions.has(token.text)) last = token.text;
    else if (last !== null && !isSmall(token.text)) {
      const stem = token.kind === 'code' ? token.text : stemOf(sameWords.get(token.text) ?? token.text);
      const known = after.get(last) ?? new Set<string>();
      after.set(last, known.add(stem));
    }
  }
  return after;
}

/** Whether a word says nothing of what a preposition leads to; of measures, their numbers say it. */
function isSmall(word: string): boolean {
  return silentWords.has(word) || negations.has(word) || numberWords.has(word) || measures.has(word);
}
