import { sha256 } from '../runtime/sha256.ts';

/** What an id looks like. */
export const pieceIdPattern = /^[0-9a-f]{10}$/;

/** The id of a piece of guidance by its kind and its text as written (docs/formats.md). */
export function hashPiece(kind: string, text: string): string {
  return sha256(`${kind}\n${text}`).slice(0, 10);
}
