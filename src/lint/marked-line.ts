import stringWidth from 'string-width';
import type { Problem } from '../model/problems/problem.ts';
import { visible } from '../model/text/visible-text.ts';

/** An excerpt in three parts, the one in the middle to be marked, and the line below it that does. */
export interface MarkedLine {
  readonly before: string;
  readonly within: string;
  readonly after: string;
  /** As wide as what they point to; empty where there is nothing to point to. */
  readonly carets: string;
}

/** The excerpt of a problem, fit to be shown: what nobody sees, or what a terminal acts on, is written out. */
export function markedLine({ excerpt, mark }: Pick<Problem, 'excerpt' | 'mark'>): MarkedLine {
  if (mark === undefined) return { before: visible(excerpt), within: '', after: '', carets: '' };
  const before = visible(excerpt.slice(0, mark[0]));
  const within = visible(excerpt.slice(...mark));
  const after = visible(excerpt.slice(mark[1]));
  const carets = ' '.repeat(stringWidth(before)) + '^'.repeat(Math.max(stringWidth(within), 1));
  return { before, within, after, carets };
}
