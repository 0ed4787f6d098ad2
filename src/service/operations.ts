import { feedbackSummary } from './feedback-summary.ts';
import { getAcceptanceCriteria } from './get-acceptance-criteria.ts';
import { getBundle } from './get-bundle.ts';
import { getCategoryIndex } from './get-category-index.ts';
import { getContext } from './get-context.ts';
import { getKata } from './get-kata.ts';
import { getKataCategoryIndex } from './get-kata-category-index.ts';
import { getKatas } from './get-katas.ts';
import { getRules } from './get-rules.ts';
import { getScope } from './get-scope.ts';
import { getTenkaHistory } from './get-tenka-history.ts';
import { getUserStories } from './get-user-stories.ts';
import { getValidationStatus } from './get-validation-status.ts';
import { listScopes } from './list-scopes.ts';
import type { Operation } from './operation.ts';
import { reload } from './reload.ts';
import { submitFeedback } from './submit-feedback.ts';

/** Everything a user can ask for: the table of contents of the product, in the order agents see the tools. */
export const operations: readonly Operation[] = [
  listScopes,
  getScope,
  getCategoryIndex,
  getRules,
  getKataCategoryIndex,
  getKatas,
  getKata,
  getUserStories,
  getAcceptanceCriteria,
  getValidationStatus,
  getTenkaHistory,
  getBundle,
  getContext,
  submitFeedback,
  feedbackSummary,
  reload,
];
