import type { AuthoredText } from '../content/authored.ts';
import type { EvalMentions } from '../guidance/evals/read-evals.ts';
import type { ScopeLayer } from '../guidance/guidance.ts';
import type { Outline } from '../guidance/outline.ts';
import type { Problem } from '../model/problems/problem.ts';
import type { ProblemCode } from '../model/problems/problem-codes.ts';
import type { Spot } from './report.ts';

export interface LintScope {
  readonly name: string;
  readonly layer: ScopeLayer;
  readonly outline: Outline;
  readonly problems: readonly Problem[];
  /** What its evaluations name. */
  readonly evals: EvalMentions;
  /** Categories that its tests name in `not` alone. */
  readonly forbidden: readonly AuthoredText[];
  /** It has errors, so that it is not served and what it says is not all known. */
  readonly isBroken: boolean;
  /** The files that are there and say nothing that can be read, by their names without `.yml`. */
  readonly unread: ReadonlySet<string>;
  /** The files with errors, by their names without `.yml`: what they say may not all be known. */
  readonly faulty: ReadonlySet<string>;
}

/** Something in the rules folder that is never read. */
export interface Stray {
  readonly code: ProblemCode;
  readonly at: Spot;
  readonly message: string;
  readonly hint: string;
}

/** One scope as it was read; null where it is gone by now. */
export interface ScopeRead {
  readonly scope: LintScope | null;
  readonly strays: readonly Stray[];
}
