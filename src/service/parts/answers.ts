import type { Claims } from '../../model/claims.ts';
import type { Finders } from '../runtime/answers/finders.ts';
import type { KeptAnswers } from '../runtime/answers/kept-answers.ts';
import type { Loop } from '../runtime/content/scope-resolver.ts';
import type { Shared } from './shared.ts';

/** What is kept of scopes for as long as they are. */
export interface Answers {
  /** Answers of operations about one scope. */
  readonly answers: KeptAnswers;
  /** What scopes are searched by, kept for as long as they are. */
  readonly finders: Finders;
  /** Whether an answer would be given again now. False also where that takes more than a look at the cache to tell. */
  isCurrent(answer: object): boolean;
}

/** The kept answers, as they are current for one caller. */
export function answersFor(
  { answers, finders, scopes }: Pick<Shared, 'answers' | 'finders' | 'scopes'>,
  { claims, loop }: { readonly claims: Claims | null; readonly loop: Loop },
): Answers {
  return {
    answers,
    finders,
    isCurrent(given) {
      const scope = claims === null ? answers.soleScopeOf(given) : undefined;
      return scope !== undefined && scopes.isCached(scope, loop);
    },
  };
}
