import * as v from 'valibot';
import type { Masters } from '../../../federation/masters.ts';
import { foldLineBreaks, stripHidden } from '../../../model/text/hidden-text.ts';
import type { MasterQuestion } from '../../explain/explain-scope.ts';
import { type MasterWord, matchShape } from '../../explain/explain-shape.ts';

/** Of an answer that is not trusted: more of them say no more. */
const maxMatches = 100;
const maxCandidates = 1000;

const wordShape = v.object({
  matches: v.array(matchShape),
});

/** What masters say of what came from them, in the order of the questions: checked, and without hidden characters. */
export function masterWords(
  masters: Masters,
  questions: readonly MasterQuestion[],
  loop: readonly string[],
): Promise<readonly MasterWord[]> {
  return Promise.all(
    questions.map(async ({ url, scope, of }): Promise<MasterWord> => {
      const answer = await masters.explain(url, scope, of, loop);
      if ('error' in answer) return { url, scope, matches: [], error: answer.error };
      const word = v.safeParse(wordShape, answer.data, { abortEarly: true });
      if (!word.success) return { url, scope, matches: [], error: 'its explanation has the wrong shape' };
      return {
        url,
        scope,
        matches: word.output.matches.slice(0, maxMatches).map((match) => toOwn(match, url)),
      };
    }),
  );
}

function toOwn({ candidates, ...match }: v.InferOutput<typeof matchShape>, url: string) {
  return {
    ...(cleaned(match) as typeof match),
    candidates: candidates.slice(0, maxCandidates).map((candidate) => {
      const { edit_url, server, by, ...rest } = cleaned(candidate) as typeof candidate;
      return {
        ...rest,
        server: addressOr(server, url),
        ...(by !== undefined && { by: { ...by, server: addressOr(by.server ?? '', url) } }),
        ...(edit_url !== undefined && isAddress(edit_url) && { edit_url }),
      };
    }),
  };
}

/** The same data, each text in it without hidden characters. */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return stripHidden(foldLineBreaks(value));
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [stripHidden(key), cleaned(inner)]));
}

function addressOr(text: string, url: string): string {
  return isAddress(text) ? text : url;
}

function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s@\p{C}]{1,2000}$/u.test(text);
}
