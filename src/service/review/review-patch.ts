import { parsePatch } from './change/parse-patch.ts';
import { chooseRules } from './choose/choose-rules.ts';
import type { Policy } from './policy/policy.ts';
import { type Review, toReview } from './to-review.ts';

/** Tokens of the rules of one answer, where nobody says. */
export const defaultReviewTokens = 4000;
const nothingEdited = { files: [], difference: null, settings: [], sources: [], checks: [], broken: [] };

/** The rules for a patch, by a policy as it is; nothing runs. Fault: `invalid-parameter` for what is no patch. */
export async function reviewPatch(
  policy: Policy,
  patch: string,
  maxTokens: number = defaultReviewTokens,
): Promise<Review> {
  const files = parsePatch(patch);
  const chosen = await chooseRules(policy, files);
  const nothing = { edits: nothingEdited, isEdited: () => false, judgements: null };
  return toReview({ policy, files, chosen, maxTokens, ...nothing }, { prefix: '', since: '' });
}
