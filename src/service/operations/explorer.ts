import { compareScopes } from './explorer/compare-scopes.ts';
import { exploreChildren } from './explorer/explore-children.ts';
import { exploreConflicts } from './explorer/explore-conflicts.ts';
import { exploreHistory } from './explorer/explore-history.ts';
import { exploreKata } from './explorer/explore-kata.ts';
import { exploreScope } from './explorer/explore-scope.ts';
import { exploreScopes } from './explorer/explore-scopes.ts';
import { exploreVision } from './explorer/explore-vision.ts';
import { getSource } from './explorer/get-source.ts';

/** What the pages of the explorer ask besides the operations that every face has. */
export const pageOperations = {
  exploreScopes,
  exploreScope,
  exploreChildren,
  exploreKata,
  exploreVision,
  exploreHistory,
  exploreConflicts,
  compareScopes,
  getSource,
} as const;
