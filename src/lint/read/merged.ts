import type { Guidance, ResolvedScope } from '../../guidance/guidance.ts';
import type { LintScope } from '../lint-scope.ts';

/** One scope with its ancestors merged, with and without its own content. */
export interface Merged {
  readonly scope: LintScope;
  readonly resolved: ResolvedScope;
  readonly inherited: Guidance;
  /** All that is inherited is here: no ancestor is broken or unknown. */
  readonly isComplete: boolean;
}
