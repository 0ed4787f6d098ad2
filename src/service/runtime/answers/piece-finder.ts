import type { ResolvedScope } from '../../../guidance/guidance.ts';
import { createPause } from '../../../runtime/async/turns.ts';
import type { SearchDocument } from '../../../search/search-document.ts';
import { buildIndex } from './build-index.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { homeOf, type Piece, type PieceTexts, piecesOf, textsOf } from './pieces.ts';

/** A rule or kata that was found. */
export interface FoundPiece extends Piece {
  readonly text: string;
  readonly score: number;
}

/** What the rules and katas of several scopes are found by. */
export interface PieceFinder {
  /** Those that fit the words, best first. */
  search(words: string): Promise<readonly FoundPiece[]>;
}

/** Reads and indexes the rules and katas of the scopes, each once, with its text as the scope that it is written in has it. */
export async function createPieceFinder(
  scopes: readonly ResolvedScope[],
  answers: KeptAnswers,
  language: string,
): Promise<PieceFinder> {
  const pieces = piecesOf(scopes);
  const texts = await renderAll(pieces, scopes, answers);
  const documents = pieces.map((piece, place) => toDocument(piece, texts[place] as PieceTexts));
  const index = await buildIndex(documents, language);
  // None has siblings, and a category is named by many.
  const keys = pieces.map(() => '');
  return {
    async search(words) {
      const { rank } = await import('../../../search/rank.ts');
      return rank(keys, index, index.query([{ text: words, weight: 1 }]), { commonCounts: true }).map(
        ({ document, score }) => ({
          ...(pieces[document] as Piece),
          text: texts[document]?.text ?? '',
          score,
        }),
      );
    },
  };
}

/** The texts of each piece, in order, each rendered in its home. */
async function renderAll(
  pieces: readonly Piece[],
  scopes: readonly ResolvedScope[],
  answers: KeptAnswers,
): Promise<readonly PieceTexts[]> {
  const byHome = new Map<string, number[]>(scopes.map(({ name }) => [name, []]));
  for (const [place, piece] of pieces.entries()) byHome.get(homeOf(piece))?.push(place);
  const rendered: PieceTexts[] = [];
  const pause = createPause();
  for (const scope of scopes) {
    const places = byHome.get(scope.name) ?? [];
    if (places.length === 0) continue;
    const open = await (await answers.texts(scope)).open();
    const renderer = open();
    for (const place of places) {
      rendered[place] = textsOf(pieces[place] as Piece, renderer);
      const paused = pause();
      if (paused !== undefined) await paused;
    }
  }
  return rendered;
}

function toDocument({ category, kata }: Piece, { text, procedure }: PieceTexts): SearchDocument {
  return {
    key: '',
    fields: [
      { text: category, weight: 1 },
      { text: kata ?? '', weight: 2 },
      { text, weight: 2 },
      { text: procedure, weight: 0.5 },
    ],
    parts: [],
  };
}
