import { chooseRules } from '../../../review/choose/choose-rules.ts';
import { parsePatch } from '../../../review/change/parse-patch.ts';
import { mostPatchBytes, tooLargePatch } from '../../../review/change/too-large.ts';
import { type Review, toReview } from '../../../review/review.ts';
import type { Service } from '../../service.ts';
import { openPolicy } from './open-policy.ts';

/** Tokens of the rules of one answer, where nobody says. */
export const defaultReviewTokens = 4000;
const nothingEdited = { files: [], difference: null, settings: [], checks: [], problems: [] };

/** The rules of a scope for a patch, as the service has them; nothing runs. Faults: those of `get_rules`, and of patches. */
export async function reviewPatch(
  service: Service,
  scope_name: string,
  patch: string,
  maxTokens: number = defaultReviewTokens,
): Promise<Review> {
  if (patch.length > mostPatchBytes) throw tooLargePatch();
  const files = parsePatch(patch);
  const policy = await openPolicy(service, scope_name);
  const chosen = await chooseRules(policy, files);
  const nothing = { edits: nothingEdited, isEdited: () => false, judgements: null };
  return toReview({ policy, files, chosen, maxTokens, ...nothing }, '');
}
