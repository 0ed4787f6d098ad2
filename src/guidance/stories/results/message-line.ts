import { stripHidden } from '../../../model/text/hidden-text.ts';

const longest = 200;

/** The first line of a failure that is not blank, without hidden characters, at most 200 characters; empty for none. */
export function messageLine(text: string): string {
  if (text === '') return '';
  // Of a long text only what can hold that line.
  const lines = stripHidden(text.slice(0, 10_000)).split(/[\r\n]+/);
  const line = (lines.find((one) => one.trim() !== '') ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
