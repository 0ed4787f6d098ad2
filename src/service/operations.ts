import type { Operation } from './operation.ts';
import { explain } from './operations/explain.ts';
import { exploreConflicts } from './operations/explorer/explore-conflicts.ts';
import { reopenFeedback, resolveFeedback } from './operations/feedback-states.ts';
import { feedbackSummary } from './operations/feedback-summary.ts';
import { findGuidance } from './operations/find-guidance.ts';
import { getAcceptanceCriteria } from './operations/get-acceptance-criteria.ts';
import { getBundle } from './operations/get-bundle.ts';
import { getCategoryIndex } from './operations/get-category-index.ts';
import { getContext } from './operations/get-context.ts';
import { getFleet } from './operations/get-fleet.ts';
import { getKata } from './operations/get-kata.ts';
import { getKataCategoryIndex } from './operations/get-kata-category-index.ts';
import { getKatas } from './operations/get-katas.ts';
import { getManifest } from './operations/get-manifest.ts';
import { getRuleUsage } from './operations/get-rule-usage.ts';
import { getRules } from './operations/get-rules.ts';
import { getScope } from './operations/get-scope.ts';
import { getTenkaCoverage } from './operations/get-tenka-coverage.ts';
import { getTenkaHistory } from './operations/get-tenka-history.ts';
import { getUsage } from './operations/get-usage.ts';
import { getUserStories } from './operations/get-user-stories.ts';
import { getValidationStatus } from './operations/get-validation-status.ts';
import { listMasters } from './operations/list-masters.ts';
import { listScopes } from './operations/list-scopes.ts';
import { reload } from './operations/reload.ts';
import { reviewChange } from './operations/review-change.ts';
import { searchScopes } from './operations/search-scopes.ts';
import { submitFeedback } from './operations/submit-feedback.ts';
import { submitUsage } from './operations/submit-usage.ts';

/** Everything a user can ask for, by name: the table of contents of the product, in the order agents see the tools. */
export const named = {
  listScopes,
  getScope,
  findGuidance,
  searchScopes,
  getCategoryIndex,
  getRules,
  getKataCategoryIndex,
  getKatas,
  getKata,
  getUserStories,
  getAcceptanceCriteria,
  getValidationStatus,
  getTenkaHistory,
  getTenkaCoverage,
  getBundle,
  getManifest,
  getContext,
  explain,
  exploreConflicts,
  reviewChange,
  submitFeedback,
  feedbackSummary,
  resolveFeedback,
  reopenFeedback,
  getUsage,
  submitUsage,
  getRuleUsage,
  getFleet,
  listMasters,
  reload,
} as const;

/** The same as a list. */
export const operations: readonly Operation[] = Object.values(named);
