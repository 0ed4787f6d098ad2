import { compareScopes } from './explorer/compare-scopes.ts';
import { exploreChecks } from './explorer/explore-checks.ts';
import { exploreChildren } from './explorer/explore-children.ts';
import { exploreConflicts } from './explorer/explore-conflicts.ts';
import { exploreEvals } from './explorer/explore-evals.ts';
import { exploreHistory } from './explorer/explore-history.ts';
import { exploreKata } from './explorer/explore-kata.ts';
import { exploreScope } from './explorer/explore-scope.ts';
import { exploreScopes } from './explorer/explore-scopes.ts';
import { exploreVision } from './explorer/explore-vision.ts';
import { getSource, sourceFiles } from './explorer/get-source.ts';
import { shownProblems } from './explorer/shown-problems.ts';

/** What the pages of the explorer ask besides the operations that every face has. */
export const pageOperations = {
  exploreScopes,
  exploreScope,
  exploreChecks,
  exploreChildren,
  exploreKata,
  exploreVision,
  exploreHistory,
  exploreEvals,
  exploreConflicts,
  compareScopes,
  getSource,
} as const;

/** What the pages show besides answers: the files that have a page, and the mistakes in them. */
export const pageFacts = { sourceFiles, shownProblems } as const;
