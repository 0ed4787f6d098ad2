import { createLru } from '../../../runtime/cache.ts';
import { type Answer, createAnswer } from '../../../service/answer.ts';

/** Pages kept for each answer: one for each search. */
const keptPerAnswer = 32;

const pages = new WeakMap<Answer, Map<string, Answer>>();

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
