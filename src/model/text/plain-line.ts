import { cutText } from './cut-text.ts';
import { stripHidden } from './hidden-text.ts';

/** At most 300 characters of a text, as one line without control or hidden characters: fit for logs and terminals. */
export function toPlainLine(text: string): string {
  const plain = stripHidden(text.slice(0, 1000)).replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, ' ');
  return cutText(plain, 300);
}
