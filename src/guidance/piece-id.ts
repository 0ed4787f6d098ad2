import { createHash } from 'node:crypto';

/** What an id looks like. */
export const pieceIdPattern = /^[0-9a-f]{10}$/;

/** The id of a piece of guidance by its kind and its text as written (docs/formats.md). */
export function hashPiece(kind: string, text: string): string {
  return createHash('sha256').update(`${kind}\n${text}`).digest('hex').slice(0, 10);
}
