import type { ResolvedScope } from '../../../guidance/guidance.ts';
import type { Kata } from '../../../guidance/katas/kata.ts';
import { type Rule, ruleKinds } from '../../../guidance/rules/rule.ts';
import { type Origin, withoutColumn } from '../../../model/origin.ts';
import { cutText } from '../../../model/text/cut-text.ts';
import { linesOf } from '../../../render/foreign-text.ts';
import type { ElementType, TextRenderer } from '../../../render/text-renderer.ts';

/** A rule or a kata as it is written in one place, however many scopes it reaches. */
export interface Piece {
  readonly category: string;
  /** The kata's name; null for a rule. */
  readonly kata: string | null;
  readonly origin: Origin;
  /** As written. */
  readonly source: Rule | Kata;
  /** Sorted as the scopes are. */
  readonly scopes: string[];
}

/** The rules and katas of some scopes, each once. */
export function piecesOf(scopes: readonly ResolvedScope[]): readonly Piece[] {
  const pieces = new Map<string, Piece>();
  // What scopes have of the same local file is the same object.
  const known = new Map<object, Piece>();

  const add = (scope: string, category: string, kata: string | null, source: Rule | Kata) => {
    let piece = known.get(source);
    if (piece === undefined) {
      const { server, scope: from, file, line, column } = source.origin;
      const text = 'text' in source ? source.text : source.name;
      const key = JSON.stringify([server, from, file, line, column, category, kata, text]);
      piece = pieces.get(key);
      if (piece === undefined) {
        piece = { category, kata, origin: withoutColumn(source.origin), source, scopes: [] };
        pieces.set(key, piece);
      }
      known.set(source, piece);
    }
    if (piece.scopes.at(-1) !== scope) piece.scopes.push(scope);
  };

  for (const scope of scopes) {
    for (const kind of ruleKinds) {
      for (const [category, { rules }] of scope[kind])
        for (const rule of rules) add(scope.name, category, null, rule);
    }
    for (const [category, { katas }] of scope.katas)
      for (const kata of katas.values()) add(scope.name, category, kata.name, kata);
  }
  return [...pieces.values()];
}

/** The scope whose values a piece is shown with: the one it is written in, if that is among those that have it. */
export function homeOf({ origin, scopes }: Piece): string {
  return scopes.includes(origin.scope) ? origin.scope : (scopes[0] ?? '');
}

/** What a piece says: a rule's text, when to follow a kata, or how that begins. */
export interface PieceTexts {
  readonly text: string;
  /** The steps of a kata; empty for a rule. */
  readonly procedure: string;
}

/** The texts of a piece, rendered; what fails, or is for other scopes only, is as it is written. */
export function textsOf({ category, source }: Piece, texts: TextRenderer): PieceTexts {
  const context = { key: category, when: null };
  const rendered = (type: ElementType, text: string) =>
    texts.for(source.origin).keep(type, category, text, context).trim() || text.trim();
  if ('text' in source) return { text: rendered('rule', source.text), procedure: '' };
  const procedure = rendered('kata', source.procedure);
  const [begin = ''] = linesOf(procedure);
  return { text: source.when === null ? cutText(begin, 200) : rendered('when', source.when), procedure };
}
