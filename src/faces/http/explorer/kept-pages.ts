import { createLru } from '../../../runtime/async/cache.ts';
import { nextTurn } from '../../../runtime/async/turns.ts';
import { type Answer, createAnswer } from '../../../service/answer.ts';
import type { Operation } from '../../../service/operation.ts';

/** Pages kept for each answer: one for each search. */
const keptPerAnswer = 32;

const pages = new WeakMap<Answer, Map<string, Promise<Answer>>>();

/** A page that is not kept. */
export function htmlAnswer(html: string): Answer {
  return createAnswer({ data: null, presentation: null }, { html: () => html });
}

/** An answer that a page shows, and what was asked for it. */
interface Shown {
  readonly operation: Operation;
  readonly input: Readonly<Record<string, unknown>>;
  readonly answer: Answer;
}

const shownBy = new WeakMap<Answer, Shown>();

/** The same page, with the answer that it shows. */
export function showing(page: Answer, shown: Shown): Answer {
  shownBy.set(page, shown);
  return page;
}

/** The answer that a page shows; undefined for a page of another kind. */
export function shownOn(page: Answer): Shown | undefined {
  return shownBy.get(page);
}

/**
 * The page that shows an answer for a search: the one made before, or a new one from `write`, whose work begins in a turn of its own. It
 * is kept with the answer.
 */
export function pageOf(answer: Answer, search: string, write: () => Promise<string>): Promise<Answer> {
  const known = pages.get(answer) ?? createLru<Promise<Answer>>(keptPerAnswer);
  pages.set(answer, known);
  const before = known.get(search);
  if (before !== undefined) return before;
  const page = nextTurn().then(write).then(htmlAnswer);
  known.set(search, page);
  page.catch(() => known.delete(search));
  return page;
}
