import { createLru } from '../../../runtime/cache.ts';
import { type Answer, createAnswer } from '../../../service/answer.ts';
import type { Operation } from '../../../service/operation.ts';

/** Pages kept for each answer: one for each search. */
const keptPerAnswer = 32;

const pages = new WeakMap<Answer, Map<string, Answer>>();

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

/** The page that shows an answer for a search: the one made before, or a new one from `write`. It is kept with the answer. */
export function pageOf(answer: Answer, search: string, write: () => string): Answer {
  let known = pages.get(answer);
  if (known === undefined) {
    known = createLru(keptPerAnswer);
    pages.set(answer, known);
  }
  let page = known.get(search);
  if (page === undefined) {
    page = createAnswer({ data: null, presentation: null }, { html: write });
    known.set(search, page);
  }
  return page;
}
